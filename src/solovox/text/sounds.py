"""Words that sound the same are one word here: homophones, names with several writings, British and American spelling.

The groups were checked against a dictionary of American pronunciations. Nothing that denies and no number is among
them: "no" is not "know", "two" is not "to".
"""

import re
from typing import Final

_HOMOPHONES: Final = """
air heir|aisle isle|alan allan allen|allowed aloud|altar alter|ann anne|ascent assent|aural oral
|axel axle|bail bale|bald bawled|ball bawl|band banned|bare bear|baron barren|base bass|bazaar bizarre|be bee
|beach beech|beat beet|beats beets|bell belle|berry bury|berth birth|billed build|bite byte|bites bytes
|blew blue|board bored|boarder border|boarders borders|bolder boulder|brake break|brakes breaks
|braking breaking|bread bred|brewed brood|brian bryan|bridal bridle|brook brooke|brows browse|buy by bye
|caitlin kaitlyn|canvas canvass|capital capitol|carat caret carrot|carl karl|cast caste
|catharine catherine katherine kathryn|cathy kathy|cede seed|cell sell|cellar seller|cells sells|cent scent sent
|cereal serial|chased chaste|cheap cheep|check cheque|chews choose|chili chilly|chord cord|chris kris
|christina kristina|christine kristine|chute shoot|cite sight site|cites sights sites|claire clare|clause claws
|coarse course|colonel kernel|color colour|complement compliment|coo coup|core corps|council counsel
|councilor counselor|coward cowered|creak creek|crews cruise|cue queue|cued queued|cues queues|curb kerb
|currant current|cymbal symbol|dam damn|days daze|dear deer|deborah debra|desert dessert|dew due|die dye
|dillon dylan|disc disk|discreet discrete|doe dough|draft draught|dual duel|ducked duct|earn urn
|elisabeth elizabeth|ensure insure|eric erik|ewe yew you|faint feint|fair fare|faun fawn|faze phase|feat feet
|find fined|fir fur|flair flare|flea flee|flecks flex|flew flu flue|flour flower|flours flowers|for fore
|foul fowl|frees freeze|friar fryer|gail gale|gait gate|garry gary|gene jean|genes jeans|geoff jeff
|geoffrey jeffery jeffrey|gilt guilt|gorilla guerrilla|graeme graham|grate great|gray grey|grease greece
|grisly grizzly|groan grown|guessed guest|gym jim|hail hale|hair hare|haley hayley|hall haul|hanna hannah
|hay hey|heal heel|hear here|heard herd|hertz hurts|hi high|higher hire|him hymn|hoard horde|hoarse horse
|hold holed|hole whole|holes wholes|humerus humorous|idle idol|in inn|incite insight|isabel isabelle isobel
|jason json|john jon|johnathan jonathan|kelley kelly|key quay|keys quays|knead need|knew new|knight night|knights nights
|lain lane|laps lapse|laurence lawrence|leak leek|leased least|lee leigh|lessen lesson|liar lyre|lie lye
|lindsay lindsey|links lynx|literal littoral|load lode|loan lone|locks lox|loot lute|lynn lynne|made maid
|mail male|mails males|main mane|maize maze|mall maul|manner manor|mantel mantle|marc mark|marshal martial
|mathew matthew|meat meet|medal meddle|michele michelle|might mite|mind mined|miner minor|missed mist
|moan mown|mode mowed|moose mousse|morning mourning|muscle mussel|muscles mussels|mustard mustered|naval navel
|neal neil|nicholas nicolas|nicky nikki|oar or ore|overdo overdue|paced paste|packed pact|packs pax|pail pale
|pain pane|pair pare pear|pairs pears|palate palette|passed past|pause paws|peace piece|peak peek pique
|peaks peeks|peal peel|pedal peddle|peer pier|philip phillip|pi pie|plain plane|plains planes|pleas please
|plum plumb|pole poll|pore pour|pores pours|praise prays preys|pray prey|principal principle|profit prophet
|pros prose|quarts quartz|rachael rachel|rack wrack|rain reign rein|raise rays raze|rap wrap
|rapped rapt wrapped|read red|reek wreak|rest wrest|retch wretch|review revue|right rite wright write
|righting writing|rights rites writes|ring wring|road rode rowed|roam rome|role roll|roles rolls|root route
|rose rows|rote wrote|rough ruff|rung wrung|rye wry|sac sack|sachet sashay|sacks sax|sail sale|sails sales
|sara sarah|scene seen|sea see|seam seem|sean shaun shawn|sear seer|seas sees seize|serf surf|sew so
|shear sheer|shoe shoo|side sighed|sighs size|sink sync|sinks syncs|slay sleigh|sleight slight|sloe slow
|smith smyth|soar sore|soared sword|sole soul|some sum|son sun|spade spayed|staff staph|staid stayed
|stair stare|stairs stares|stake steak|stakes steaks|stationary stationery|steal steel|stealing steeling
|step steppe|stephen steven|stewart stuart|stile style|straight strait|suite sweet|sundae sunday
|susanna susannah|tacked tact|tacks tax|tail tale|tails tales|taught taut|tea tee|team teem|teas tease
|teresa theresa|tern turn|terri terry|their there|theirs theres|threw through|throes throws|throne thrown
|thyme time|tic tick|tide tied|tire tyre|to too|toe tow|told tolled|ton tun|toni tony|tracey tracy
|tracked tract|troop troupe|trussed trust|vain vane vein|vale veil|vary very|vivian vivien|wade weighed
|wail whale|wails whales|waist waste|waists wastes|wait weight|waiting weighting|waits weights
|ware wear where|wares wears|warn worn|wax whacks|way weigh whey|ways weighs|weak week|weal wheel
|weather whether|which witch|while wile|whine wine|whined wined|whos whose|wood would|yoke yolk|zoe zoey
"""
_OUR: Final = re.compile(
    "(col|fav|hon|behavi|lab|neighb|flav|harb|hum|rum|vap|od|arm|endeav|savi|splend|tum|vig|parl|rig|sav|cand|clam"
    "|demean|ferv)our"
)
_RE: Final = re.compile("(cent|theat|met|lit|fib|calib|lust|spect|sab|somb|meag)re(d|s|)$")
_DOUBLED: Final = re.compile(
    "(trave|cance|mode|labe|signa|fue|leve|channe|counse|dia|equa|marve|pane|quarre|riva|spira|tota|tunne|jewe|penci)l"
    "(led|ling|ler|lers)$"
)
_OGUE: Final = re.compile("(catal|dial|anal|monol|epil|prol)ogue")
_ISE: Final = re.compile("is(e|ed|es|ing|ation|ations|er|ers)$")
_SPELLED: Final = {
    word: group.split()[0]
    for group in (
        "judgment judgement|acknowledgment acknowledgement|aging ageing|program programme|programs programmes"
        "|license licence|licenses licences|practice practise|defense defence|offense offence|pretense pretence"
        "|fulfill fulfil|enroll enrol|install instal|skillful skilful|willful wilful|jewelry jewellery|plow plough"
        "|mold mould|skeptical sceptical|skeptic sceptic|story storey|stories storeys|cozy cosy|pajamas pyjamas"
        "|maneuver manoeuvre|artifact artefact|artifacts artefacts|axe ax|donut doughnut|whiskey whisky|learned learnt"
        "|burned burnt|dreamed dreamt|spelled spelt|spoiled spoilt|check cheque|checks cheques|tires tyres|curbs kerbs"
        "|discs disks|mustache moustache|yogurt yoghurt|encyclopedia encyclopaedia|pediatric paediatric"
        "|anesthetic anaesthetic|archeology archaeology|ok okay|yeah yea|until til till|through thru|hm hmm mhm mm"
        "|celsius celcius|catalogs catalogues|dialogs dialogues|queueing queuing"
        "|adapter adaptor|advisor adviser"
    ).split("|")
    for word in group.split()
}


def _by_group(text: str) -> dict[str, str]:
    return {word: group.split()[0] for group in text.replace("\n", "").split("|") for word in group.split()}


_GROUPS: Final = _by_group(_HOMOPHONES)


def folded(word: str) -> str:
    """The writing that stands for all that sound like it; `word` is in lower case."""
    word = _SPELLED.get(word, word)
    if len(word) > 4:
        word = _RE.sub(r"\1er\2", _OUR.sub(r"\1or", word))
        word = _OGUE.sub(r"\1og", _DOUBLED.sub(lambda found: found[1] + found[2], word))
        word = word.replace("yse", "yze").replace("ysing", "yzing")
        word = _ISE.sub(r"iz\1", word) if len(word) > 5 else word
    return _GROUPS.get(word, word)
