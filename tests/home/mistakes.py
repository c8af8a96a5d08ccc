"""Slips that a type checker finds: `make check` refuses a `type: ignore` that nothing needs. Nothing here is run."""

from __future__ import annotations

import foam


def mistake_ask(home: foam.Home) -> None:
    home.ask()  # type: ignore[call-arg]
    home.ask(3)  # type: ignore[arg-type]
    home.ask("Why?", modle="local")  # type: ignore[call-arg]
    home.ask("Why?", seed="7")  # type: ignore[arg-type]
    home.ask("Why?", library="yes")  # type: ignore[arg-type]
    home.ask("Why?", seats=["for"])  # type: ignore[call-arg]


def mistake_deliberate(home: foam.Home) -> None:
    home.deliberate("Why?", optoins=["a", "b"])  # type: ignore[call-arg]
    home.deliberate("Why?", protocol="council")  # type: ignore[arg-type]
    home.deliberate("Why?", tier="high")  # type: ignore[arg-type]
    home.deliberate("Why?", seats=[3])  # type: ignore[list-item]
    home.deliberate("Why?", seat_models=["local"])  # type: ignore[arg-type]
    home.deliberate("Why?", rules=7)  # type: ignore[arg-type]
    home.deliberate("Why?", speach="1AC")  # type: ignore[call-arg]
    home.deliberate(foam.orders.DebateOrder())  # type: ignore[arg-type]
    home.estimate.deliberate("Why?", protocols="auto")  # type: ignore[call-arg]


def mistake_case(home: foam.Home) -> None:
    home.case("x", speach="1AC")  # type: ignore[call-arg]
    home.case("x", words="many")  # type: ignore[arg-type]
    home.case("x", pins=["slot"])  # type: ignore[arg-type]
    home.case("x", seat=3)  # type: ignore[arg-type]
    home.case("x", drop=["slot"])  # type: ignore[call-arg]
    home.case.write("x", answering="1AC.docx")  # type: ignore[arg-type]
    home.case.write("x", plan=None)  # type: ignore[arg-type]
    home.estimate.case("x", stratgey="traditional")  # type: ignore[call-arg]


def mistake_debate(home: foam.Home) -> None:
    home.debate("x", pro="r-debatr")  # type: ignore[arg-type]
    home.debate("x", format="ld")  # type: ignore[call-arg]
    home.debate("x", words_per_minute="fast")  # type: ignore[arg-type]
    home.debate("x", without="everything")  # type: ignore[arg-type]
    home.debate("x", judge="yes")  # type: ignore[arg-type]
    home.debate.next("x", "pro")  # type: ignore[arg-type]
    home.debate.evaluate("x", methods=["inspired"])  # type: ignore[list-item]
    home.debate.evaluate("x", control=True)  # type: ignore[call-arg]
    home.estimate.debate("x", attempt=3)  # type: ignore[call-arg]


def mistake_order(home: foam.Home) -> None:
    foam.orders.DebateOrder(wrods=300)  # type: ignore[call-arg]
    foam.orders.AskOrder()  # type: ignore[call-arg]
    home.work.add("Why?")  # type: ignore[arg-type]
    home.work.debate("x")  # type: ignore[attr-defined]


def mistake_contest(home: foam.Home) -> None:
    home.contest("x", "leaf", kind="relevence", because="No.")  # type: ignore[call-overload]
    home.contest("x", "leaf", kind="not_so", becuase="No.")  # type: ignore[call-overload]
    home.contest.open("x", "leaf", kind="not_so", because="No.", at="05#s4", hold="yes")  # type: ignore[arg-type]
    home.contest.answer("x", move="conceed")  # type: ignore[arg-type]
    home.examine("letter.txt", roles={"letter": "judge"})  # type: ignore[dict-item]
    home.examine("letter.txt", decission="letter.txt")  # type: ignore[call-arg]


def mistake_result(home: foam.Home) -> None:
    answer = home.deliberate("Why?")
    print(answer.tree)  # type: ignore[attr-defined]
    print(answer.view.claimz)  # type: ignore[attr-defined]
    answer.save(3)  # type: ignore[arg-type]
    print(home.dossier("x").claimz)  # type: ignore[attr-defined]
    print(home.case("x").view.slotz)  # type: ignore[attr-defined]
    print(home.contest("x", "leaf", kind="not_so", because="No.").view.outcom)  # type: ignore[attr-defined]
    home.delibrate("Why?")  # type: ignore[attr-defined]
