"""Two lanes: `make test` in ten minutes, and `make test-long` with what is dear.

A test belongs to the long lane by what it needs (a database server, pulled weights) or by where it stands: files that
hold whole runs, servers, browsers, kills and damage. The quick lane keeps what a user sees (`tests/behaviour`), the
laws, contracts and pure functions.
"""

from __future__ import annotations

from collections.abc import Collection

import pytest

NEEDS = frozenset({"cluster", "database", "servers"})
"""Fixtures that start a database server."""
QUICK = ("tests/behaviour/",)
"""What a user sees belongs to the quick lane, its one browser walk and its one run of the embedded model included."""
FOLDERS = ("tests/attacks/", "tests/web/", "tests/assistants/")
"""Served homes, browsers, damage and kills."""
FILES: frozenset[str] = frozenset(
    {
        "tests/appeal/test_commands.py",
        "tests/bundle/test_bundle.py",
        "tests/bundle/test_kept.py",
        "tests/bundle/test_key_commands.py",
        "tests/case/test_amend.py",
        "tests/case/test_answer.py",
        "tests/case/test_cli.py",
        "tests/case/test_cutting.py",
        "tests/case/test_embedded.py",
        "tests/case/test_endpoints.py",
        "tests/case/test_first_negative.py",
        "tests/case/test_own.py",
        "tests/case/test_packs.py",
        "tests/case/test_positions.py",
        "tests/case/test_second_affirmative.py",
        "tests/case/test_their_plan.py",
        "tests/case/test_told_and_shown.py",
        "tests/case/test_views.py",
        "tests/case/test_write.py",
        "tests/case/test_written.py",
        "tests/case/test_written_cli.py",
        "tests/cli/test_crash.py",
        "tests/cli/test_deliberate.py",
        "tests/cli/test_erase.py",
        "tests/cli/test_rules.py",
        "tests/contest/test_case_challenges.py",
        "tests/contest/test_commands.py",
        "tests/contest/test_every_part.py",
        "tests/contest/test_evidence_challenges.py",
        "tests/contest/test_versions.py",
        "tests/contest/test_written_case.py",
        "tests/debatable/test_awareness.py",
        "tests/debatable/test_scoring.py",
        "tests/debate/test_answers.py",
        "tests/debate/test_cli.py",
        "tests/debate/test_given_in_part.py",
        "tests/debate/test_handwritten.py",
        "tests/debate/test_processes.py",
        "tests/debate/test_reading_aside.py",
        "tests/debate/test_rounds.py",
        "tests/debate/test_speech.py",
        "tests/debate/test_written.py",
        "tests/deliberation/test_estimate.py",
        "tests/deliberation/test_handwritten.py",
        "tests/evidence/search/test_crew_contract.py",
        "tests/evidence/search/test_kills.py",
        "tests/evidence/search/test_shared.py",
        "tests/evidence/test_ingest.py",
        "tests/evidence/test_reading.py",
        "tests/home/test_accidents.py",
        "tests/home/test_bulk.py",
        "tests/home/test_estimates.py",
        "tests/home/test_imports.py",
        "tests/home/test_personal_files.py",
        "tests/home/test_verifying.py",
        "tests/job/test_finding.py",
        "tests/job/test_replays.py",
        "tests/judging/test_arms.py",
        "tests/judging/test_bracket.py",
        "tests/judging/test_commands.py",
        "tests/judging/test_end_to_end.py",
        "tests/judging/test_killed.py",
        "tests/judging/test_laws.py",
        "tests/judging/test_planted.py",
        "tests/judging/test_session.py",
        "tests/laws/test_embedded.py",
        "tests/model/embedded/test_kept_contract.py",
        "tests/model/embedded/test_model.py",
        "tests/model/embedded/test_smollm.py",
        "tests/oversight/test_prediction.py",
        "tests/oversight/test_recovery.py",
        "tests/oversight/test_commands.py",
        "tests/oversight/test_estimation.py",
        "tests/oversight/test_experiment.py",
        "tests/record/test_damage.py",
        "tests/record/test_engines.py",
        "tests/test_site.py",
        "tests/test_tutorials.py",
    }
)
"""Whole runs, each of some seconds."""


def is_long(item: pytest.Item) -> bool:
    """Whether a test belongs to the long lane."""
    file = item.nodeid.partition("::")[0]
    fixtures: Collection[str] = getattr(item, "fixturenames", ())
    return not NEEDS.isdisjoint(fixtures) or (
        not file.startswith(QUICK)
        and (file in FILES or file.startswith(FOLDERS) or item.get_closest_marker("embedded") is not None)
    )
