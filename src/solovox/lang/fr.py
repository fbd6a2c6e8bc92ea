"""French: what it says to us, and what we say in it. Never heard by a native speaker."""

from solovox.core.sense import Intent
from solovox.core.sentences import ChangeSentences, HoldSentences, Sentences
from solovox.lang.consent import ConsentWords
from solovox.lang.pack import AgainWords, HangingWords, LanguagePack, LineWords, in_order, phrases

NODS = phrases("mm, mmm, mhm, mm hm, hm, hmm, euh, heu, ah, oh, hein, ah oui, oui oui, ben")
KEEP = in_order(
    "attends un peu, attends un instant, attendez un instant, attends une seconde, un instant s'il te plaît, un instant s'il vous plaît, laisse-moi réfléchir, laissez-moi réfléchir"
)
ONES = ("un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze", "treize", "quatorze", "quinze", "seize")  # fmt: skip

FRENCH = LanguagePack(
    locale="fr",
    stop=phrases(
        "stop, stop stop, stop s'il te plaît, stop s'il vous plaît, arrête, arrêtez, arrête-toi, arrêtez-vous, arrête ça, arrêtez ça, arrête tout,"
        "arrête maintenant, halte, annule, annulez, annule ça, annuler, abandonne, laisse tomber, laissez tomber, ordinateur stop"
    ),
    quiet=phrases(
        "silence, silence s'il te plaît, silence s'il vous plaît, tais-toi, taisez-vous, chut, arrête de parler, arrêtez de parler, arrête de lire, arrêtez de lire,"
        "ne parle plus, ne lis plus"
    ),
    nods=NODS,
    assents=phrases(
        "oui, ouais, d'accord, ok, okay, bien, très bien, bon, super, parfait, génial, je vois, je comprends, compris, c'est vrai, exactement, exact, bien sûr,"
        "évidemment, ah bon, ah d'accord, intéressant, vraiment, tout à fait, en effet, ça marche, voilà, wow, cool, bon à savoir"
    ),
    keep=KEEP,
    send=in_order("envoie-le, envoie ça, envoyez-le, envoyez ça, envoie maintenant"),
    asks=(
        (Intent.STATUS, phrases(
            "statut, quel est le statut, où en es-tu, où en êtes-vous, tu en es où, qu'est-ce que tu fais, qu'est-ce que vous faites, que fais-tu, que faites-vous,"
            "sur quoi travailles-tu, tu es là, es-tu là, êtes-vous là, tu travailles encore, tu travailles toujours, est-ce que tu as fini, tu as fini, as-tu fini"
        )),
        (Intent.CHANGES, phrases(
            "qu'est-ce que tu as changé, qu'as-tu changé, qu'est-ce que vous avez changé, qu'est-ce que tu as modifié, qu'as-tu modifié, qu'est-ce qui a changé,"
            "quels fichiers as-tu changés, quels fichiers as-tu modifiés, dis-moi ce que tu as changé, montre-moi ce que tu as changé"
        )),
        (Intent.SKIP, phrases("passe, passe ça, passer, saute ça, saute ce passage, saute cette partie, paragraphe suivant, partie suivante")),
        (Intent.REPEAT, phrases(
            "répète, répète ça, répétez, répéter, encore une fois, redis-le, redis ça, dis ça encore une fois, qu'est-ce que tu as dit, qu'est-ce que vous avez dit,"
            "qu'as-tu dit, pardon, comment ça, je n'ai pas compris, je n'ai pas entendu"
        )),
        (Intent.SLOWER, phrases("plus lentement, moins vite, parle plus lentement, parlez plus lentement, lis plus lentement, trop vite, c'est trop vite, tu parles trop vite")),
        (Intent.FASTER, phrases("plus vite, plus rapidement, parle plus vite, parlez plus vite, lis plus vite, trop lent, c'est trop lent, tu parles trop lentement")),
        (Intent.USUAL, phrases("vitesse normale, à vitesse normale, reviens à la vitesse normale, parle à vitesse normale")),
    ),
    lines=LineWords((
        "lis la ligne {}", "lisez la ligne {}", "lis-moi la ligne {}".replace("-", " "), "lis encore la ligne {}", "répète la ligne {}", "que dit la ligne {}",
        "quest ce quil y a à la ligne {}", "relis la ligne {}",
    ), ones=ONES),
    more=phrases("encore, encore s'il te plaît, plus, dis-m'en plus, dites-m'en plus"),
    on=phrases("continue, continuez, continue s'il te plaît, vas-y continue, poursuis, poursuivez, continue à lire, continuez à lire, la suite, lis la suite, lis le reste"),
    no_more=phrases("c'est bon, ça suffit, ça va, c'est assez, assez, c'est tout, rien de plus, pas plus"),
    consents=ConsentWords(
        grant=phrases(
            "oui, ouais, ouaip, d'accord, ok, okay, bien sûr, certainement, absolument, tout à fait, exactement, exact, c'est exact, c'est ça, c'est vrai, correct, c'est correct,"
            "entendu, ça marche, ça me va, volontiers, avec plaisir, évidemment, sans problème, je confirme, confirme, confirmé, confirmer, je suis d'accord, j'accepte, accepte,"
            "accepté, approuve, approuvé, j'approuve, autorisé, j'autorise, autorise, je l'autorise, permis, vas-y, allez-y, allons-y, fais-le, faites-le, fais ça, faites ça,"
            "lance, lance-le, lancez-le, exécute, exécute-le, continue, continuez, poursuis, envoie, envoie-le, envoyez-le, envoie ça, tu peux, vous pouvez, tu peux le faire,"
            "vous pouvez le faire, tu as raison, bonne idée, bien entendu, c'est parfait, ça a l'air bien, c'est d'accord"
        ),
        deny=phrases(
            "non, nan, pas, ne, jamais de la vie, non merci, surtout pas, pas du tout, pas maintenant, pas encore, pas vraiment, plutôt pas, c'est faux, faux, incorrect, ce n'est pas ça,"
            "c'est pas ça, refuse, refusé, je refuse, rejeté, rejette, interdit, je ne veux pas, je veux pas, je ne suis pas d'accord, pas d'accord, je n'accepte pas, annule, annulez,"
            "annuler, arrête, arrêtez, stop, laisse, laisse tomber, laissez tomber, oublie, oublie ça, oubliez, abandonne, ne fais pas, ne fais pas ça, ne le fais pas, fais pas ça,"
            "ne l'envoie pas, n'envoie pas, n'y va pas, tu ne peux pas, vous ne pouvez pas, j'ai dit non"
        ),
        never=phrases(
            "jamais, en aucun cas, certainement pas, absolument pas, sûrement pas, bien sûr que non, hors de question, il n'en est pas question, pas question, surtout pas ça"
        ),
        question=phrases(
            "quoi, pourquoi, pourquoi pas, comment, quel, quelle, quels, quelles, qui, quand, où, combien, est-ce que, qu'est-ce que, c'est quoi, peux-tu, pouvez-vous, dois-je, vraiment,"
            "peut-être, n'est-ce pas, un instant, un moment, une seconde, attends, attendez, laisse-moi réfléchir, voyons, je sais pas, je ne sais pas"
        ),
        always=phrases("toujours, tout, tous, à chaque fois, chaque fois, pour toujours, désormais, ne demande plus, ne me demande plus, ne demandez plus, plus besoin de demander"),
        small=phrases("s'il te plaît, s'il vous plaît, merci, merci bien, merci beaucoup, alors, donc, bien, très bien, super, parfait, génial, cool, pas de problème, cette fois, une fois, aujourd'hui, monsieur, madame"),
        opens=NODS | phrases("bon, eh bien, et, maintenant, juste, ça, cela, le, mais"),
    ),
    again=AgainWords(
        first=NODS | phrases("non, nan, pardon, désolé, désolée, attends, faux, en fait"),
        says=("jai dit", "j ai dit", "je voulais dire", "je veux dire", "je disais"),
        instead=("pas", "je nai pas dit", "je n ai pas dit"),
        but=("mais",),
    ),
    replaces=in_order("à la place, non à la place, non plutôt, oublie ça"),
    queues=in_order("et aussi, aussi, et puis, et ensuite, ensuite, après ça, et après"),
    greets=NODS | phrases("hé, hey, salut, bonjour, allô, alors, bon, et, donc, ok, oui, dis, s'il te plaît, s'il vous plaît"),
    hanging=HangingWords(
        goes_on=phrases(
            "le, la, les, un, une, des, du, de, d, l, au, aux, et, ou, mais, donc, car, parce que, que, qui, si, à, dans, sur, pour, par, chez, sous, vers, comme, mon, ma, mes, ton,"
            "ta, tes, son, sa, ses, notre, nos, votre, vos, leur, leurs, ce, cet, cette, ces, chaque, je, j, très, euh, heu"
        ),
        leads_in=phrases("si, quand, lorsque, dès, pendant, puisque, parce, comme, avant, après, tant"),
        digits=phrases("zéro, un, deux, trois, quatre, cinq, six, sept, huit, neuf, double"),
        unnamed=phrases("est, sont"),
        point=phrases("virgule, point"),
    ),
    ghosts=phrases(
        "sous-titres réalisés par la communauté d'amara org, sous-titres réalisés para la communauté d'amara org, sous-titrage société radio-canada, sous-titrage st' 501,"
        "sous-titres par amara org, merci d'avoir regardé cette vidéo, merci d'avoir regardé la vidéo, merci, merci beaucoup, merci à tous, abonnez-vous, à bientôt, au revoir,"
        "musique, applaudissements, oh, ah, et, je, le"
    ),
    unread="Les réponses sont affichées et non lues : la voix de cette machine ne parle que l'anglais. Un modèle en direct lit aussi le français.",
    sentences=Sentences(
        idle="Aucun travail en cours.",
        waits="Quelque chose attend votre accord.",
        at_work="Au travail depuis {time}.",
        at_step="Au travail depuis {time} : {step}.",
        still="Toujours au travail.",
        still_at="Toujours au travail : {step}.",
        units=("1 seconde", "{} secondes", "1 minute", "{} minutes"),
        news="[{} Dites-le à la personne en une phrase courte.]",
        more="La suite ?",
        goes_on="Je reprends.",
        only_shown='Le reste est seulement affiché. Dites "continue" pour l\'entendre.',
        skipped="Passé.",
        again="Encore une fois.",
        nothing="Rien n'a encore été lu.",
        none_left="Il ne reste rien à passer.",
        pace="Vitesse : {} pour cent.",
        keeps_pace="Cette voix garde sa vitesse.",
        line="Ligne {} : {}",
        no_line="La réponse n'a pas de ligne {}.",
        no_answer="Il n'y a pas encore de réponse.",
        holds=HoldSentences(
            asks="La demande est : {}.",
            unread="La demande est trop longue pour être lue : regardez l'écran, et dites le code qui s'y trouve.",
            by_word="Est-ce permis ?",
            by_code="Pour le permettre, dites le code à l'écran.",
            by_saying="Pour le permettre, dites à voix haute les mots {}.",
            you_said="Vous avez dit : {}. Faut-il l'envoyer ?",
            to_send="Dites oui pour l'envoyer.",
            first=(
                "pomme", "hiver", "vacances", "chocolat", "président", "café", "famille", "septembre", "musique", "californie", "mexique", "londres", "dimanche", "banane", "jardin",
            ),
            second=("hôtel", "ordinateur", "téléphone", "fromage", "avion", "docteur", "fenêtre", "éléphant"),
        ),
        changes=ChangeSentences(
            nothing="Rien n'a été changé.",
            untold="L'agent n'a pas dit ce qu'il a changé.",
            some="Changements dans {count} : {files}.",
            earlier="La dernière réponse n'a rien changé. Avant cela : {some}",
            count=("1 fichier", "{} fichiers"),
            added=("1 ligne ajoutée", "{} lignes ajoutées"),
            removed=("1 ligne retirée", "{} lignes retirées"),
            removed_too="{} retirées",
            more=("1 autre fichier", "{} autres fichiers"),
            unnamed="un fichier",
        ),
        failed="Cela a échoué : {}.",
        failed_there="L'agent a échoué ; l'écran dit pourquoi.",
        failed_here="L'agent a échoué.",
        reasons=(
            ("the brain gave no answer", "l'agent n'a pas répondu"),
            ("the brain went silent", "l'agent ne donne plus signe de vie"),
            ("the answer is too long; the rest was cut off", "la réponse est trop longue ; le reste a été coupé"),
            ("the brain calls tools without end", "l'agent appelle des outils sans fin"),
        ),
    ),
)  # fmt: skip
