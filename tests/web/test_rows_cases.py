"""What is held of access by case on a file (`test_people_cases.py`) holds where the database has a say in it, too."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cluster import Cluster
from tests.web.rows import move_to_database
from tests.web.serving import Desk
from tests.web.test_people_cases import (
    test_a_reviewer_sees_the_queue_until_another_is_named as test_reviewers,
)
from tests.web.test_people_cases import (
    test_a_run_that_somebody_does_not_see_cannot_be_drawn_into_a_case_of_theirs as test_runs,
)
from tests.web.test_people_cases import (
    test_a_source_is_read_where_the_answer_cites_it_and_no_other as test_sources,
)
from tests.web.test_people_cases import town

__all__ = ["test_reviewers", "test_runs", "test_sources", "town"]
pytestmark = pytest.mark.long


@pytest.fixture
def desk(made: Desk, cluster: Cluster, tmp_path: Path) -> Desk:
    return move_to_database(made, cluster, tmp_path)
