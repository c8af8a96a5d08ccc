"""Ordinary words of English: a capital at the beginning of a sentence says nothing about them.

The list holds one form of each; others are found by their stem and by endings that names hardly have.
"""

from __future__ import annotations

import re
from functools import cache

from foam.text.stem import stem

_ENDINGS = re.compile(
    r"\w{2,}(?:tions?|sions?|ments?|ness(?:es)?|it(?:y|ies)|isms?|ances?|ences?|ships?|hoods?|fully|ously|ively|"
    r"ably|ibly|ally|edly|ingly|ently|antly|arily|ingness|ability|ologists?|ology|ographies|ography|ises?|ized?|izes?|ised)"
)
"""Endings of ordinary words; at least two letters stand before them."""
_SHORTENED = re.compile(r"(?:n't|'(?:s|re|ve|ll|d|m))$")


@cache
def is_ordinary(word: str) -> bool:
    """Whether a word, in any case, is one of the language and not a name."""
    low = _SHORTENED.sub("", word.lower().replace("’", "'"))
    if not low.isalpha() or low in _WORDS:
        return low in _WORDS or not low
    if stem(low) in _stem_words() or _ENDINGS.fullmatch(low):
        return True
    return low.startswith(("non", "un", "re", "over", "under", "out")) and any(
        stem(low.removeprefix(start)) in _stem_words() for start in ("non", "un", "re", "over", "under", "out")
    )


@cache
def _stem_words() -> frozenset[str]:
    return frozenset(map(stem, _WORDS))


_LIST = """
a abandon abbreviations abide ability ablations able abnormal abolish abolition abolitionist aboriginal abort aborted
about above abridge abridging abroad abrupt absence absent absolute absorb abstain abstract absurd abundant abuse
academic accelerate accents accepted accessed accessory accidental accidents accommodate accompany accomplish
according account accumulate accuracy accurate accused accustom ache achieve acid acknowledged acquaint acquire
acquisition acquitted acre acronym across act action activist activity actor actual adapt added addiction additions
address adequacy adequate adhere adjacent adjective adjust administer administered administering administration admire
admission admitted adolescent adopt adore ads adult advanced advantage advent adventure adverb adverse advertise
advice advisors advisory advocate aerial aerobic aesthetic affair affected affiliate affinity affirmed affluent afford
aforementioned afraid after aftermath afternoon afterwards again against age agency agenda agent aggravated aggregate
aggression agile ago agony agrarian agree agreement agriculture ahead aid aim ain't air aircraft airline airplane
airport airstrip aisle alarms albeit album alcohol alert algae algebra alias aliases alien alignment alike alive all
allegedly alleviate alley alliance allocate allotting allowed ally almost alone along alongside aloud alpha alphabet
already also altar altered alternative although altitude altogether aluminium always am amateur amaze ambassadors
ambiguous ambition ambitious ambulance amendments amid amidst amnesty among amongst amounts ample amplification
amplifies amuse an anabolic analogy analyser analysis analyst analysts analytic analyze analyzed anarchist ancestor
ancestry anchors ancient and anesthesia anew angel anger angle angry animals annex anniversary annotator announced
announcing annual anonymous anorexics another answer antagonist anthem anti anticipated antiquated antisemitic
antisocial anxiety any anybody anyhow anymore anyone anything anyway anywhere apart apologise apology apparatus
apparently appeal appearance append appendix appetite apple appliance applicant apply appointed appreciate apprentice
approach appropriate approve approximate aquatic arbitrary archaeology archbishop architect architecture archive
arctic are area aren't arena arguably argue argument arise arisen aristocrat arithmetic arm armour army aroma arose
around arousal arranged arrays arrest arrive arrows arson art artefact articles articulated artifacts artificial
artist as ash ashamed aside asked asleep aspect aspire assassinating assault assembled assent asserts assess assessed
assessing asset assigned assimilate assimilated assistant associate assume assumption assure asthma astonish astronaut
asylum at athlete atmosphere atomic attachments attacks attain attained attempt attend attention attitude attorney
attract attributes auction audience audio audit auditor aunt austere authentic author authorise authoritative auto
autobiography autograph automakers automatic automobile autonomy autumn auxiliary availability avalanche avenue
average avert aviation avoid awaited award aware away awful awkward axis baby bachelor back backend backers background
backlash backlist bacon bacteria bad badges bag bailout bake balanced balcony ball ballet balloon ballots bamboo ban
banana band bandit bank banker bankruptcy banner baptism barbaric bare bargain bark barn baron barracks barrel barrier
bars base baseball baseline basement basics basin basis basket basketball bass bat batches bath battery battle
battlefield bay beach beam bean bear beard beast beats beauty became because becomes bed beef been beer bees before
beforehand beg began beggars begin begun behalf behaves behavior behaviour behest behind behold being belief believe
bell belly belongs beloved below belt bench benchmark bend beneath beneficial beneficiaries beneficiary benefits berry
beside best bestow bet beta betray better between beverage beyond bias bible biblical bicycle bid big bigger biggest
bilateral bilingual bill billions binary binds binomial biodiversity biofuel biography biology biomass bird birth
birthday birthplace birthright biscuit bisection bishop bit bite bitter black blackmarket blade blame blank blanket
blasphemous blasphemy blast blaze bleed blend bless blind block blockade blockquote blogs blood blow blue blunt blush
board boast boats bodily body boiled bold bolt bomb bombers bond bone bonus book boom boost boot booth bootstrap
border bore borne borrows boss both bother bottle bottom bought bounce bound boundary bouts bow bowl box boxers boy
boycott boycotting bracket brain brake branch brand brass brave breach bread breadth breakdown breakfast breaks
breakthroughs breast breastfeeding breathe breeding breeze brew bribe bribery brick bride bridge brief briefly bright
brings broad broadcast broader broke broken bronze broom brother brought brown browser brush brutal bucket bud buddy
budget buffalo bug build builder built bulk bull bullet bullfighting bullying bunch bundle bunker burden bureau
bureaucracy bureaucratic burglar burial burn burqa burst burying bus buses bush businessman businessmen busy but
butcher butter button buy buyer by bye bypass bytes cabin cabinet cable cached cafe caffeinated cage cake calculation
calculus calendar calf calibration call caller calm calorie calves came camel camera camp campaign can can't canal
cancels cancer candidates candle candy cannabis cannon cannot canoe canonical canvas cap capable cape capita capital
capitalised capitalist captain capture caravan carbon card cardiovascular care career cargo carpenter carpet carriage
carry cars cart cartels cartoons carve cascade case cash casinos cast castle casual casualty catalogue catastrophic
catcher catches categories cathedral cats cattle caught causal cause caution cautious cave cavity cease ceasefire
ceiling celebrate celibacy celibate cell cello cellulosic cement cemetery censored censoring censors censorship census
cent center central centre century ceremony certain certainty certificate cervical chain chair chalk challenge chamber
champagne champion chance chancellor changed channel chaos chapel chapter characteristics characters charge charitable
charity charm chart charter chase chat chauffeur cheap cheaper cheat check checkable checklist cheek cheer cheese chef
chemical cherry chess chest chewing chicken chief chiefly child childbearing childbirth childhood children chin chip
chocolate choice choir choke cholesterol choose chord chorus chose chosen chronic chronicle chunks church cigarette
cinema circles circuit circulated circumventing circus citation cited citizen citizenry city civil civilian claim
clamp clan clandestine clarify clash class classic classification classified classifies classify classroom clause clay
cleaned cleaner cleantech clear clearcutting clergy clerk clever click client cliff climate climb cling clinic clip
clock cloned closed closer closest closet closure clothes cloud club clue clumsy clustered coach coal coalition coast
coat coca cocaine cock code coerced coercion coercive coffee coffin cognitive coherence cohort coin coincide cold
collapse collar colleague collection collector college collision colonel colonists colonizing colony color colour
columnist columns combat combination come comedy comet comfort comic comma command commemorate commence commentary
comments commerce commercial commission commitment committee commodity common commonplace communal communicate
communism communist community commute companion company compared comparison compassionate compatible compelling
compensate compete competitive competitors compilation complains complaint complement completion complex complicated
complied compliment comply component composed compound compounds comprehensiveness compressed comprise compromising
compulsive compulsory computed con concave concealed conceded conceived concentrate concept concerns concert concluded
conclusion concrete concurrency condemn condition condom condoning conducive conduct cone confederate confer confess
confidence configuration confine confirmed confiscated conflict conform confounding confront confronted confuse
congenital congestion congratulate congregation congressional congressmen connection conquer conquest conscience
conscientious conscious consecutive consensual consensus consent consequently conservative considerable considers
consistent console consolidated conspiracy constable constant constituent constituents constitution constrained
constraints constructive construed consultancy consume contact container contaminating contemporary contempt contend
content contentious contest context contiguous continent continental contingent continuation contraceptives contract
contractors contradictory contradicts contrary contrast contribute contributor contributors control controversial
convened convenient convention converged conversation convert convey convicted convinces convincingness cook cool
cooperating coordinated cope copper cops copy copyright coral cord core corn corner corporation corps corpse corpus
correct correlation correspond corresponding corridor corruption cosine cosmetic cost costume cottage cotton couch
cough could couldn't council counsel countable counter counteract counterpart counterparts counterplan
counterproductive counties countless country countryside counts coup couple courage course court courtesy courtyard
cousin covenant cover coverage cow coward crab crack crackdown craft crash cream create creative creators creature
credible credit creek creep crew crime criminalise criminalize crisis criteria criterion critical criticised critiqued
crocodile crop crossed crowded crowns crucial crude cruel cruelty cruise crush cry crystal cube cue culling culminated
cultivated cultural cumulative cup cupboard curation curb cure curfew curious curl currency currently curriculum curse
curtail curtain curve cushion custody customary customer cut cyberbullying cycles cyclist dad daily dairy damaged
damped dams dance dangerous dare dark dash data database date daughter dawn day daylight dead deadline deaf dealer
deals dealt dean dear dearer deaths debate debt debut decade decay deceased deceive decent deceptive decided decimals
decision deck declared declined decorate decrease decree decriminalizing dedicate deduplicated deemed deep deeper
deepest deeply deer def defamatory default defeated defective defence defends defense deficit defined definitions
deforested defy degrade degraded degrees delay delegate deleted deleterious deliberation delicate delicious delight
delinquents deliver delivery delta demand demeaning democracy democrat demographic demolish demonstrations denial
denied deniers denounce dense denser dental dentist depart depends depict depicted deploy deployed deporting deposit
depot depress deprive depth deputy derived descend descent describe description desert deserve design desire desk
despair despite dessert destiny destroys destructive detach details detain detainees detective deter deteriorate
determiner deterministic deterrent detonated detractors detrimental devastating development developmental deviant
deviation device devil devote diabetes diagnose diagnosis diagram dialect dialogue diamond diary dichotomy dictator
dictionaries did didn't die diesel diet diff differ differentiate difficult difficulties dig digest digits dignity
dilemma dim dimensions diminish dine dinner dinosaur dioxide dip diploma diplomacy diplomat direction directory dirt
disability disadvantage disagree disagreement disappear disappoint disapproval disapproved disarming disaster
disastrous disbelieves discipline disclose disclosed disclosure discomfort discontinued discount discourage discourse
discover discoveries discredited discrimination discriminatory discuss disease disguise disgust dish dishonest
disincentives disk dislike dismantle dismantled dismantling dismissed disorder disparate dispensaries disperse
dispersed displaced display disposable disposal disposition disproportionate dispute disregard disrespectful disrupt
disseminate disseminated dissent dissident dissidents dissolve distance distant distinct distinguish distort distract
distress distribution district distrust disturb dive diversity diverted diverting divided division divorce do dock
doctor doctrines document documentary does doesn't dog doi doll dollars dolphin domain dome domestic dominant dominion
don don't donate done donkey donor door dopamine dorm dose dossier dot double doubts dough down download downtown
downward dozen dozens draft drag dragon drain drama dramatic drawer drawn draws dread dream dress drift driftnet
drilling drink drive driven drivers dropped drought drown drug drum drunk dry dubbed duck due duel duke dull dump duo
durable during dust duty dwell dwellers dye dynamics dynasty each eager eagle ear earlier earliest early earmarks
earned earring earth earthquake ease easier easily east easy eating echoes eclipse economic economist economy
ecosystem edges editors edits education effect efficacy efficiently effort eggs eight eighteen ein either elaborate
elaborated elder eldest elect electoral electric electron elegant element elementary elephant elevator eleven eligible
elimination elite ellipsis else elsewhere email embargo embark embarrass embassy embedded embedder embeds embodied
embolden embrace embryo embryonic emerge emergency emigrate eminent emissions emit emoji emotion emperor emphasis
emphasizing empire employee employer empower empty enable enact enacted enacting enclaves encoder encompass
encompasses encompassing encounter encourage encrypted encyclical encyclopedia end endanger endemic endorsed endpoint
endure enemy energy enforce engage engine enhanced enjoy enlist enormous enough enrich enrol ensemble enshrined ensue
ensure entailment enterprise enters entertain enthusiasm entirely entirety entities entitled entrance entrant
entrenched entrepreneurs entry envelope environment environmental envy epic epidemic episode epistemic equal equation
equilibria equilibrium equip equitable equity equivalent era eradicate erased erasure erect erodes error erupt
escalated escaped especially essay essence essential establish estate esteem estimates eta etc eternal ethanol ethical
ethnic euthanasia euthanizing evacuate evade evaluator even evening event eventually ever every everybody everyday
everyone everything everywhere evidence evidenced evil evolution evolutionary evolve evolved evolving exacerbate exact
exaggerated exam examined example exceeds excellent except excerpt excess exchanged excite exclude exclusive excuse
execute exemplars exemplified exempt exercise exert exhale exhaustively exhibit exile exist exit exotic expand
expansive expected expedition expel expensive experienced experiment experimental expert expired explain explanation
explicit explode exploit explore exponent export expose exposure expression expressly exquisite extended extension
extent exterior external extinct extra extract extraordinary extreme extremist eyes fabricated fabulous face facets
facilitate facilitated facilitates facilitating facility fact facto factor factory factual faculty fade fails failure
faint fair fairer fairy faith fake fallbacks fallen fallout falls false falsehood fame family famine famous fan
fantastic fantasy far fares farmer farmland farms fascist fashion fast faster fastest fat fatal fate father fatigue
fault faulty favor favour favourite fear feasibility feast feather features fed federation feedback feeds feel fees
feet fell fellow felons female feminist fenced ferry fertile festival fetched fetus feudal fever few fewer fewest
fiance fibre fictional field fierce fifteen fifth fiftieth fifty fig fight fighter fighters figures file filibuster
filled film filters final finalists finance financial finds fine finer finger finished finite fire firearms fireman
firm first fiscal fish fist fit five fixed fixtures flagged flame flash flat flavour flaw flee fleet flesh flexible
flight flipped float flock flood floor flotilla flour flow flowers fluid flushed flute fly foam focus fog fold folder
folk follows font food fool foot football footers footnote for forbade forbid forbidden forced forcible forecast
forefront foreign foremost foreskin forest forever forfeit forged forger forgery forget forgive forgotten forked form
formal format former formula fort fortnight fortress fortune forty forum forward fossil foster fought found foundation
founder four fourth fox fraction fragile fragment frame framers framework franchise frankly fraud free freedom freely
freeze freight frequently fresh friction fridge friend frighten frog from front frontier frost frown frozen fruit
frustrate fry fuel fulfill full fully fun functions fundamental funds funeral fur furniture further furthermore fury
fused fusion future gain galaxy gallery gallon gallop gambling game gamers gang ganz gap garage garbage garden garlic
garment gas gases gasoline gate gatekeeper gateway gathers gauge gave gay gaze gear gem gender gene general generated
generic generous genetic genius genocide genre gentle gentlemen genuine geoengineering geographical geological
geothermal gesture gets ghost giant gibberish gift giraffe girl given gives glacier glad glance glass glimpse global
globe glory glossary glove glow glue goal goat god goddess goes going gold golf gone good goodbye goose gorgeous
gorilla gossip got gov government gown grab grace graded gradual graduate graffiti grain grammar grand grandfather
grandmother grandparents granite grant grape graph graphic grasp grass grassroots grateful grave gravel gravity graze
great greater greatest greed greedily green greenhouse greet grew grey grid grief grill grin grip grocery groom gross
ground group grown grows growth gruesome guarantee guard guardian guerrilla guess guest guidance guide guilt guilty
guitar guitarist gulf gun gut gymnasium habeas habit habitat had hadn't hair half hall halted halves hammer hand
handguns handicap handle handsome hangs happened happy harbor harbour hard harder hardest hardship hardware harm
harmless harmony harness harsh harvest has hashed hasn't haste hat hatch hate hatred haul haunt have haven't hawk
hazard he he'd he'll he's head header headquarters heal health healthcare healthier healthy heap heard hearing heart
heat heaven heavier heavily heavy hectare hectares hedged hegemony height heightened heinous heir held helicopter hell
helmet help hence henceforth her herb herd here hereby hereditary heretic heritage hero herring herself hesitate
heterogeneous heterosexual hex hidden hide hierarchy high higher highest highlight highway hijab hike hill him himself
hinder hindered hinders hint hip hire his historian historians historic history hits hive hobby hockey holder holds
holes holidays holocaust holy home homeland homeless homeschool homework homicide homogeneous homosexual honest honey
honor honour hook hope horizon hormone horn horrible horror horse hospital host hostage hostile hot hotel hound hours
house household how however http https hug huge human humanitarian humankind humble humid humour hundred hung hunger
hungry hunt hunter hurricane hurry hurt husband hut hybrid hydrocarbons hydroelectric hydrogen hydropower hymn hyphen
hypocritical hypothetical i i'd i'll i'm i've ice icon idea ideal identified identity ideology idiot idle idol ids if
ignored ill illegal illegitimate illicit illusion illustrate imagery images imagine imbalance imbalanced img imitation
immaterial immediately immense immigrant imminent immoral immortal immune impact impair impart impartial impeach
impede impending imperative imperial impetus implant implementation implicated implicit implicitly imply import impose
impossible impotency impoverished impractical impress imprisonment improperly improved impulse in inaccurate inactive
inadequate inappropriate inaugurate incapable incarcerated incentive incest incestuous inch incident incite incline
included inclusive income incompatible incomplete inconsistent incorporate incorrect increase incumbents incur
indecent indeed indefensible indefinite independent index indicates indict indigenous indirect individual indoor
induce indulging industry ineffective inefficient inequality inevitable inexpensive inf infamous infancy infant
infanticide infection infectious inference inferior infertile infinite inflation inflict influence influential influx
info inform infrastructure infringe ingredient inhabit inherent inherit inhibit inhumane initial inject injure
injuries injustice ink inline inmate inn innate inner innocent innovation input inquiry insane inscription insect
insert inside insight insist inspect inspector inspire installed instance instant instead instinct institution
instructions instrument insufficient insulin insult insurance insurgency intact integers integrity intellectual
intelligence intended intense intensified intent interacting intercepts intercourse interest interfere interior
intermediate intermittent internal international internet interpersonal interpret interrupted interval intervene
interview intimacy intimate into intra intrigue intrinsic introduced intrusive invade invalid invaluable invariant
invasion invented inventor invest investigate investor invite invoke invoked involuntary involve iron irrational
irregular irrelevant irrespective irresponsible irreversible is island isle isn't isolate isotope issued ist it'd
it'll it's items iteration its itself ivory jacket jaguar jail jar jaw jazz jealous jeans jest jet jewel jewellery job
jockey joined joiner joint joke journal journalist journey joy judge judgement judicial juice jumps jungle junior junk
juror jury just justice justified juvenile kangaroo kappa keen keeps kept kettle key keyring keywords kick kid kidnap
kidney killed killers kilometers kilowatt kind king kingdom kiss kit kitchen kite knee kneel knife knight knit knives
knock knot know knowledge known kritik lab labels labor laboratory labour lace lacks ladder ladies laid lake lam lamb
lambda lamp land landlord landmark landmines landowners landscape lane language lantern lap laptop large larger
largest laser lash last late later latest latitude latter laugh laughter launch launchers laundry lava lavish law
lawless lawn lawsuits lawyer lax lay layers layout lazy leader leads leaf league leak leans leap learning learnt lease
least leather leaves lecture led left leg legacy legal legalise legend legible legislation legitimacy legitimate
leisure lemon lend length lengthen lengthy lens leopard lesbian less lessen lesser lessons lest let's lets letter
letzten level levy liable liar libel liberal libertarian liberty librarian library licence license licit lid lies
lieutenant life lifelong lifestyle lifetime lifted light likelier likeliest likelihood likely likened likewise lily
limb lime limit line linear linen liner linguistic link lion lip liquid liquor list listens literacy literal
literature litter little live liver livestock loaded loaf loan lobbying lobbyist lobster local locate lock locker
lodge log logarithm logic logistic logit lone long longer longest longitude longstanding look lookup loop loose looser
lord lorry los lose loser loss lost lot lottery loudly lounge love lover low lower lowest loyal loyalist loyalty luck
lucrative lump lunch lung luxury lyric machine machinery mad made magazine magic magician magistrate magnet
magnificent magnitude maid mail main mainland mainstream maintain majesty majority make makers male mall mammal man
manage mandate mandatory manifest manipulative mankind manner manpower mansion manufacture manuscript many map
marathon marble march marginal marijuana marine marital markers market marketplace marks markup marriage marry marsh
marshal martial marvel masked mason mass massacre massive mast master match mate material maternity math mathematics
matrices matrix matter mattress mature max maximises maximizing maximum may maybe mayor me meadow meal mean meaningful
meant meanwhile measured meat mechanical medal media median mediation medical medicine medieval medium meets mega
melody melt members membership membrane membranes memo memoir memory men mend mental mention menu menus mercenaries
merchant mercy merely merger merging merit merry mess message met meta metadata metal metaphor meteor meters methane
method methodologies metrics metro middle midfield midnight might mighty migrant migrate mild mile militants military
militia milk mill millennia million milliseconds min mind mine mineral minimal minimum minister ministry minor mint
minus minutes miracle mirror misattributed misbehaves miscarriage miserable misery misguided mislabelling misleading
misquotation missile missing mission missionary mist mistake mistaken misuse mitigate mitigating mixed mixture mob
mobile mocked modality model moderators modern modes modest modified module moist molecule moment monarch monarchies
monastery monetary money monitor monk monkey monopoly monotonicity monster months monument mood moon moral more
moreover morning mortal mortar mortgage mosque mosquito most motel mother motif motion motivated motor motorcycle
motorist mould mountain mountaintop mounted mouse mouth move movement movie much mud multi multicultural multilateral
multilingual multinational multinomial multiple multiplied multitude municipal mural murder muscle museums mushroom
music musician must mustn't mutated mutual my mystery myth nail naive naked name namespace nanny narrated narrow
narrowed narrowly nascent nasty nationalist nationalize native nats natural nav naval navigate navy near nearby nearer
nearest neat necessary neck needle needs negation neglect negligible negotiating neighboring neighbours neither
neonatal nephew nerve nervous nested net network neutral never nevertheless new newborns newcomer newer newest newly
news newspaper next niche nicht nie niece night nightmare nine nitrogen no nobility noble nobody nod node noise
nominal nominee non nonce none nonetheless nonprofit noon nor normal normalised normative norms north nose nostalgia
not notably notebook noted nothing notice notified notorious notwithstanding noun novel novelist now nowadays nowhere
nuclear nucleus nude nuisance nukes null number numeracy numerical numpy nun nupunkt nurse nut nutrients nutrition oak
oath obesity obeyed objection objector obligated obligatory observe obsolete obstacle obtain obviously occasion
occasionally occupational occupy occur ocean odd odour of off offence offend offense offered office official offline
offset offshore offspring often oh oil ok old older oldest olive omission on once one oneself ongoing onion online
only onset onto onward onwards open opera operator opined opinion opponents opportunity opposed opposite oppressive
optimal optimist options or oracle orange orbit orchestra ordeal order ordinary organ organic organisation organism
organization orient origin ornament orphan other otherwise ought our ourselves out outbreak outcome outdoor outer
outfit outlaw outline output outrage outranks outright outside outstanding outward outweighs oven over overall
overcome overdue overgeneralisation overlap overlay overlook overrides overseas oversee oversight overt overtake
overthrow overtime overturns overwhelming overwrites overwritten owes owl own owner oxide oxygen oyster pace pack
package pact padding paddle page pageantry pageants paid pain painted painter pairs pairwise palace palliative palm
pamphlet pan pandemic panel panic panther paparazzi paper paperback parachute parade paradise paradox paragraph
parallel parameter paramilitary paraphrase parcel pardon parent parish parking parliament parliamentarians parody
parrot parsed parser part partial participants participatory particular partitioning partners party pass passage
passenger passion passive passphrase passport password past pastor pastry patch patent path pathlib patience patients
patriotic patrol patron pattern pauses pave pavement paw pay payload payment payoff peace peacetime peak peasant
peculiar pedal pedestrian peel peer pen penalty pencil pending penetrate penile peninsula penis penny pension people
pepper per perceive percent percentage percentile percussion perfect perform perfume perhaps peril period perish
permanent permission permits permutation perpetrator perpetuate perplexity persecute persist person personas personnel
perspectives persuade pertaining pervasive pest pesticides pet petition petrol pharmaceutical pharmacy phases
phenomena phenomenon philosopher philosophy phone photograph photos phrase phrases physical physician physiological
phytoplankton pianist piano pickle picks picnic picture piece pier pig pile pill pillar pillow pilot pine pink pinned
pint pioneer pip pipe pipeline pirate pistol pit pitch pity pizza place placeholders placement plague plain plaintiff
plan plane planet planks planners plantation planted plaster plastic plate plateau platform plausible play player
playoff playwright plea plead pleasant please pleasure pledge plenty plot plug plumber plunge pluralism plus plutonium
poaching pocket pod poem poet poetry point pointers poison polarity pole police policy policymakers polish polite
politician poll pollen pollution polygamous polygamy pond pony pool poor poorer poorest pop pope populace popular
population populist porch pork porn port portfolio portion portrait portray pose position possess possible postings
postponement postulates potato potent potential pottery pour poverty powder power practice practitioners praise pray
prayer pre preach precautionary precedes precious precision predator predecessor predicates predict predictor
predispose predominant preferential preferred prefix pregnancy pregnant prejudice premature premier premise premium
prenatal prenuptial prepared prepuce prescribe prescribed presence presenting preserve president presidential presses
pressure prestige presumed pretext pretty prevail prevalent prevent previous prey prices pride priest primacy
primarily primary primate prime primitive prince princess principal principle printable printed priorities priors
prison privacy private privilege prize pro probability probe problem problematic procedure proceed process processor
proclaim procreative produce products profession professional professor profile profit profound program programme
progress prohibit project prolonged prominent promise promotes prompt promulgated prone pronounced proof propaganda
propelled proper property prophylactics proponents proportion proposal prose prosecute prosecutors prospect prosper
prostitution protagonist protect protectionist protein protest protocol prototype proud prov provenance proves provide
province provoke proximity proxy psychology puberty public published pudding pull pulse pumps punch punctuation
punished punitive pupils puppet puppy purchase pure purple purported purporting purpose purse pursue pursuit push put
puzzle pydantic pypdf pyramid python quadratic qualifications qualify quality quantifier quantile quantised quantity
quantum quarrel quarry quarter quartet queen query quest question queue quick quicker quiet quite quiz quo quorum
quota quotation quoted rabbit race racer racial racism racist rack radar radiation radical radio radioactive rage raid
rail railway rain rainforests raises rally ran ranch random randomised range ranks ransom rape rapid rare rarest rat
rate raters rather ratified rationale rationing ratios raw ray razor reachable reached reactor read readable reader
readily ready real realist realizing really realm rear reason rebate rebel rebellion rebut rebuttal recall receipt
received recent reception recession recipe recipient reciprocal reckless reckon recognised recognition recognizing
recommends recomputed record recover recovery recreational recruit rectangle recurring red redact redirect redline
redrawing redrawn reduce referee reference referendum refinement reflect reform refrain refresh refuge refugee refused
refute regain regard regardless regime regiment region registered registry regression regret regular regulate rehearse
reign reindex reinforcement rejected rejoice relabelled relation relax relay released relevance reliable relic relief
relieve religion religious reluctant rely remain remainder remark rematches remedy remembered remind remote removed
renaissance renamed rendered renewable renovate renown rent renumbered reopened reordered repair repeal repeat
repetition replaced replay replica replicates reply report repressive reproduces reptile republic republican
reputation request required rerun resampled rescue researcher resemble reserved reservoirs resident residential
residue resign resist resolution resolve resort resource respect respiratory respond response rest restate restaurant
restored restrain restraint restraints restrict result resumed retail retain retire retract retreat retries retrieval
returns reunion reused reveal revenge revenue revere reversed reviewed revised revive revocation revoked revolt
revolution reward reweighting rewrite rewritten rhetoric rhyme rhythm rib ribbon rice rich richer richest rid ride
riders ridicule rifle right righteous rigid rigorous ring riot rip ripe rise risen risk risky ritual rival rivalries
river road roar roast rob robbery robe robot robust rock rocket rod rogue role rolled romance romantic roof room
roommate root rope rose rotary rotation rotten roughly roulette round route routinely row royal rub rubbish rubric rug
rugby ruined rule ruler rumors rumour run runner runway rural rush rust sabotage sack sacred sacrifice sad saddle safe
safeguards safer safety saga said sail sailor saint sake salad salary sales salience salient salmon salon salt salute
same sample sanction sands sandwich sat satellite satire satisfy sauce sausage savage save saw says scale scandal
scanned scanners scar scarcely scare scarves scattered scenario scene scenery scent sceptic schedule schema schemes
scholarly school science scientific scientist scissors scope score scorn scout scramble scrap scratch scream screen
screenplay screw scripted scrubs scrutiny sculptor sculpture sea seafood seal seaman search searcher seaside season
seat secede second secondary secondhand secret secretary section sector security sedentary seditious see seed seek
seekers seemingly seen segments segregation seize seizure seldom selection selectors self selfish sell semantics
semaphore semen semi semicolons seminal senate senders sends senior sense sensitive sent sentence separates sequences
sequestered sergeant series serious sermon servant server serves service servitude session set settled settlers seven
seventeen several sew sex sexual shading shadow shake shall shallow shame shape share shareholders shark sharp
sharpens sharply she she'd she'll she's shed sheep sheer sheet shelf shell shelter shepherd shield shift shine shingle
shipment shipped shirt shock shoe shoot shooter shops shore short shortage shortcuts shortened shorter shortest should
shoulder shouldn shouldn't shouting shovel show shower shown shrank shrimp shrine shrink shuffled shut siblings sick
side siege sigh sight signals signatories signatory signature signed signer significance silenced silent silk silly
silver similarity simple simpler simplest simply simulation sin since sincere sing singer single sinking sister site
sits six sixteen sixth sixty size skeleton skeptical sketch skewed ski skill skin skipped skirt skull sky slam slander
slap slaughter slave slavery sleep sleeve slices sliding slightly slim slip slippery slogan slope slot slow slower
slowest slowly slums smacking small smaller smallest smart smash smell smile smoker smoking smoky smooth smuggled
smuggling snack snake snapshot sniper snow so so-called soak soap sober soccer social socialist societal society socio
socioeconomic sociological socket soda sofa soft software soil solar sold soldier sole solicitor solid solo soloist
solvency solves some somebody somehow someone something sometimes somewhat somewhere son song soon sooner
sophisticated soprano sorrow sorted sought soul sound soup source south southern sovereign sovereignty sow space span
spares spark spatial speaker speaks spear spec special specialist species specifically specified specifies specimen
spectacle spectator spectrum speculated speech speed spell spelt spend spent sperm sphere spider spill spin spine
spiral spirit spiritual spite splendid split spoil spoilt spoke spoken spokesman spokeswoman sponsor spoon sport spot
spouse spray spread spring spur spy squad square squeeze stab stability stable stacked stadium staff stage stake
stakeholders stale stall stamp stance standard standardised stands staple star stare start starve state statement
statesman static station stationary statistics statue status stays steadily steady steak steal steam steel steep steer
stemmer stems step stereotypes steroids stick stiff stifle stigma still stimulate stimulus sting stipulated stir
stitch stock stockpile stockpiles stockpiling stole stolen stomach stones stood stool stoop stopped storage store
storm story straightforward straights strain strand strange stranger strap strata strategic strategies stratified
stratum straw stray streak streamed street streetcar strength strengthen stress stretch strict stricter strife striker
strikes string stringent strip strive stroke stroll stronger strongest strongly struck structure struggle stub
stubborn student studies studio stumble stun stupid sturdy style subdivision subject sublation submarine submitted
subordinate subsequently subsets subsidising subsidizing subsidy substantial substantive substitute substring subtle
suburb suburban subversive succeed success successor such suck suddenly sue suffer suffice sufficient sugar suggest
suicide suitable suite sulfur sulphur sum summary summer summit sun sunlight superb superdelegate superior superseded
supervise supervisor supply support supposed suppress supremacy supreme sure surer surf surface surge surgeon surgery
surgical surname surpass surplus surprised surrender surrogacy surrogate surrounding surveillance survey survives
susceptible suspects suspend suspicious sustained swallow swamp swan swapped sway swear sweat sweep sweet swell swift
swim swing switching sword syllables syllogism symbol symmetric sympathetic sympathy symphony symptom synagogue
syndrome synonymous synthetic system systematic table tablet taboo tackle tactics tag tail tailor taken takes tale
talent talk tall taller tallest tampering tangible tank tantamount tap tape tar target tariff task taste taught tax
taxation taxpayer tea teach teachers team teammate tear tease technical technique technology teen teenage telegraph
telephone telescope television tell temper temperature template temple temporarily temporary tempt ten tenant tend
tendencies tendency tender tennis tense tension tensor tent tenth tenure terminal terms terrace terrestrial terrible
terrify territory terror terrorist test testified testimony text textbook than thanks that that's the theatre theft
their them theme themselves then theologian theology theoretical theorist theory therapeutic therapist therapy there
there's thereafter thereby therefore therein thereof thereupon thermal these they they'd they'll they're they've thick
thief thigh thin thing think thinkers third thirst thirty this thorn thorough those though thought thousand thousandth
thread threaten threats three threshold thrill thrive throat throne through throughout throw thrown thumb thunder thus
tick tickets tidal tide tie tier tiger tight tightened tighter tile timber time timeframe timeline tin tiny tip tired
tissue title to toast tobacco today toe together toilet tokens told tolerating toll tomato tomb tomorrow ton tone
tongue tonnes too took tools tooth top topic torch torn tornado torpedo tortoise torture toss totalitarian totals
touches tough tougher tour tourism tourist tournament towards towel tower town toxic toy trace track tractor trade
traders traditional traffic trafficking tragedy trail trailer trained trainer trait traitor tram transaction
transcript transfer transform transit translated transmitted transparency transplant transport traps trauma traumatic
travel tray tread treason treasure treasury treated treatment treaty tree tremendous trench trend trial triangle
tribal tribe tribunals tribute tried trigger trilogy trimester trimmed trio triples trips triumph troop trophy
tropical trouble trousers trout truce truck true truly trumpet trunk trust truth tube tuberculosis tug tuition tumour
tuning tunnel tuple turbines turkey turmoil turn turnout turtle tutor twelve twenty twice twin twist two type
typically tyranny tyrants tyre ugly ultimately ultrasound umbrella umpire unable unanimously unanswered unasked
uncertainty unchanged uncle unclear undecided under underfunded undergo underground underlined undermines underneath
understands understood undertake undo unemployment uneven unfair unfettered unfilled unfinished unfold unfortunately
uniforms unifying unilateral union unique units universal universe university unjust unknown unless unlikely unmarked
unnecessary unnoticed unpack unreachable unread unrealistic unregulated unrelated unreliable unsaid unseen unsupported
until untouched untrusted unused unusual unveil unverified unweighed unworkable up upbringing update updated upgrade
upheld uphold upon upper upright uprising uproar upset upwards uranium urban urge urgent urinary urine us usable usage
used useless user usher usual uterus utilise utterance vacant vacation vaccines vacuum vaginal vague vain valid valley
valuable value vampire van vanish variables variant variety various vary vast vault veal vectors vegetable vegetarian
vehicle veil vein vendor venture venue verb verbal verbatim verdict verification verify versa verse version versus
vertex vertical very vessel veteran veto via viable vice vicious victim victory video view viewers viewpoint
viewpoints vigorously village villain vinegar vineyard violate violence violent violin virgin virtual virtue virus
visa visible vision visit visitors visual vital vivid vocabulary vocal vocational voice void volcano volleyball volume
voluntarily voluntary volunteer vote voter voucher vouches vow vowel voyage vulgar vulnerable vuvuzela wages wagon
waist wait waiter waived wakes walk wall wander wanted war warehouse warfare warheads warms warning warrant warrior
warship wartime was wash wasn't waste watch water waterboarding wave way we we'd we'll we're we've weak weakens weaker
weakest wealth wealthier wealthy weapon weaponry wear weather weave web websites wedding wedge weed week weekend weep
weighs weights weird welcome welcomed welfare well wellbeing went were weren't west western whales what what's
whatever whatsoever wheat wheel when whence whenever where whereas whereby wherein wherever whether which whichever
while whilst whip whisky whisper whistle whistleblowers white who who's whoever whole wholesale wholly whom whose why
wicked wide widened wider widespread widow width wife wikis wild wilderness wildlife will wind window wine wing winner
wins winter wipe wire wiretapping wisdom wish witch with withdraw withdrawn withdrew wither withheld withholding
within without withstand witnesses wives wizard wolf woman womb women won won't wonder wood wool words worked workers
workfare workforce workplace workshop world worldwide worm worn worry worse worsens worship worst worth would wouldn't
wound wrapped wreck wrestling wrist write writer written wrong wrote yacht yard yardstick yarn year yearn yell yellow
yes yesterday yet yields yoga you you'd you'll you're you've young younger your yourself youth zeal zero zip zone
zookeeper zoos
"""
_WORDS = frozenset(_LIST.split())
