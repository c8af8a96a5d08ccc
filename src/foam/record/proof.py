"""A proof that a record only grew between two heads: small, and checked without the record."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field

from foam.errors import InputError
from foam.record.log import Head
from foam.record.store import Store
from foam.record.tree import check_consistency
from foam.values import Value


class Proof(Value):
    """The hashes that lead from an earlier head to a later one, as RFC 9162 defines them."""

    earlier: Head
    later: Head
    path: tuple[str, ...] = Field(max_length=200)
    """In hex."""

    @property
    def holds(self) -> bool:
        """Whether everything under the earlier head is still, unchanged and in its place, under the later one."""
        try:
            hashes = [bytes.fromhex(one) for one in (self.earlier.root, self.later.root, *self.path)]
        except ValueError:
            return False
        return check_consistency(self.earlier.size, hashes[0], self.later.size, hashes[1], hashes[2:])


class GrowthCheck(Value):
    """Whether a proof holds between two heads, and why not."""

    ok: bool
    reason: str = ""


def check_growth(path: Path | str, *, earlier: Head | str, later: Head | str) -> GrowthCheck:
    """Check the proof in a file between two heads that one has from elsewhere; needs no record."""
    try:
        proof = Proof.model_validate_json(Path(path).read_bytes())
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}", hint="name a file that is there") from error
    except ValueError as error:
        raise InputError(f"{path} holds no proof", hint="foam record prove writes one") from error
    for name, given, stated in (("earlier", earlier, proof.earlier), ("later", later, proof.later)):
        wanted = Head.parse(given) if isinstance(given, str) else given
        if wanted.size != stated.size or not stated.root.startswith(wanted.root):
            return GrowthCheck(ok=False, reason=f"the proof is about another {name} head: {stated}")
    return GrowthCheck(ok=True) if proof.holds else GrowthCheck(ok=False, reason="the hashes do not lead to the head")


def prove_moment(store: Store, key: str, later: Head) -> Proof:
    """From the head of the log right after an entry was kept to a later one."""
    earlier = store.head(store.prove_inclusion(key, later.size).number)
    path = store.prove_consistency(earlier.size, later.size)
    return Proof(earlier=earlier, later=later, path=tuple(one.hex() for one in path))


def prove(store: Store, earlier: Head) -> Proof:
    """The proof from an earlier head to now; InputError when this record does not begin with it."""
    later = store.head()
    if not 0 < earlier.size <= later.size:
        raise InputError(
            f"the head {earlier} is none of this record: its log has {later.size} lines",
            hint="foam record verify --head tells what is missing",
        )
    whole = store.head(earlier.size)
    if not whole.root.startswith(earlier.root):
        raise InputError(
            f"this record does not begin with what was under {earlier}",
            hint="it was changed or rolled back since, or the head is of another record; see: foam record verify",
        )
    path = store.prove_consistency(earlier.size, later.size)
    return Proof(earlier=whole, later=later, path=tuple(one.hex() for one in path))
