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
a abandon abbreviations ability ablations able abolish abolition abolitionist aboriginal about above abroad abrupt
absence absent absolute absorb abstract absurd abundant abuse academic accelerate accents accepted accessed accessory
accidents accommodate accompany accomplish according account accumulate accuracy accurate accused accustom ache achieve
acid acknowledged acquaint acquire acquisition acre acronym across act action activist activity actor actual adapt added
addiction additions address adequacy adequate adjacent adjective adjust administration admire admission admitted
adolescent adopt adore ads adult advanced advantage advent adventure adverb adverse advertise advice advisory advocate
aerial aerobic aesthetic affair affected affiliate affinity affirmed affluent afford afraid after aftermath afternoon
afterwards again against age agency agenda agent aggregate aggression agile ago agony agrarian agree agreement
agriculture ahead aid aim ain't air aircraft airline airplane airport airstrip aisle alarms albeit album alcohol alert
algae algebra alias aliases alien alignment alike alive all allegedly alleviate alley alliance allocate allotting
allowed ally almost alone along alongside aloud alpha alphabet already also altar altered alternative although altitude
altogether aluminium always am amateur amaze ambassadors ambiguous ambition ambulance amendments amid amidst amnesty
among amongst amounts amplification amplifies amuse an anabolic analogy analyser analysis analytic ancestor anchors
ancient and anew angel anger angle animals annex anniversary annotator annual anonymous anorexics another answer
antagonist anthem anti antiquated anxiety any anybody anyhow anymore anyone anything anyway anywhere apart apologise
apology apparatus apparently appeal appearance append appendix appetite apple appliance applicant apply appointed
appreciate apprentice approach appropriate approve approximate aquatic arbitrary archaeology archbishop architect
architecture archive arctic are area aren't arena arguably argue argument arise aristocrat arithmetic arm armour army
aroma around arranged arrays arrest arrive arrows arson art artefact articles artifacts artificial artist as ash ashamed
aside asked asleep aspect aspire assassinating assault assembled assent asserts asset assigned assistant associate
assume assumption assure asthma astonish astronaut asylum at athlete atmosphere atomic attachments attacks attempt
attend attention attitude attorney attract attributes auction audience audio audit auditor aunt austere authentic author
authorise auto autobiography autograph automakers automatic automobile autonomy autumn auxiliary availability avalanche
avenue average avert aviation avoid awaited award aware away awful awkward axis baby bachelor back backend backers
background backlist bacon bacteria bad badges bag bailout bake balanced balcony ball ballet balloon ballots bamboo ban
banana band bandit bank banker bankruptcy banner baptism barbaric bare bargain bark barn baron barracks barrel barrier
bars base baseball baseline basement basics basin basis basket basketball bass bat batches bath battery battle
battlefield bay beach beam bean bear beard beast beats beauty became because becomes bed beef been beer bees before beg
began beggars begin begun behalf behaves behavior behaviour behind behold being belief believe bell belly belongs
beloved below belt bench benchmark bend beneath beneficial benefits berry beside best bestow bet beta betray better
between beverage beyond bias bible biblical bicycle bid big bigger biggest bilingual bill binary binds binomial
biodiversity biofuel biography biology bird birth birthday birthplace birthright biscuit bisection bishop bit bite
bitter black blackmarket blade blame blank blanket blast blaze bleed blend bless blind block blockade blockquote blogs
blood blow blue blunt blush board boast boats bodily body boiled bold bolt bomb bond bone bonus book boom boost boot
booth bootstrap border bore borne borrows boss both bother bottle bottom bought bounce bound boundary bow bowl box boy
boycott boycotting bracket brain brake branch brand brass brave breach bread breadth breakfast breaks breakthroughs
breast breastfeeding breathe breeding breeze brew bribe brick bride bridge brief briefly bright brings broad broadcast
broader broken bronze broom brother brought brown browser brush bucket bud buddy budget buffalo bug build builder built
bulk bull bullet bullfighting bullying bunch bundle bunker burden bureau bureaucracy burglar burial burn burqa burst
burying bus buses bush busy but butcher butter button buy buyer by bye bytes cabin cabinet cable cached cafe caffeinated
cage cake calculation calculus calendar calf calibration call caller calm calorie calves came camel camera camp campaign
can can't canal cancels cancer candidates candle candy cannabis cannon cannot canoe canonical canvas cap capable cape
capital capitalised capitalist captain capture caravan carbon card care career cargo carpenter carpet carriage carry
cars cart cartels cartoons carve cascade case cash casinos cast castle casual casualty catalogue catastrophic catcher
catches categories cathedral cats cattle caught causal cause caution cave cavity cease ceasefire ceiling celebrate
celibacy celibate cell cello cellulosic cement cemetery censorship census cent center central centre century ceremony
certain certificate chain chair chalk challenge chamber champagne champion chance chancellor changed channel chaos
chapel chapter characteristics characters charge charitable charity charm chart charter chase chat chauffeur cheap
cheaper cheat check checkable checklist cheek cheer cheese chef chemical cherry chess chest chewing chicken chief child
childhood children chin chip chocolate choice choir choke cholesterol choose chord chorus chose chosen chronic chronicle
chunks church cigarette cinema circles circuit circumventing circus citation cited citizen city civil civilian claim
clamp clan clarify clash class classic classification classroom clause clay cleaned cleaner cleantech clear clearcutting
clergy clerk clever click client cliff climate climb cling clinic clip clock cloned closed closer closet clothes cloud
club clue clumsy clustered coach coal coalition coast coat coca cocaine cock code coercive coffee coffin cognitive
coherence coin coincide cold collapse collar colleague collection collector college collision colonel colonizing colony
color colour columnist columns combat combination come comedy comet comfort comic comma command commemorate commence
comments commerce commercial commission commitment committee commodity common communicate communism communist community
commute companion company compared comparison compassionate compatible compelling compensate compete competitive
compilation complains complaint complement completion complex complicated compliment component composed
comprehensiveness compressed comprise compromising compulsive compulsory computed con concave concealed conceded
conceived concentrate concept concerns concert concluded conclusion concrete concurrency condemn condition condom
condoning conduct cone confederate confer confess confidence configuration confine confirmed conflict confuse congestion
congratulate congregation congressional congressmen connection conquer conscience conscious consecutive consensual
consensus consent consequently conservative considerable considers consistent console conspiracy constable constant
constitution constraints constructive consultancy consume contact container contaminating contemporary contempt contend
content contest context contiguous continent continental continuation contraceptives contract contradicts contrary
contrast contribute control controversial convenient convention converged conversation convert convey convicted
convinces convincingness cook cool cooperating coordinated cope copper cops copy copyright coral cord core corn corner
corporation corps corpse corpus correct correlation corridor corruption cosine cosmetic cost costume cottage cotton
couch cough could couldn't council counsel countable counter counterplan countless country counts coup couple courage
course court courtesy courtyard cousin covenant cover coverage cow coward crab crack craft crash cream create creative
creators creature credible credit creek creep crew crime criminalise criminalize crisis criteria criterion critical
criticised crocodile crop crossed crowded crowns crucial crude cruel cruelty cruise crush cry crystal cube cue culling
cultural cumulative cup cupboard curation curb cure curfew curious curl currency currently curriculum curse curtain
curve cushion custody customer cut cyberbullying cycles cyclist dad daily dairy damaged damped dams dance dangerous dare
dark dash data database date daughter dawn day daylight dead deadline deaf dealer deals dealt dean dear dearer deaths
debate debt debut decade decay deceive decent deceptive decided decimals decision deck declared declined decorate
decrease decree decriminalizing dedicate deduplicated deep deepest deeply deer def default defeated defective defence
defends defense deficit defined definitions deforested defy degrees delay delegate deleted deliberation delicate
delicious delight deliver delta demand demeaning democracy democrat demographic demolish demonstrations denial denied
deniers denounce dense dental dentist depart depends deporting deposit depot depress deprive depth deputy derived
descend descent describe description desert deserve design desire desk despair despite dessert destiny destroys
destructive detach details detain detainees detective deter deteriorate determiner deterministic deterrent detractors
detrimental devastating development deviation device devil devote diabetes diagnose diagram dialect dialogue diamond
diary dichotomy dictator dictionaries did didn't die diet diff differ difficult difficulties dig digest digits dignity
dilemma dim dimensions diminish dine dinner dinosaur dioxide dip diploma diplomacy diplomat direction directory dirt
disability disadvantage disagree disagreement disappear disappoint disarming disaster disbelieves discipline disclosure
discomfort discount discourage discover discoveries discrimination discriminatory discuss disease disguise disgust dish
dishonest disincentives disk dislike dismissed disorder disparate dispensaries display disposition disproportionate
dispute disrespectful disrupt dissent dissolve distance distant distinct distinguish distort distract distribution
district disturb dive diversity divided division divorce do dock doctor document documentary does doesn't dog doi doll
dollars dolphin domain dome domestic dominant dominion don don't donate done donkey donor door dorm dose dossier dot
double doubts dough down download downtown draft drag dragon drain drama drawer drawn draws dread dream dress drift
driftnet drilling drink drive driven drivers dropped drought drown drug drum drunk dry duck due duel duke dull dump duo
during dust duty dwell dye dynamics dynasty each eager eagle ear earlier earliest early earmarks earned earring earth
earthquake ease easier easily east easy eating echoes eclipse economic economist economy ecosystem edges editors edits
education effect efficacy efficiently effort eggs eight eighteen ein either elder eldest elect electoral electric
electron elegant element elementary elephant elevator eleven eligible elimination elite ellipsis else elsewhere embark
embarrass embassy embedded embedder embeds embolden embrace embryo embryonic emerge emergency emigrate eminent emissions
emit emoji emotion emperor emphasis empire employee employer empower empty enable encoder encounter encourage encrypted
encyclopedia end endanger endorsed endpoint endure enemy energy enforce engage engine enhanced enjoy enlist enormous
enough enrich enrol ensemble ensue ensure entailment enterprise enters entertain enthusiasm entirely entities entitled
entrance entrant entrepreneurs entry envelope environment environmental envy epic epidemic episode epistemic equal
equation equilibria equilibrium equip equity equivalent era eradicate erased erasure erect error erupt escalated escaped
especially essay essence essential establish estate estimates eta etc eternal ethanol ethical ethnic euthanasia
euthanizing evacuate evaluator even evening event eventually ever every everybody everyday everyone everything
everywhere evidence evil evolution evolutionary exact exaggerated exam examined example exceeds excellent except excerpt
excess exchanged excite exclude exclusive excuse execute exemplars exempt exercise exert exhale exhaustively exhibit
exile exist exit exotic expand expected expedition expel expensive experienced experiment experimental expert expired
explain explanation explicit explode exploit explore exponent export expose exposure expression exquisite extended
extension extent exterior external extinct extra extract extraordinary extreme extremist eyes fabricated fabulous face
facets facility fact factor factory faculty fade fails failure faint fair fairer fairy faith fake fallbacks fallen
fallout falls false falsehood fame family famine famous fan fantastic fantasy far fares farmer farms fascist fashion
fast faster fastest fat fatal fate father fatigue fault faulty favor favour favourite fear feasibility feast feather
features fed federation feedback feeds feel fees feet fell fellow felons female feminist fenced ferry fertile festival
fetched fetus feudal fever few fewer fewest fiance fibre fictional field fierce fifth fiftieth fifty fig fight figures
file filibuster filled film filters final finalists finance financial finds fine finer finger finished finite fire
firearms fireman firm first fiscal fish fist fit five fixed fixtures flagged flame flash flat flavour flaw flee fleet
flesh flexible flight flipped float flock flood floor flotilla flour flow flowers fluid flushed flute fly foam focus fog
fold folder folk follows font food fool foot football footers footnote for forbid forbidden forced forecast foreign
foreskin forest forever forfeit forged forger forgery forget forgive forgotten forked form format former formula fort
fortnight fortress fortune forty forum forward fossil foster fought found foundation founder four fourth fox fraction
fragile fragment frame framers framework franchise frankly fraud free freedom freely freeze freight frequently fresh
friction fridge friend frighten frog from front frontier frost frown frozen fruit frustrate fry fuel fulfill full fully
fun functions fundamental funds funeral fur furniture further furthermore fury fused fusion future gain galaxy gallery
gallon gallop gambling game gamers gang ganz gap garage garbage garden garlic garment gas gases gasoline gate gatekeeper
gateway gathers gauge gave gay gaze gear gem gender gene general generated generic generous genetic genius genocide
genre gentle gentlemen genuine geoengineering geological geothermal gesture gets ghost giant gibberish gift giraffe girl
given gives glacier glad glance glass glimpse global globe glory glossary glove glow glue goal goat god goddess goes
going gold golf gone good goodbye goose gorgeous gorilla gossip got gov government gown grab grace graded gradual
graduate graffiti grain grammar grand grandfather grandmother granite grant grape graph graphic grasp grass grateful
grave gravel gravity graze great greater greatest greed greedily green greenhouse greet grew grey grid grief grill grin
grip grocery groom gross ground group grown grows growth gruesome guarantee guard guardian guerrilla guess guest
guidance guide guilt guilty guitar guitarist gulf gun gut gymnasium habeas habit habitat had hadn't hair half hall
halves hammer hand handguns handicap handle handsome hangs happened happy harbor harbour hard harder hardest hardship
hardware harm harmless harmony harness harsh harvest has hashed hasn't haste hat hatch hate hatred haul haunt have
haven't hawk hazard he he'd he'll he's head header headquarters heal health healthcare healthier healthy heap heard
hearing heart heat heaven heavier heavily heavy hedged height heinous heir held helicopter hell helmet help hence
henceforth her herb herd here hereby hereditary heretic heritage hero herring herself hesitate heterosexual hex hidden
hide hierarchy high higher highest highlight highway hijab hike hill him himself hint hip hire his historic history hits
hive hobby hockey holder holds holes holidays holocaust holy home homeland homeschool homework homicide homosexual
honest honey honor honour hook hope horizon hormone horn horrible horror horse hospital host hostage hostile hot hotel
hound hours house household how however http https hug huge human humanitarian humble humid humour hundred hung hunger
hungry hunt hunter hurricane hurry hurt husband hut hybrid hydrocarbons hydroelectric hydrogen hydropower hymn hyphen
hypocritical i i'd i'll i'm i've ice icon idea ideal identified identity ideology idiot idle idol ids if ignored ill
illegal illegitimate illusion illustrate images imagine imbalance img imitation immaterial immediately immense immigrant
imminent immoral immortal immune impact impair impeach imperial implant implementation imply import impose impossible
impotency impoverished impractical impress imprisonment improved impulse in inadequate inappropriate inaugurate
incentive incest incestuous inch incident incite incline included inclusive income incomplete inconsistent incorporate
increase incumbents incur indeed indefensible indefinite independent index indicates indict indigenous indirect
individual indoor induce indulging industry ineffective inefficient inequality inevitable inexpensive inf infant
infection inference inferior infertile infinite inflation inflict influence info inform infrastructure infringe
ingredient inhabit inherent inherit inhibit inhumane initial inject injure injuries injustice ink inline inmate inn
inner innocent innovation input inquiry insane inscription insect insert inside insight insist inspect inspector inspire
installed instance instant instead instinct institution instructions instrument insufficient insulin insult insurance
intact integers integrity intellectual intelligence intended intense intent interacting intercepts interest interfere
interior intermediate internal international internet interpersonal interpret interrupted interval intervene interview
intimacy intimate into intrigue introduced invade invalid invaluable invariant invasion invented inventor invest
investigate investor invite involve iron irrelevant irrespective irresponsible irreversible is island isle isn't isolate
issued ist it'd it'll it's items iteration its itself ivory jacket jaguar jail jar jaw jazz jealous jeans jest jet jewel
jewellery job jockey joined joiner joint joke journal journalist journey joy judge judgement judicial juice jumps jungle
junior junk juror jury just justice justified juvenile kangaroo kappa keen keeps kept kettle key keyring keywords kick
kid kidnap kidney killed killers kind king kingdom kiss kit kitchen kite knee kneel knife knight knit knives knock knot
know knowledge known kritik lab labels labor laboratory labour lace lacks ladder ladies laid lake lam lamb lambda lamp
land landlord landmines landscape lane language lantern lap laptop large larger largest laser lash last late later
latest latitude latter laugh laughter launch laundry lava lavish law lawn lawsuits lawyer lax lay layers layout lazy
leader leads leaf league leak leans leap learning learnt lease least leather leaves lecture led left leg legacy legal
legalise legend legible legislation legitimacy legitimate leisure lemon lend length lengthen lens leopard lesbian less
lessons lest let's lets letter letzten level levy liar liberal libertarian liberty librarian library licence license lid
lies lieutenant life lifelong lifestyle lifted light likelier likeliest likelihood likely likewise lily limb lime limit
line linear linen liner link lion lip liquid liquor list listens literacy literal literature litter little live liver
loaded loaf loan lobbying lobbyist lobster local locate lock locker lodge log logarithm logic logistic logit lone long
longer longest longitude look lookup loop loose looser lord lorry los lose loser loss lost lot lottery loudly lounge
love lover low lower lowest loyal loyalist luck lump lunch lung luxury lyric machine machinery mad made magazine magic
magician magistrate magnet magnificent magnitude maid mail main mainland mainstream maintain majesty majority make
makers male mall mammal man manage mandate mandatory manifest manipulative mankind manner manpower mansion manufacture
manuscript many map marathon marble march marginal marijuana marine markers market marketplace marks markup marriage
marry marsh marshal martial marvel masked mason mass massacre massive mast master match mate material maternity math
mathematics matrices matrix matter mattress mature max maximises maximizing maximum may maybe mayor me meadow meal mean
meant meanwhile measured meat medal media median mediation medical medicine medieval medium meets mega melody melt
members membership memo memoir memory men mend mental mention menu menus mercenaries merchant mercy merely merger
merging merit merry mess message met meta metadata metal meteor methane method metrics metro middle midfield midnight
might mighty migrant migrate mild mile military militia milk mill million milliseconds min mind mine mineral minimal
minimum minister ministry minor mint minus minutes miracle mirror misattributed misbehaves miserable misery mislabelling
misleading misquotation missile missing mission missionary mist mistake mistaken misuse mixed mixture mob mobile mocked
modality model moderators modern modes modest modified module moist molecule moment monarch monarchies monastery
monetary money monitor monk monkey monopoly monotonicity monster months monument mood moon moral more moreover morning
mortal mortgage mosque mosquito most motel mother motif motion motivated motor motorcycle motorist mould mountain
mountaintop mounted mouse mouth move movement movie much mud multi multicultural multilingual multinational multinomial
multiple multiplied mural murder muscle museums mushroom music musician must mustn't mutated mutual my mystery myth nail
naive naked name namespace nanny narrated narrowed nasty nationalist nationalize native nats natural nav naval navigate
navy near nearer nearest neat necessary neck needle needs negation neglect negligible negotiating neighboring neighbours
neither neonatal nephew nerve nested net network neutral never nevertheless new newcomer newer newest newly news
newspaper next nicht nie niece night nightmare nine nitrogen no nobility noble nobody nod node noise nominal nominee non
nonce none nonetheless nonprofit noon nor normal normalised normative norms north nose nostalgia not notably notebook
noted nothing notice notorious notwithstanding noun novel novelist now nowadays nowhere nuclear nude nuisance nukes null
number numeracy numerical numpy nun nupunkt nurse nut nutrition oak oath obesity obeyed objection objector obligated
obligatory observe obstacle obtain obviously occasion occasionally occupy occur ocean odd odour of off offence offend
offense offered office official offline offset offshore offspring often oh oil ok old older oldest olive omission on
once one oneself ongoing onion online only onset onto open opera operator opinion opponents opportunity opposed opposite
optimist options or oracle orange orbit orchestra ordeal order ordinary organ organic organisation organism organization
orient origin ornament orphan other otherwise ought our ourselves out outbreak outcome outdoor outer outfit outlaw
outline output outrage outranks outright outside outstanding outweighs oven over overall overcome overdue
overgeneralisation overlap overlay overlook overrides overseas oversee oversight overtake overthrow overtime overturns
overwrites overwritten owes owl own owner oxide oxygen oyster pace pack package pact padding paddle page pageantry
pageants paid pain painted painter pairs pairwise palace palliative palm pamphlet pan pandemic panel panic panther
paparazzi paper paperback parachute parade paradise paradox paragraph parallel parameter paraphrase parcel pardon parent
parish parking parliament parody parrot parsed parser part partial participants participatory particular partitioning
partners party pass passage passenger passion passive passphrase passport password past pastor pastry patch patent path
pathlib patience patients patriotic patrol patron pattern pauses pave pavement paw pay payload payment payoff peace peak
peasant peculiar pedal pedestrian peel peer pen penalty pencil peninsula penis penny pension people pepper per perceive
percent percentage percentile percussion perfect perform perfume perhaps peril period perish permanent permission
permits permutation perpetrator perpetuate perplexity persecute persist person personas personnel perspectives persuade
pest pet petition petrol pharmaceutical pharmacy phases phenomenon philosopher philosophy phone photograph photos
physical physician phytoplankton pianist piano pickle picks picnic picture piece pier pig pile pill pillar pillow pilot
pine pink pinned pint pioneer pip pipe pipeline pirate pistol pit pitch pity pizza place placeholders placement plague
plain plan plane planet planks plantation planted plaster plastic plate plateau platform play player playoff playwright
plea plead pleasant please pleasure pledge plenty plot plug plumber plunge pluralism plus poaching pocket pod poem poet
poetry point pointers poison polarity pole police policy polish polite politician poll pollen pollution polygamous
polygamy pond pony pool poor poorer poorest pop pope popular population porch pork porn port portfolio portion portrait
portray pose position possess possible postings postponement potato potent potential pottery pour poverty powder power
practice praise pray prayer pre preach precautionary precedes precious precision predator predecessor predicates predict
preferential preferred prefix pregnancy pregnant prejudice premier premise premium prenuptial prepared presence
presenting preserve president presidential presses pressure prestige presumed pretty prevail prevent previous prey
prices pride priest primarily primary primate prime primitive prince princess principal principle printable printed
priorities priors prison privacy private privilege prize pro probability probe problem problematic procedure proceed
process processor proclaim produce products profession professional professor profile profit profound program programme
progress prohibit project prolonged prominent promise promotes prompt prone proof propaganda proper property proponents
proportion proposal prose prosecute prospect prosper prostitution protagonist protect protectionist protein protest
protocol prototype proud prov provenance proves provide province provoke proximity proxy psychology public published
pudding pull pulse pumps punch punctuation punished pupils puppet puppy purchase pure purple purpose purse pursue
pursuit push put puzzle pydantic pypdf pyramid python quadratic qualifications qualify quality quantifier quantile
quantised quantity quantum quarrel quarry quarter quartet queen query quest question queue quick quicker quiet quite
quiz quo quorum quota quotation quoted rabbit race racer racial racism racist rack radar radiation radical radio
radioactive rage raid rail railway rain raises rally ran ranch random randomised range ranks ransom rape rapid rare
rarest rat rate raters rather ratified rationale rationing ratios raw ray razor reachable reached reactor read readable
reader readily ready real realist really realm rear reason rebate rebel rebellion rebut rebuttal recall receipt received
recent reception recession recipe recipient reckless reckon recognised recognition recognizing recommends recomputed
record recover recovery recreational recruit rectangle red redact redirect redline redrawing redrawn reduce referee
reference referendum refinement reflect reform refrain refresh refugee refused refute regain regard regardless regime
regiment region registered registry regression regret regular regulate rehearse reign reindex reinforcement rejected
rejoice relabelled relation relax relay released relevance reliable relic relief relieve religion religious reluctant
rely remain remark rematches remedy remembered remind remote removed renaissance renamed rendered renewable renovate
renown rent renumbered reopened reordered repair repeal repeat repetition replaced replay replica replicates reply
report reproduces reptile republic republican reputation request required rerun resampled rescue researcher resemble
reserved reservoirs resident residue resign resist resolution resolve resort resource respect respond response rest
restate restaurant restored restrain restrict result resumed retail retain retire retract retreat retries retrieval
returns reunion reused reveal revenge revenue revere reversed reviewed revised revive revocation revoked revolt
revolution reward reweighting rewrite rewritten rhetoric rhyme rhythm rib ribbon rice rich rid ride riders rifle right
righteous rigid ring riot rip ripe rise risen risk risky ritual rival river road roar roast rob robbery robe robot
robust rock rocket rod rogue role rolled romance romantic roof room roommate root rope rose rotary rotation rotten
roughly round route routinely row royal rub rubbish rubric rug rugby ruined rule ruler rumour run runner runway rural
rush rust sack sacred sacrifice sad saddle safe safeguards safer safety saga said sail sailor saint sake salad salary
sales salience salmon salon salt salute same sample sanction sands sandwich sat satellite satire satisfy sauce sausage
savage save saw says scale scandal scanned scanners scar scarcely scare scarves scattered scenario scene scenery scent
sceptic schedule schema schemes scholarly school science scientific scientist scissors scope score scorn scout scramble
scrap scratch scream screen screenplay screw scripted scrubs sculptor sculpture sea seafood seal seaman search searcher
seaside season seat secede second secondary secondhand secret secretary section sector security see seed seek seemingly
seen segments segregation seize seizure seldom selection selectors self sell semantics semaphore semi semicolons senate
senders sends senior sense sensitive sent sentence separates sequences sequestered sergeant series serious sermon
servant server serves service session set settled seven seventeen several sew sex sexual shading shadow shake shall
shallow shame shape share shareholders shark sharp sharpens sharply she she'd she'll she's shed sheep sheer sheet shelf
shell shelter shepherd shield shift shine shingle shipment shipped shirt shock shoe shoot shooter shops shore short
shortage shortcuts shortened shorter shortest should shoulder shouldn't shouting shovel show shower shown shrank shrimp
shrine shrink shuffled shut sick side siege sigh signals signature signed signer significance silenced silent silk silly
silver similarity simple simply simulation sin since sincere sing singer single sinking sister site sits six sixteen
sixth sixty size skeleton sketch ski skill skin skipped skirt skull sky slam slap slaughter slave slavery sleep sleeve
slices sliding slightly slim slip slippery slogan slope slot slow slower slowest slowly smacking small smaller smallest
smart smash smell smile smoker smoking smoky smooth snack snake snapshot sniper snow so so-called soak soap sober soccer
social socialist societal society socket soda sofa soft software soil solar sold soldier sole solicitor solid solo
soloist solvency solves some somebody somehow someone something sometimes somewhat somewhere son song soon sooner
soprano sorrow sorted sought soul sound soup source south southern sovereign sovereignty sow space span spares spark
spatial speaker speaks spear spec special specialist species specifically specimen spectacle spectator speech speed
spell spelt spend spent sperm spider spill spin spine spiral spirit spite splendid split spoil spoilt spoke spoken
spokesman spokeswoman sponsor spoon sport spot spouse spray spread spring spur spy squad square squeeze stab stability
stable stacked stadium staff stage stake stakeholders stale stall stamp stance standard standardised stands star stare
start starve state statement statesman static station stationary statistics statue status stays steady steak steal steam
steel steep steer stemmer stems step stereotypes stick stiff stifle still stimulate stimulus sting stir stitch stock
stole stomach stood stool stoop stopped storage store storm story straights strain strand strange stranger strap strata
strategic strategies stratified stratum straw stray streak streamed street streetcar strength strengthen stress stretch
strict stricter striker strikes string strip strive stroke stroll stronger strongest strongly struck structure struggle
stub stubborn student studies studio stumble stun stupid sturdy style subdivision subject sublation submarine submitted
subordinate subsequently subsets subsidising subsidizing subsidy substantial substantive substring subtle suburb succeed
success successor such suck suddenly sue suffer suffice sufficient sugar suggest suicide suitable suite sulfur sulphur
sum summary summer summit sun sunlight superb superdelegate superior supervise supervisor supply support supposed
suppress supreme sure surer surf surface surge surgeon surgery surgical surname surpass surplus surprised surrender
surrogacy surrogate surrounding surveillance survey survives susceptible suspects suspend sustained swallow swamp swan
swapped sway swear sweat sweep sweet swell swift swim swing switching sword syllables syllogism symbol symmetric
sympathy symphony symptom synagogue syndrome synthetic system systematic table tablet tackle tactics tag tail tailor
taken takes tale talent talk tampering tank tap tape tar target tariff task taste taught tax taxation taxpayer tea teach
teachers team teammate tear tease technical technique technology teen teenage telegraph telephone telescope television
tell temper temperature template temple temporarily temporary tempt ten tenant tend tender tennis tension tensor tent
tenth terminal terms terrace terrible terrify territory terror terrorist test testimony text textbook than thanks that
that's the theatre theft their them theme themselves then theology theorist theory therapist therapy there there's
thereafter thereby therefore therein thereupon these they they'd they'll they're they've thick thief thigh thin thing
think third thirst thirty this thorn thorough those though thought thousand thousandth thread threaten threats three
threshold thrill thrive throat throne through throughout throw thumb thunder thus tick tickets tidal tide tie tier tiger
tight tile timber time timeframe timeline tin tiny tip tired tissue title to toast tobacco today toe together toilet
tokens told tolerating toll tomato tomb tomorrow ton tone tongue too took tools tooth top topic torch torn tornado
torpedo tortoise torture toss totals touches tough tour tourism tourist tournament towards towel tower town toxic toy
trace track tractor trade traditional traffic trafficking tragedy trail trailer trained trainer trait traitor tram
transaction transcript transfer transform transit translated transmitted transparency transplant transport traps trauma
travel tray tread treason treasure treasury treated treatment treaty tree tremendous trench trend trial triangle tribal
tribe tribunals tribute tried trigger trilogy trimmed trio triples trips triumph troop trophy tropical trouble trousers
trout truce truck true truly trumpet trunk trust truth tube tug tuition tumour tuning tunnel tuple turbines turkey
turmoil turn turnout turtle tutor twelve twenty twice twin twist two type typically tyranny tyrants tyre ugly ultimately
ultrasound umbrella umpire unable unanimously unanswered unasked uncertainty unchanged uncle unclear undecided under
underfunded undergo underground underlined undermines underneath understands understood undertake undo unemployment
uneven unfair unfettered unfilled unfinished unfold unfortunately uniforms unifying unilateral union unique units
universal universe university unjust unknown unless unlikely unmarked unnecessary unnoticed unpack unreachable unread
unrealistic unregulated unrelated unreliable unsaid unseen unsupported until untouched untrusted unused unusual unveil
unverified unweighed unworkable up upbringing upheld uphold upon upper upright uprising uproar upset upwards uranium
urban urge urgent urine us usage used useless user usher usual utilise utterance vacant vacation vaccines vacuum vague
vain valid valley valuable value vampire van vanish variables variety various vary vast vault veal vectors vegetable
vegetarian vehicle veil vein vendor venture venue verb verbatim verdict verification verify verse version versus vertex
vertical very vessel veteran veto via viable vice vicious victim victory video view vigorously village villain vinegar
vineyard violate violence violent violin virgin virtual virtue virus visa visible vision visit visitors visual vital
vivid vocabulary vocal vocational voice void volcano volleyball volume voluntarily voluntary volunteer vote voter
voucher vouches vow vowel voyage vulgar vulnerable vuvuzela wages wagon waist wait waiter wakes walk wall wander wanted
war warehouse warfare warheads warms warning warrant warrior warship was wash wasn't waste watch water waterboarding
wave way we we'd we'll we're we've weak weakens weaker weakest wealth wealthier wealthy weapon wear weather weave web
wedding wedge weed week weekend weep weighs weights weird welfare well went were weren't west western whales what what's
whatever wheat wheel when whence whenever where whereas whereby wherever whether which whichever while whilst whip
whisky whisper whistle white who who's whoever whole wholly whom whose why wicked wide widened wider widespread widow
width wife wikis wild wilderness wildlife will wind window wine wing winner wins winter wipe wire wiretapping wisdom
wish witch with withdraw withdrawn wither withheld withholding within without witnesses wives wizard wolf woman womb
women won won't wonder wood wool words worked workers workfare workforce workplace workshop world worldwide worm worn
worry worse worsens worship worst worth would wouldn't wound wrapped wreck wrestling wrist write writer written wrong
wrote yacht yard yardstick yarn year yearn yell yellow yes yesterday yet yields yoga you you'd you'll you're you've
young younger your yourself youth zeal zero zip zone zookeeper zoos
"""
_WORDS = frozenset(_LIST.split())
