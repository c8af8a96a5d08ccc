"""Days and days of the week that cannot be right are found; those that can are left alone."""

from __future__ import annotations

import pytest
from tests.examination.small import make_file

from foam.examination.dates import find_date_faults

WRONG = {
    "The boat was moored on 31 June 2024.": "no 31 June",
    "The bill is due on 2024-02-30.": "no 2024-02-30",
    "He came on 29 February 2023.": "no 29 February 2023",
    "The meeting was held on Monday, 4 March 2025.": "is a Tuesday",
    "We met on Friday 14 March 2025 at noon.": "",
    "He came on 4 March 2025, on a Sunday, and dug.": "is a Tuesday",
}


@pytest.mark.parametrize(("sentence", "said"), WRONG.items())
def test_what_a_sentence_alone_gives_away(sentence: str, said: str) -> None:
    found = find_date_faults(make_file({"Note": f"The winter was long. {sentence}"}))
    assert [(said in one.text, one.kind) for one in found] == ([(True, "date")] if said else [])


def test_a_day_of_the_week_without_a_year_takes_that_of_the_letter() -> None:
    letter = "Garden board\n18 March 2025\nThe plot was seen on Monday, {} March. It was bare."
    assert "is a Tuesday" in find_date_faults(make_file({"Letter": letter.format(4)}))[0].text
    assert find_date_faults(make_file({"Letter": letter.format(3)})) == ()
