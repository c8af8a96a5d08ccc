"""A home whose record is in PostgreSQL, with access by case, for tests of the pages."""

from __future__ import annotations

import shutil
from itertools import count
from pathlib import Path
from typing import Any

from tests.cluster import Cluster
from tests.web.serving import Desk, add_papers, make_fakes

import foam

_NUMBERS = count(1)
"""A role is known to all databases of a server, so each home has one of its own."""


def grant_rights(url: str, role: str) -> None:
    """The rights that docs/postgres.md gives."""
    import psycopg

    page = (Path(__file__).parents[2] / "docs" / "postgres.md").read_text("utf-8")
    grants = page.partition("```sql\n")[2].partition("```")[0].replace("foam_app", role)
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute(grants)


def move_to_database(made: Desk, cluster: Cluster, folder: Path) -> Desk:
    """A home with the same answer on record, in a database that holds back what people may not see."""
    owner_url = cluster.make_database()
    shutil.copytree(made.folder, folder / "copied")
    with foam.open(folder / "copied", **made.fakes) as home:
        home.record.copy(to=owner_url)
    settings: dict[str, Any] = {"record.by_case": True, "vault": str(folder / "vault")}
    with foam.open(folder / "owner", **{**make_fakes(), **settings, "record.url": owner_url}) as owner:
        assert owner.people.list() == ()
    grant_rights(owner_url, role := f"town_app{next(_NUMBERS)}")
    fakes = {**make_fakes(), **settings, "record.url": owner_url.replace("foam@", f"{role}@")}
    with foam.open(folder / "home", **fakes) as home:
        add_papers(home, folder)
    return Desk(folder=folder / "home", run=made.run, answer=made.answer, fakes=fakes)
