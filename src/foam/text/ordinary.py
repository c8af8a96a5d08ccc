"""Ordinary words of English: a capital at the beginning of a sentence says nothing about them.

The list holds one form of each; others are found by their stem and by endings that names hardly have.
"""

from __future__ import annotations

import re
from functools import cache

from foam.text.stem import stem

_ENDINGS = re.compile(
    r"\w{2,}(?:tions?|sions?|ments?|ness(?:es)?|it(?:y|ies)|isms?|ists?|ances?|ences?|ships?|hoods?|fully|ously|ively|"
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


_WORDS = frozenset(
    """
a abbreviations ability ablations able abolish abolition about above absent abuse academic accelerate accents accepted
accessed accidents according account accuracy achieve acid acknowledged across act action activity actor actual adapt
added addiction additions address adequacy adequate adjust administration admire admission admitted adolescent adopt
adult advanced advantage adventure advertise advice advocate affair affected affinity affirmed afford afraid after
afternoon afterwards again against age agency agenda agent aggression ago agree agreement agriculture ahead aid aim
ain't air airline airport alarms albeit album alcohol alias aliases alien alignment alike alive all allegedly alliance
allowed ally almost alone along alongside aloud alpha already also altered alternative although altogether always am
ambiguous ambition amendments amid amidst among amongst amounts amplification amplifies an analyser analysis analytic
anchors ancient and anew anger angle animals anniversary annotator annual anonymous another answer antagonist anxiety
any anybody anyhow anyone anything anyway anywhere apart apologise apparently appeal appearance append appendix appetite
apple applicant apply appointed appreciate approach approve approximate arbitrary architect architecture archive are
area aren't arena arguably argue argument arithmetic arm army around arranged arrays arrest arrive arrows art articles
artist as aside asked assembled assent asserts asset assigned assistant associate assume assumption async asyncio at
athlete atmosphere atomic attachments attacks attempt attend attention attitude attract attributes audience audit
auditor author auto autonomy autumn availability avenue average aviation avoid awaited award aware away axis baby back
backend backers background bacteria bad badges bag balanced ball ballots ban band bank bare bargain barrier bars base
baseball baseline basics basis basketball batches battery battle beach bear beats beauty became because becomes bed been
beer bees before began begin begun behalf behaves behaviour behind being belief believe belongs below bench benchmark
beneath benefits beside best bet beta better between beyond bias bicycle big bill binary binds binomial biology bird
birth birthday bisection bit black blame blank blend blind blingfire block blockquote blood blue board boats body boiled
bold bomb bond bone bonus book bootstrap border borne borrows boss both bottle bottom bought bound boundary bowl box boy
bracket brain branch brand brave breach bread breadth breakfast breaks breast breathe bridge brief briefly bright brings
broadcast broken brother brought brown browser budget build built bullying bundle burden burn bus buses busy but butter
buy buyer by bye bytes cabinet cable cached cake calculation calculus calibration call caller calm came camera camp
campaign can can't cancels cancer candidates cannot canonical cap capital capitalised captain carbon card care career
cargo carry cars cascade case caseworker cash castle casualty catalogue catches categories cats cattle caught causal
cause caution celebrate cell cemetery census cent central centre century ceremony certain chain chair challenge chamber
champion chance changed channel chapter characters charge charity chart chat cheap cheaper check checkable cheese
chemical chest chicken chief child childhood children choice choose chose chosen chunks church cigarette cinema circles
citation cited citizen city civil claim clamp class classic classification clause cleaned cleaner clear clerk click
client climate climb clinic clock cloned closed closer clothes cloud club clustered coach coal coast code coffee
coherence coin cold collapse colleague collection college colony colour columns combat combination come comedy comfort
comma command comments commerce commitment common communicate communism community commute company compared comparison
compatible compensate compete competitive compilation complains complaint completion component composed
comprehensiveness compressed compulsory computed con concave conceded concerns concert concluded conclusion concurrency
condemn condition conduct confidence config configuration confirmed conflict confuse congestion connection conquer
conscience conscious consensus consequently conservative considers consistent conspiracy constitution constraints
constructive consultancy consume container contemporary contend content contest context contiguous continent
continuation contract contradicts contrary contrast contribute control controversial convention converged conversation
convinces convincingness cook cool copy core corporation corpus correct correlation corruption cosine cost cottage
cotton could couldn't council counsel countable counter counterplan country counts couple courage course court cousin
cover coverage crash create creature credit crew crime criminalise criminalize crisis criteria criterion critical
criticised crop crossed crowded crowns crude cruel cue cultural cup curation curious currency currently curriculum
curtain customer cut cycles dad damaged damped dams dance dangerous dark dash data database date daughter day dead
deadline deaf dealer deals dealt dear dearer deaths debate debt decade decided decimals decision declared declined
decrease dedicate deduplicated deep deepest deeply def default defeated defence defends deficit defined definitions
degrees delay delegate deleted deliberation deliver delta demand democracy democrat demonstrations denial denied dense
dental depart depends depress depth deputy derived describe description desert design desire desk despair despite
destroys details detective determiner deterministic development deviation device devil diabetes diagram dialect dialogue
diary dichotomy dictator did didn't die diet diff differ digest digits dimensions dinner diplomat direction directory
dirt disability disadvantage disagree disagreement disaster disbelieves discipline disclosure discourage discover
discrimination discuss disease dish dishonest disk dislike dismissed disorder display disposition dispute dissent
distance distinct distribution district diversity divided division divorce do doctor document does doesn't dog doi doll
dollars domain domestic dominant don don't donate done door dose dossier dot double doubts down download draft drama
drawn draws dream dress drift drink drive drivers dropped drought drown drug dry due dust duty dynamics each eager
earlier earliest early earned earth earthquake easier east easy eating echoes economic economy edges edits education
effect efficiently effort eggs eight eighteen ein either elder elect elegant element elementary elephant eleven eligible
elimination elite ellipsis else elsewhere embassy embedded embedder embeds emerge emergency emissions emoji emotion
emperor emphasis empire employer empty encoder encourage encrypted end endanger endorsed endpoint enemy energy enforce
engage engine enjoy enormous enough entailment enterprise enters entertain enthusiasm entirely entities entrant entry
envelope environment epidemic episode epistemic equal equation equilibria equilibrium equip equity era erased erasure
error escalated escaped especially essay establish estate estimates eta ethical ethnic euthanasia evaluator even evening
event eventually ever every everybody everyone everything everywhere evidence evil evolution exact exam examined example
exceeds excellent except excerpt exchanged excite exclude execute exemplars exercise exhaustively exhibit exile exist
exit expand expected expedition expensive experiment expert expired explain explanation explode exploit explore exponent
export expose expression extended extension extinct extra extract extreme eyes fabricated face facets fact factor
factory faculty fails failure fair faith fake fallbacks fallen falls false falsehood fame family famous fan far fares
farmer farms fashion fast faster fastest fat fatal fate father fault favor favour fear feasibility features fed
federation feedback feeds fees feet fell fellow female feminist fenced festival fetched fever few fewer fewest fictional
field fifth fiftieth fifty fight figures file filled film filters final finalists finance finds fine finer finger
finished finite fire firm first fish fit five fixed fixtures flagged flat flavour flaw flexible flight flipped float
flood floor flour flow flowers flushed fly foam focus fold folder folk follows font food foot football footers footnote
for forbid forbidden forced foreign forest forever forfeit forged forger forgery forget forgotten forked form format
formula fortune forty forum forward found foundation founder four fourth fraction frame framework franchise frankly
fraud free freedom freeze freight frequently fresh friend from front frozen fruit fuel full fully fun functions funds
funeral furniture further furthermore fused future gain galaxy gambling game gang ganz gap garage garbage garden gas
gate gatekeeper gathers gave gay gender gene general generated genius genre gentle gentlemen genuine gets ghost giant
gibberish gift girl given gives glad glass global glossary goal god goes going gold golf gone good gorilla got gov
government grace graded gradual graduate grain grammar grand grandfather grant graph grass grateful grave gravity great
greedily green grew grey grid grief grocery ground group grown grows growth guarantee guard guess guest guide guilty
guitar gun gut habit had hadn't hair half hall halves hand handle hangs happened happy harbour hard harder hardest
hardware harm harmless harness harvest has hashed hasn't hat hate have haven't he he'd he'll he's head header
headquarters health healthy heard hearing heart heat heaven heavier heavy hedged height held hell help hence henceforth
her here hereby heritage hero herring herself hex hidden hide high higher highest highlight highway hill himself hint
hip hire his history hits hockey holder holds holes holidays holy home homework honest honour hope horror horse hospital
host hostile hot hotel hours house household how however http https huge human humour hundred hung hungry hunt hurricane
hurry hurt husband hybrid hydrogen hyphen i i'd i'll i'm i've ice ideal identified identity ideology idle ids if ignored
ill illegal images imagine imbalance img imitation immaterial immediately immigrant immune impact implementation import
impossible imprisonment improved in included income increase indeed indefensible independent index indigenous industry
ineffective inequality inf infant infection inference infinite inflation influence info inform inhabit initial injure
inline inmate innocent innovation input insect insert inside inspire installed instance instant instead institution
instructions insulin insurance integers integrity intelligence intense intercepts interest interior internal
international internet interrupted interval interview into introduced invade invalid invariant invented invest
investigate invite iron irrelevant is island isn't isolate issued ist it'd it'll it's items iteration its itself jail
jazz jealous jest jet jewel job joined joiner joint joke journal journalist journey joy judge judgement juice jumps
junior juror jury just justice kappa keeps kept key keyring keywords kid kidney killed kind king kingdom kitchen knee
knife knight know knowledge known kritik lab labels laboratory labour lacks ladies laid lake lam lambda land landlord
landscape lane language large larger largest last late later latest latter laugh launch law lawn lawyer lay layers
layout leader leads leaf league leak leans learning learnt least leather leaves lecture led left legacy legal legalise
legend legible legislation leisure lend length lengthen lens lesbian less lessons lest let's lets letter letzten level
levy liberal liberty library licence lies life lifted light likelier likeliest likelihood likely likewise limit line
linear link liquid list listens literacy literal literature little live liver loaded loan local lock log logarithm logic
logistic logit lone long longer longest look lookup loop loose looser lord los lose loser loss lost lot loudly love low
lower lowest loyal luck lump lunch luxury machine machinery mad made magazine magic magnet magnitude mail main maintain
majority make makers male mall man manage mandatory manifest manner manufacture many map march marginal marijuana marine
markers market marks markup marriage marry masked mass massacre master match mate material mathematics matrices matrix
matter max maximises maximum may maybe mayor me meal mean meant meanwhile measured meat medal media median mediation
medical medicine medieval medium meets melody melt members membership memo memory mend mental mention menus merchant
mercy merely merging message met meta metadata metal method metrics metro middle midnight might migrant migrate mild
military milk mill million milliseconds min mind mine mineral minimum minister ministry minor minus minutes miracle
mirror misattributed misbehaves mislabelling misquotation missile missing mission mistake mixed mixture mobile mocked
modality model moderators modern modes module moment monarch money monitor monkey monopoly monotonicity monster months
monument mood moon moral more moreover morning mortgage most mother motion motor mountain mounted mouse mouth move
movement movie much multinomial multiple multiplied murder muscle museums music musician must mustn't mutated mutual my
mystery myth naive name namespace narrated narrowed nationalize native nats natural nav naval navy near nearer nearest
necessary neck needs negation neighbours neither nerve nested net network neutral never nevertheless new newcomer newer
newest news newspaper next nicht nie night nine no noble nobody node noise nominal nonce none nonetheless nonprofit nor
normal normalised normative north not notably notebook noted nothing notice notwithstanding novel now nowadays nowhere
nuclear null number numerical numpy nupunkt nurse nutrition oak obesity obeyed objection objector observe obtain
obviously occasion occasionally occupy occur ocean odd of off offence offend offered office official offset often oh oil
ok old older oldest omission on once one oneself only onto open opera operator opinion opponents opportunity opposed
opposite options or oracle orange orchestra order ordinary organic organisation organization orient origin orphan other
otherwise ought our ourselves out outbreak outcome outdoor outer outline output outranks outright outside outweighs over
overall overdue overgeneralisation overlap overlay overrides overseas oversee oversight overtime overturns overwrites
overwritten owes own owner oxygen pace pack package padding page paid pain painted pairs pairwise palace pandemic panel
panic paper parade paragraph parallel parameter paraphrase parent parking parliament parrot parsed parser part partial
particular partners party pass passage passenger passion passphrase passport password past patent path pathlib patience
patients patrol pattern pauses pay payload payment payoff peace peak peer penalty pension people pepper per percent
percentage percentile perfect perform perhaps peril period permanent permission permits permutation perplexity person
personas personnel perspectives pet petrol phases philosophy phone photograph physical physician piano picks picture
piece pilot pink pinned pioneer pip pipe pitch place placeholders plain plan planet planks planted plastic plate
platform play player please pleasure plenty plot pluralism plus pocket poem poet poetry point pointers poison polarity
police policy polite politician poll pollution pool poor poorest pop popular population pork port portfolio portrait
position possess possible postings postponement potato poverty power practice praise pray precedes precision predator
predicates preferred prefix pregnancy pregnant prejudice premise premium prepared presence presenting president presses
pressure presumed pretty prevent previous prices priest primarily primary prime prince princess printable printed
priorities priors prison private prize pro probability procedure process processor produce products profession professor
profile profit program programme progress prohibit project promise promotes prompt proof property proportion proposal
prose prosecute prospect prostitution protagonist protect protein protest protocol proud prov provenance proves province
proxy psychology public published pull pumps punctuation punished pupils purchase pure purple purpose put pydantic pypdf
python quadratic qualifications qualify quality quantifier quantile quantised quantity quarrel quarter queen query
question quick quicker quiet quite quorum quota quotation quoted race racial racism radiation radical radio rail railway
rain raises ran random randomised range ranks rape rare rarest rate raters rather ratified ratios raw reachable reached
read readable reader ready real really reason rebel rebut rebuttal recall received recent recession recipe reckon
recognised recognition recommends recomputed record recover recruit red redact redirect redline redrawing redrawn reduce
referee reference refinement reform refugee refused refute regardless regime region registered registry regression
regret regular reign reindex reinforcement rejected relabelled relation relax released relevance reliable religion
religious rely remain remark rematches remedy remembered remote removed renamed rendered rent renumbered reopened
reordered repair repeal repeat repetition replaced replay replicates reply report reproduces republic republican request
required rerun resampled rescue researcher resemble reserved resident resign resist resolution resolve resort resource
respond response rest restate restaurant restored restrict result resumed retail retire retract retries retrieval
returns reused revenge revenue reversed reviewed revised revocation revoked revolution reward reweighting rewrite
rewritten rhetoric rho rhythm rich ride riders ridership rifle right ring riot rise risen risk ritual rival river road
robot robust rock rocket role rolled romance romantic roof room root rose rotary rotation roughly round row royal
rubbish rubric rugby ruined rule rumour run rural sacred sacrifice sad safe safety said sail saint salad salary sales
salience salt same sample sanction sat satellite satisfy save saw says scale scandal scanned scarcely schedule schema
schemes scholarly school science scientist scipy score scratch scream screen scripted scrubs sculpture sea seal search
searcher season seat second secondary secret section sector security see seed seek seemingly seen segments segregation
segtok seldom selection selectors sell semantics semaphore semicolons senate senders sends senior sense sensitive sent
sentence separates seq sequences series servant server serves service session set settled seven seventeen several sex
sexual shading shadow shake shall shame shape share shark sharp sharpens sharply she she'd she'll she's sheep sheet
shelf shelter shift shingle shipped shirt shock shoe shoot shops shore short shortcuts shortened shorter shortest should
shoulder shouldn't shouting show shower shown shrank shrink shuffled shut sick side signals signature signed signer
significance silenced silent silver similarity simply simulation since sing singer single sister site sits six sixty
size skill skin skipped sky slave slavery sleep slices sliding slip slope slot slow slower slowest small smaller
smallest smart smell smile smoker smoking snake snapshot snow so so-called soccer social society socket soft software
soil solar sold soldier solid solo solvency solves some somebody somehow someone something sometimes somewhat somewhere
son song soon sooner sorted sought soul sound soup source south space span spares speaker speaks spec special species
specifically speech speed spell spelt spend spent spirit split spoil spoilt spoke spoken sponsor sport spot spread
spring spy sql squad square stability stable stacked stadium staff stage stake stakeholders stale stamp stance standard
standardised stands star start state statement static station statistics statsmodels statue status stays stderr stdout
steal steel steer stemmer stems step stiff still stole stomach stood stopped store storm story stranger strata strategic
strategies stratified stratum stray streamed street strength strengthen stress stretch strict stricter strikes string
strongest strongly struck structure stub student studies studio style subdivision subject sublation submitted
subsequently subsets subsidy substantive substring suburb succeed success successor such suddenly sugar suggest suicide
suite sum summary summer sun supervisor supply support supreme sur sure surer surgeon surgery surname surprised
surrogate survey survives suspects sustained swapped sway sweep sweet swim sword syllables syllogism symmetric sympathy
symptom syntok sys system table tag taken takes talent talk tampering tank target task tau taught tax taxation taxpayer
tea teach teachers team tear technical technique technology teenage telephone television tell temperature template
temple ten tenant tennis tension tensor tent tenth terminal terms territory terror terrorist test testimony text
textbook than thanks that that's the theatre theft their them theme themselves then theory therapist therapy there
there's thereafter thereby therefore therein thereupon these they they'd they'll they're they've thick thief thin thing
think third thirty this those though thought thousand thousandth thread threaten threats three threshold throat throne
through throughout thus tick tickets tie tier tiger tight time timeframe timeline tiny tired tissue title to tobacco
today together tokens told tolerating toll tomorrow tone tongue too took tools tooth top topic torn torture totals
touches tour tourism tourist tournament towards tower town toy trace traceback track tractor trade traditional traffic
tragedy trained tram transaction transcript transit translated transport traps travel treasure treasury treated
treatment treaty tree trial tribe tribute tried trimmed triples trips tropical truck true trust truth tuition tumour
tuning tunnel tuple turn twelve twenty twice twin two type typically tyranny ugly ultimately umask unable unanswered
unasked unchanged unclear und undecided under underfunded underlined undermines underneath understands understood undo
unemployment uneven unfair unfilled unfinished unfold unfortunately uniforms union unique units university unjust
unknown unless unlikely unmarked unnecessary unnoticed unpack unreachable unread unrelated unreliable unsaid unseen
unsupported until untouched untrusted unused unusual unverified unweighed up upheld upon upper upwards urban urgent us
used useless user usual utterance vacation vaccines vain valid valley value van vanish variables vary vault vectors
vegetable vegetarian vehicle verb verbatim verdict verification verify verse version versus vertex very vessel veteran
via victim victory video view village violence violent virtue virus visa visible vision visit visitors vocabulary vocal
voice void volcano volume volunteer vote voter vouches vulnerable wages wait wakes walk wall wanted war warms warning
warrant warrior was wash wasn't waste watch water wave way we we'd we'll we're we've weak weakens weaker weakest wealth
weapon wear weather web wedding week weekend weighs weights welfare well went were weren't west whales what what's
whatever wheel when whence whenever where whereas whereby wherever whether which whichever while whilst white who who's
whoever whole wholly whom whose why wice wide widened wider width wife wild wildlife will wind window wine wing winner
wins winter wisdom with withdraw withdrawn withheld within without witnesses woman women won won't wonder wood words
worked workers workplace world worldwide worn worse worsens worship worst worth would wouldn't wound wrapped wrestling
write writer written wrong wrote wurde yardstick year yellow yes yesterday yet yields you you'd you'll you're you've
young your yourself youth zero zip zone zookeeper zoos
""".split()
)
