# ruff: noqa: E501
"""Small opponent texts with a planted flaw or none, in three batches.

The first forty were at hand while the reader was made; the second batch showed what it missed, and was mended after.
The third was written last, and nothing was changed for it: what it shows is what to expect.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Planted = Literal["circularity", "contradiction", "false dichotomy", "none"]


class Case(NamedTuple):
    flaw: Planted
    text: str


FIRST = (
    Case("circularity", "The minister is trustworthy because she is honest. She is honest because she is trustworthy."),
    Case(
        "circularity",
        "Free buses are popular because many people ride them. Many people ride free buses since they are popular.",
    ),
    Case(
        "circularity",
        "The ban works because people obey it. People obey the ban because it is respected. "
        "The ban is respected because it works.",
    ),
    Case("circularity", "Private schools are better because private schools are better."),
    Case(
        "circularity",
        "We should believe the report, because its authors are reliable. "
        "The authors are reliable, because we should believe the report.",
    ),
    Case(
        "circularity",
        "The death penalty is just. Why? It is just because criminals deserve it. "
        "Criminals deserve the death penalty because it is just.",
    ),
    Case(
        "circularity",
        "Zoos are necessary because animals need protection. Animals need protection because zoos are necessary.",
    ),
    Case(
        "circularity",
        "The tax is fair, therefore citizens accept it. Citizens accept the tax, therefore it is fair.",
    ),
    Case(
        "circularity",
        "Homework helps pupils. Since homework helps pupils, teachers assign it. "
        "Because teachers assign homework, it helps pupils.",
    ),
    Case(
        "circularity",
        "Nuclear power is safe because the experts approve of nuclear power. "
        "The experts approve of it because nuclear power is safe.",
    ),
    Case(
        "circularity",
        "Our party has the right policy, so the voters back us. The voters back us, so our party has the right policy.",
    ),
    Case(
        "circularity",
        "Social media harms children because their parents worry. Their parents worry because it harms children.",
    ),
    Case("contradiction", "Free transport reduces traffic. Later they told you that free transport does not reduce traffic."),
    Case("contradiction", "School uniforms are cheap for families. School uniforms are expensive for families."),
    Case(
        "contradiction",
        "The plan will increase crime in the city. But nobody should fear it: the plan will decrease crime in the city.",
    ),
    Case("contradiction", "Voters never read the party programmes. Voters read the party programmes."),
    Case(
        "contradiction",
        "A carbon tax is legal under the treaty. My colleague added that a carbon tax is illegal under the treaty.",
    ),
    Case(
        "contradiction",
        "Vaccines are safe for infants, the studies are clear. "
        "And yet we must wait, because vaccines are not safe for infants.",
    ),
    Case("contradiction", "Large dams protect the valley. Every one of these large dams endangers the valley."),
    Case(
        "contradiction",
        "The council cannot afford the new library. The money is there: the council can afford the new library.",
    ),
    Case("contradiction", "Exams are fair to poor pupils. Exams are unfair to poor pupils."),
    Case(
        "contradiction",
        "Immigration raises wages in the region. We all know that immigration lowers wages in the region.",
    ),
    Case(
        "contradiction",
        "The market allocates housing efficiently. Rents are high because the market does not allocate housing efficiently.",
    ),
    Case("contradiction", "Rehabilitation works for young offenders. Rehabilitation fails for young offenders."),
    Case("false dichotomy", "Either we close the border or the country will be ruined."),
    Case("false dichotomy", "There are only two choices: we ban the app, or we give up our children."),
    Case("false dichotomy", "If you do not support the war, you support the enemy."),
    Case("false dichotomy", "Unless the mine is opened, the whole region will starve. There is no alternative."),
    Case("false dichotomy", "You are with the workers or you are against them."),
    Case("false dichotomy", "We must choose between growth and the environment; we cannot have both."),
    Case("false dichotomy", "Questioning the company's rules means disorder. Either one obeys or everything falls apart."),
    Case("false dichotomy", "The only other option is to do nothing and watch the glaciers melt."),
    Case(
        "none",
        "Free buses bring more riders because the fare is gone. More riders justify more frequent buses.",
    ),
    Case(
        "none",
        "Poverty leads to crime, and crime leads to poverty. This spiral is what our plan is meant to break.",
    ),
    Case("none", "Solar power is cheap in the south. Solar power is not cheap in the north."),
    Case(
        "none",
        "Some teachers support the reform. Other teachers do not support the change in their own schools.",
    ),
    Case(
        "none",
        "According to the audit, the clinic saved 40 lives. We should fund it, because it saves lives.",
    ),
    Case("none", "If the levy is repealed, the theatre will close. If the levy stays, the theatre can hire again."),
    Case(
        "none",
        "My opponents say that the plan is expensive. The plan is affordable, as the treasury's own figures show.",
    ),
    Case(
        "none",
        "Smoking in bars was common in 1990. After the law was passed, smoking in bars was not common.",
    ),
)  # fmt: skip

SECOND = (
    Case(
        "circularity",
        "You can rely on this newspaper, since it prints the truth. "
        "And how do we know it prints the truth? Because you can rely on this newspaper.",
    ),
    Case("circularity", "The law must be obeyed, for the law must be obeyed."),
    Case(
        "circularity",
        "Chess is a sport because the federation treats it as one. "
        "The federation treats chess as a sport because it is a sport.",
    ),
    Case(
        "circularity",
        "Tourism is essential. It is essential because our towns depend on visitors. "
        "Our towns depend on visitors because tourism is essential.",
    ),
    Case(
        "circularity",
        "Because the court is independent, its rulings are fair. Because its rulings are fair, the court is independent.",
    ),
    Case(
        "circularity",
        "The vote was legitimate, so the government may act. The government may act, so the vote was legitimate.",
    ),
    Case("contradiction", "Remote work makes teams productive. Remote work makes teams unproductive."),
    Case("contradiction", "The bridge is safe. The engineers signed it off. Yet the bridge is dangerous, so close it."),
    Case("contradiction", "Wind farms kill few birds. The wind farms on our coast kill many birds."),
    Case("contradiction", "Children should be allowed to vote. No child should be allowed to vote."),
    Case("contradiction", "A wealth tax strengthens the economy. Sadly, a wealth tax weakens the economy."),
    Case("contradiction", "The treaty prevents wars. History tells us that the treaty does not prevent wars."),
    Case("false dichotomy", "It is simple: jobs or forests."),
    Case("false dichotomy", "Either the teachers get their rise or no child will ever learn to read again."),
    Case("false dichotomy", "Those who oppose the stadium hate the city."),
    Case("false dichotomy", "We have a choice between this budget and bankruptcy."),
    Case("none", "The river floods because the banks were built over. We should open the banks, because floods kill."),
    Case("none", "High rents push families out. Families move out, so schools lose pupils."),
    Case("none", "Coal is cheap to burn. Coal is not cheap to clean up."),
    Case("none", "The clinic was closed in 2019. The clinic was not closed in 2015, when the first survey was taken."),
    Case("none", "Critics claim that the tram is slow. The tram is fast, and the timetable proves it."),
    Case("none", "Not every cyclist is careless. Some cyclists are careless, and the plan deals with them."),
    Case("none", "We may choose a levy, a loan, or a sale of land; each has its price."),
    Case("none", "If we raise the fee, fewer people will come. If we keep it, more will come."),
)  # fmt: skip

THIRD = (
    Case(
        "circularity",
        "The mayor deserves our trust because she keeps her promises. "
        "She keeps her promises because she deserves our trust.",
    ),
    Case(
        "circularity",
        "Organic food is healthy since doctors recommend it. Doctors recommend organic food since it is healthy.",
    ),
    Case("circularity", "This museum is important because it is famous, and it is famous because it is important."),
    Case(
        "circularity",
        "Censorship protects the young. Why? Because the young are in danger without it. "
        "And the young are in danger because censorship protects them.",
    ),
    Case(
        "circularity",
        "The strike is justified, therefore the public supports it. "
        "The public supports the strike, therefore it is justified.",
    ),
    Case(
        "circularity",
        "Gold keeps its value because people want it. People want gold because it keeps its value.",
    ),
    Case("contradiction", "The new road reduces noise. The new road does not reduce noise."),
    Case("contradiction", "Video games make boys aggressive. I repeat: video games never make boys aggressive."),
    Case("contradiction", "Our schools are underfunded. Our schools have plenty of money."),
    Case("contradiction", "Fishing quotas are necessary. Fishing quotas are unnecessary, because stocks recover."),
    Case("contradiction", "The subsidy encourages waste. The ministry proved that the subsidy discourages waste."),
    Case("contradiction", "Juries are able to follow complex evidence. Juries are unable to follow complex evidence."),
    Case("false dichotomy", "Either we burn coal or we freeze."),
    Case("false dichotomy", "There are only two options, war or surrender."),
    Case("false dichotomy", "Who does not love this plan does not love the country."),
    Case("false dichotomy", "Unless the tax falls, every shop will close."),
    Case("none", "The tower leans because the ground is soft. The ground is soft because the river once ran there."),
    Case("none", "Trams are quiet. Buses are not quiet."),
    Case("none", "Most patients recover. A few patients do not recover, and they need care."),
    Case("none", "Fear drives prices up, and rising prices drive fear. That is how a bubble grows."),
    Case("none", "They claim that libraries are useless. Libraries are useful to a third of the town."),
    Case("none", "Wages rose in the north. Wages fell in the south."),
    Case("none", "You can take the train, the bus or a bicycle; the plan pays for all three."),
    Case("none", "The vaccine works in adults, because the trial says so. The trial did not test children."),
)  # fmt: skip
