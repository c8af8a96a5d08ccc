"""How exactly a figure is given, whether it is what was computed, and how what was computed is shown."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from foam_quotes.text.figures import MOST_DIGITS
from foam_quotes.text.mentions.numbers import Figure

_DIGITS = re.compile(r"\d[\d.,' ]*")


def show(value: Fraction, unit: Fraction = Fraction(1)) -> str:
    """A number as people write it: as fine as the unit says, and finer where it must be, to the cent at the most."""
    places = next((n for n in (0, 1, 2) if unit * 10**n >= 1), 2)
    if (value * 10**places).denominator != 1:
        places = 2
    shown = Decimal(value.numerator) / Decimal(value.denominator)
    return f"{shown.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP):,}"


def show_like(value: Fraction, stated: Figure, written: str) -> str:
    """What was computed, written as the figure that is given for it; a share in per cent to one place at the most."""
    if stated.unit == "share" and not stated.spelt:
        percent = Decimal(value.numerator * 100) / Decimal(value.denominator)
        return f"{percent.quantize(Decimal('0.1'), rounding=ROUND_HALF_UP).normalize():f} %"
    return show(value, min(find_place(stated, written), Fraction(1)))


def fits(stated: Figure, written: str, computed: Fraction) -> bool:
    """Whether a figure is what was computed, as exactly as it was written."""
    if stated.value == computed:
        return True
    place = find_place(stated, written)
    if abs(stated.value - computed) < place and computed % place != 0:
        return True
    return _is_round(stated.value, computed)


def is_near(stated: Fraction, computed: Fraction) -> bool:
    """Whether one can be the other got wrong: a figure of quite another size belongs to something else."""
    return computed > 0 and Fraction(3, 5) <= stated / computed <= Fraction(8, 5)


def find_place(figure: Figure, written: str) -> Fraction:
    """One in the last place that was written: 0.01 for `3.40`, 1 for `340`."""
    is_percent = figure.unit == "share" and not figure.spelt
    found = _DIGITS.search(written)
    if found is None or len(found[0]) > MOST_DIGITS:
        return Fraction(1, 100) if is_percent else Fraction(1)
    digits = found[0].rstrip(" .,'")
    mark = max(digits.rfind("."), digits.rfind(","))
    places = len(digits) - mark - 1 if mark >= 0 else 0
    bare = Fraction(int(re.sub(r"\D", "", digits)))
    if places == 3 and figure.value in (bare, bare / 100):
        places = 0
    scale = figure.value * 10**places / bare if bare else Fraction(1)
    return scale / Fraction(10**places)


def _is_round(stated: Fraction, computed: Fraction) -> bool:
    """Whether the figure is the other in round hundreds or thousands, as prose gives it."""
    step = 10**15
    while step >= 100:
        if stated % step == 0:
            return computed >= 10 * step and abs(stated - computed) * 2 <= step
        step //= 10
    return False
