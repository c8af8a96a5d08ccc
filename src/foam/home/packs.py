"""Calls about domain packs: list and load them. What works on a pack is imported when it is called."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from foam.home.calls import Late, quick
from foam.home.desk import Desk
from foam.pack.files import shipped_packs
from foam.pack.loader import load_pack
from foam.pack.pack import Pack

if TYPE_CHECKING:
    from foam.home.pack_upkeep import PackUpkeepCalls

    class LatePackCalls(PackUpkeepCalls):
        """As a type checker sees them: with their arguments and results."""

else:

    class LatePackCalls:
        """The calls that are imported when they are first looked up."""

        show = Late("foam.home.pack_upkeep", "PackUpkeepCalls")
        check = Late("foam.home.pack_upkeep", "PackUpkeepCalls")
        survey = Late("foam.home.pack_upkeep", "PackUpkeepCalls")
        new = Late("foam.home.pack_upkeep", "PackUpkeepCalls")
        accept = Late("foam.home.pack_upkeep", "PackUpkeepCalls")
        forget = Late("foam.home.pack_upkeep", "PackUpkeepCalls")


class PackCalls(LatePackCalls):
    """`home.pack`: what differs by domain. A pack is given by its name or its folder."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @quick
    def list(self) -> tuple[Pack, ...]:
        """The packs that come with FOAM."""
        return tuple(load_pack(name) for name in shipped_packs())

    @quick
    def load(self, name: str | Path | None = None) -> Pack:
        """A pack; without a name, the pack of the settings."""
        return self._desk.load_pack(None if name is None else str(name))
