"""Gradual strength: check values, laws, cycles."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.semantics.oracle import framework, frameworks, law

from foam.semantics.audience import make_strict_audience
from foam.semantics.framework import Argument, Attack, Framework, Support
from foam.semantics.gradual import DAMPING, Method, compute_strengths, df_quad, quadratic_energy

METHODS: tuple[Method, ...] = ("df-quad", "quadratic-energy")


def one_of_each() -> Framework:
    bases = {"claim": 0.5, "attacker": 0.8, "supporter": 0.4}
    return Framework(
        arguments=tuple(Argument(id=name, base=base) for name, base in bases.items()),
        attacks=(Attack(attacker="attacker", target="claim"),),
        supports=(Support(supporter="supporter", target="claim"),),
    )


def test_check_values() -> None:
    assert compute_strengths(one_of_each()).strengths["claim"] == pytest.approx(0.3)
    energy = compute_strengths(one_of_each(), method="quadratic-energy")
    assert energy.strengths["claim"] == pytest.approx(0.431034, abs=5e-7)
    assert (energy.converged, energy.rounds) == (True, 0)


def test_more_check_values_worked_by_hand() -> None:
    assert df_quad(0.5, [], [0.5, 0.5]) == pytest.approx(0.5 + 0.5 * 0.75)
    assert df_quad(0.4, [0.5, 0.5], [0.5]) == pytest.approx(0.4 - 0.4 * 0.25)
    assert quadratic_energy(0.2, [], [1.0, 1.0]) == pytest.approx(0.2 + 0.8 * 4 / 5)
    assert quadratic_energy(0.2, [1.0], [1.0]) == 0.2


@pytest.mark.parametrize("method", METHODS)
def test_what_does_not_stand_has_no_strength_and_bears_on_nothing(method: Method) -> None:
    f = one_of_each()
    marked = tuple(a if a.id == "claim" else a.model_copy(update={"verified": False}) for a in f.arguments)
    found = compute_strengths(f.model_copy(update={"arguments": marked}), method=method).strengths
    assert found == {"claim": 0.5, "attacker": 0.0, "supporter": 0.0}


def test_for_an_audience_only_attacks_that_succeed_count() -> None:
    f = framework("b>a", a="life", b="property")
    assert compute_strengths(f, audience=make_strict_audience("l", "life", "property")).strengths["a"] == 0.5
    assert compute_strengths(f, audience=make_strict_audience("p", "property", "life")).strengths["a"] == 0.25


@pytest.mark.parametrize("method", METHODS)
@law
@given(f=frameworks())
def test_strengths_lie_between_0_and_1_and_solve_their_equations(method: Method, f: Framework) -> None:
    found = compute_strengths(f, method=method)
    assert set(found.strengths) == {a.id for a in f.arguments}
    assert all(0 <= strength <= 1 for strength in found.strengths.values())
    combine = df_quad if method == "df-quad" else quadratic_energy
    for argument in f.arguments if found.converged else ():
        against = [found.strengths[a.attacker] for a in f.attacks if a.holds and a.target == argument.id]
        behind = [found.strengths[s.supporter] for s in f.supports if s.target == argument.id]
        expected = combine(argument.base, against, behind) if argument.stands else 0.0
        assert found.strengths[argument.id] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("method", METHODS)
@law
@given(f=frameworks(flags=False), base=st.floats(0, 1), data=st.data())
def test_another_attacker_never_strengthens_what_it_attacks(
    method: Method, f: Framework, base: float, data: st.DataObject
) -> None:
    target = data.draw(st.sampled_from(sorted(a.id for a in f.arguments)))
    free = f.model_copy(update={"attacks": tuple(a for a in f.attacks if a.attacker != target), "supports": ()})
    more = Framework(
        arguments=(*free.arguments, Argument(id="new", base=base)),
        attacks=(*free.attacks, Attack(attacker="new", target=target)),
    )
    before, after = compute_strengths(free, method=method), compute_strengths(more, method=method)
    if before.converged and after.converged:
        assert after.strengths[target] <= before.strengths[target] + 1e-6


@pytest.mark.parametrize("method", METHODS)
def test_a_mutual_attack_converges_and_says_so(method: Method) -> None:
    found = compute_strengths(framework("a>b b>a"), method=method)
    assert found.converged
    assert found.rounds > 0
    assert found.strengths["a"] == pytest.approx(found.strengths["b"])


def test_a_cycle_that_does_not_settle_in_time_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("foam.semantics.gradual.MOST_ROUNDS", 2)
    found = compute_strengths(framework("a>b b>a"))
    assert not found.converged
    assert found.rounds == 2
    assert found.change > 0


def test_what_leads_into_a_cycle_is_exact() -> None:
    f = framework("x>a a>b b>a")
    assert compute_strengths(f).strengths["x"] == 0.5


@law
@given(f=frameworks())
def test_strengths_on_cycles_are_to_the_last_bit_those_of_one_argument_after_another(f: Framework) -> None:
    found = compute_strengths(f)
    base = {one.id: one.base for one in f.arguments if one.stands}
    bearing = {
        name: (
            [one.attacker for one in f.live_attacks if one.target == name],
            [one.supporter for one in f.supports if one.target == name and one.supporter in base],
        )
        for name in base
    }
    plain = {name: found.strengths[name] for name in base}
    cyclic = [name for name in base if name in _reached_by_cycles(bearing)]
    plain.update({name: base[name] for name in cyclic})
    for _ in range(found.rounds):
        wanted = {
            name: df_quad(base[name], *([plain[one] for one in side] for side in bearing[name])) for name in cyclic
        }
        plain.update({name: plain[name] + DAMPING * (wanted[name] - plain[name]) for name in cyclic})
    assert {name: found.strengths[name] for name in base} == plain
    assert bool(found.rounds) == bool(cyclic)


def _reached_by_cycles(bearing: Mapping[str, tuple[list[str], list[str]]]) -> set[str]:
    """Those that are left when what nothing left bears on is taken away, again and again."""
    left = dict(bearing)
    while free := [name for name, sides in left.items() if not any(one in left for side in sides for one in side)]:
        for name in free:
            del left[name]
    return set(left)


def test_both_sides_of_an_argument_are_set_off_against_each_other() -> None:
    assert df_quad(0.4, [0.2], [0.5]) == pytest.approx(0.4 + 0.6 * 0.3)
    assert df_quad(0.4, [0.5], [0.2]) == pytest.approx(0.4 - 0.4 * 0.3)
