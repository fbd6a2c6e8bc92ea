"""German: what it says to us, and what we say in it. Never heard by a native speaker."""

from solovox.core.sense import Intent
from solovox.core.sentences import ChangeSentences, HoldSentences, Sentences
from solovox.lang.consent import ConsentWords
from solovox.lang.pack import AgainWords, HangingWords, LanguagePack, LineWords, in_order, phrases

NODS = phrases("mm, mmm, mhm, mm hm, mmhm, hm, hmm, äh, ähm, öh, ah, ach, oh, ach so, achso, ja ja, jaja")
KEEP = in_order(
    "warte kurz, warte mal, wartet mal, warte einen Moment, einen Moment bitte, Moment mal, einen Augenblick bitte, lass mich überlegen, lass mich nachdenken"
)
ONES = ("eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf")  # fmt: skip

GERMAN = LanguagePack(
    locale="de",
    stop=phrases(
        "stopp, stop, stopp stopp, bitte stopp, stopp bitte, halt, halt halt, halt an, anhalten, hör auf, hör auf damit, aufhören, hör bitte auf,"
        "brich ab, brich das ab, abbrechen, abbruch, vergiss es, lass es, lass das, schluss, schluss damit, computer stopp, stopp computer"
    ),
    quiet=phrases(
        "ruhe, ruhe bitte, sei ruhig, sei still, bitte sei still, still, stille, schweig, psst, pst, sei leise, halt den mund, klappe,"
        "hör auf zu reden, hör auf zu sprechen, hör auf zu lesen, nicht mehr vorlesen, genug"
    ),
    nods=NODS,
    assents=phrases(
        "ja, jep, jo, genau, okay, ok, gut, sehr gut, schön, super, prima, toll, klar, alles klar, verstehe, ich verstehe, verstanden, stimmt,"
        "das stimmt, richtig, ach ja, aha, interessant, wirklich, echt, sicher, natürlich, in ordnung, perfekt, wow, gut zu wissen, eben"
    ),
    keep=KEEP,
    send=in_order("schick es ab, schick das ab, sende es, sende das, schick es jetzt ab"),
    asks=(
        (Intent.STATUS, phrases(
            "status, status bitte, was ist der status, wie ist der status, was machst du, was machst du gerade, was tust du gerade, woran arbeitest du,"
            "wie weit bist du, bist du da, bist du noch da, arbeitest du noch, arbeitest du noch daran, bist du fertig, bist du schon fertig"
        )),
        (Intent.CHANGES, phrases(
            "was hast du geändert, was hast du verändert, was hast du gerade geändert, was wurde geändert, welche dateien hast du geändert,"
            "hast du etwas geändert, sag mir was du geändert hast, zeig mir was du geändert hast"
        )),
        (Intent.SKIP, phrases("überspringen, überspring das, überspringe das, nächster absatz, nächster teil, weiter zum nächsten absatz")),
        (Intent.REPEAT, phrases(
            "wiederholen, wiederhole das, wiederhol das, bitte wiederholen, noch einmal, noch mal, nochmal, sag das noch einmal, sag das nochmal,"
            "sag das noch mal, was hast du gesagt, wie bitte, das habe ich nicht verstanden, das hab ich nicht verstanden"
        )),
        (Intent.SLOWER, phrases("langsamer, langsamer bitte, bitte langsamer, sprich langsamer, lies langsamer, zu schnell, das ist zu schnell, du bist zu schnell")),
        (Intent.FASTER, phrases("schneller, schneller bitte, bitte schneller, sprich schneller, lies schneller, zu langsam, das ist zu langsam, du bist zu langsam")),
        (Intent.USUAL, phrases("normales tempo, normales tempo bitte, normale geschwindigkeit, wieder normal, in normalem tempo")),
    ),
    lines=LineWords((
        "lies zeile {}", "lies zeile {} vor", "lies bitte zeile {}", "lies mir zeile {} vor", "lies zeile {} noch einmal", "lies zeile nummer {}",
        "wiederhole zeile {}", "was steht in zeile {}", "was ist in zeile {}",
    ), ones=ONES),
    more=phrases("mehr, mehr bitte, noch mehr, erzähl mehr"),
    on=phrases("weiter, weiter bitte, bitte weiter, mach weiter, mach bitte weiter, lies weiter, weiterlesen, fahr fort, fortfahren, den rest, lies den rest"),
    no_more=phrases("nicht mehr, nichts mehr, das reicht, das genügt, das ist genug, reicht, danke das reicht"),
    consents=ConsentWords(
        grant=phrases(
            "ja, jawohl, jep, jo, ok, okay, klar, na klar, alles klar, sicher, natürlich, selbstverständlich, gern, gerne, sehr gerne, genau, richtig,"
            "stimmt, das stimmt, korrekt, einverstanden, in ordnung, ist in ordnung, das ist in ordnung, geht klar, passt, das passt, bestätigt, bestätige,"
            "ich bestätige, erlaubt, erlaube es, ich erlaube es, genehmigt, zugestimmt, ich stimme zu, auf jeden fall, unbedingt, absolut, von mir aus, meinetwegen,"
            "mach, mach es, mach das, mach mal, mach weiter, mach ruhig, tu es, tu das, los, los gehts, leg los, nur zu, weiter, fahr fort, ausführen,"
            "führ es aus, führe es aus, führ das aus, schick es, schick es ab, schick das ab, sende es, sende das, absenden, du darfst, das darfst du, du darfst das,"
            "so ist es, das ist richtig, das ist korrekt, das ist gut, klingt gut, das klingt gut, sieht gut aus, das sieht gut aus, gute idee"
        ),
        deny=phrases(
            "nein, nee, ne, nö, nicht, kein, keine, lieber nicht, besser nicht, bitte nicht, noch nicht, jetzt nicht, nein danke, eher nicht, falsch, verboten,"
            "das ist falsch, das stimmt nicht, stimmt nicht, das ist nicht richtig, abgelehnt, ich lehne ab, lehne ab, verweigert, ich will nicht, ich will das nicht,"
            "ich möchte nicht, ich möchte das nicht, stopp, stop, halt, warte, abbrechen, abbruch, brich ab, vergiss es, vergiss das, lass es, lass das, lass es sein,"
            "du darfst nicht, das darfst du nicht, du darfst das nicht, mach das nicht, mach es nicht, tu das nicht, tu es nicht, ich sagte nein, ich habe nein gesagt"
        ),
        never=phrases(
            "niemals, nie, nie im leben, auf keinen fall, auf gar keinen fall, keinesfalls, natürlich nicht, sicher nicht, bestimmt nicht, absolut nicht,"
            "ganz sicher nicht, klar nicht, wag es nicht, untersteh dich, unter keinen umständen"
        ),
        question=phrases(
            "was, warum, wieso, weshalb, wie, welche, welcher, welches, wer, wann, wo, wozu, ist das, ist es, kannst du, soll ich, darf es, nicht wahr, na ja, naja, wirklich,"
            "echt, vielleicht, warum nicht, warte kurz, warte mal, einen moment, moment mal, moment, augenblick, lass mich überlegen, mal sehen"
        ),
        always=phrases("immer, alles, alle, jedes mal, für immer, ab jetzt, von jetzt an, frag nicht, frag nicht mehr, nicht mehr fragen, frag mich nicht mehr, frag nie wieder"),
        small=phrases("bitte, danke, vielen dank, danke schön, dann, doch, mal, ruhig, einfach, gut, sehr gut, super, prima, toll, perfekt, schön, kein problem, einmal, diesmal, dieses mal, heute, dazu"),
        opens=NODS | phrases("also, so, jetzt, nun, nur, das, es, dies"),
    ),
    again=AgainWords(
        first=NODS | phrases("nein, nee, ne, nö, falsch, moment, warte, entschuldigung, sorry, eigentlich"),
        says=("ich habe gesagt", "ich hab gesagt", "ich sagte", "ich meinte", "ich meine", "gemeint war"),
        instead=("ich meinte nicht", "ich sagte nicht", "nicht"),
        but=("sondern",),
    ),
    replaces=in_order("stattdessen, nein stattdessen, doch lieber, nein lieber, vergiss das, vergiss es und"),
    queues=in_order("und auch, auch, außerdem, und außerdem, und dann, danach, und danach, dann noch, und noch"),
    greets=NODS | phrases("hey, hi, hallo, na, also, so, und, nun, jetzt, bitte, ja, okay, ok, gut"),
    hanging=HangingWords(
        goes_on=phrases(
            "der, den, dem, des, eine, einen, einem, einer, eines, und, oder, aber, sondern, weil, wenn, dass, ob, obwohl, während, von, vom, zum, zur, für, beim, gegen, als,"
            "mein, meine, meinen, dein, deine, deinen, seine, ihre, unser, unsere, jede, jeden, namens, äh, ähm"
        ),
        leads_in=phrases("wenn, falls, während, sobald, solange, bis, weil, obwohl, nachdem, bevor, seit"),
        digits=phrases("null, eins, ein, zwei, zwo, drei, vier, fünf, sechs, sieben, acht, neun, doppel"),
        unnamed=phrases("ist, sind, lautet"),
        point=phrases("komma, punkt"),
    ),
    ghosts=phrases(
        "vielen dank, danke, danke schön, vielen dank für die aufmerksamkeit, danke für die aufmerksamkeit, vielen dank fürs zuschauen, danke fürs zuschauen,"
        "vielen dank für ihre aufmerksamkeit, untertitel der amara org community, untertitel im auftrag des zdf für funk 2017, untertitel im auftrag des zdf 2020,"
        "untertitelung des zdf 2020, untertitelung aufgrund der amara org community, untertitel von stephanie geiges, copyright wdr 2020, bis zum nächsten mal, tschüss,"
        "das wars für heute, musik, applaus, so, ja, oh, ah, hm, und, ich, das"
    ),
    unread="Antworten werden gezeigt und nicht vorgelesen: die Stimme dieses Rechners spricht nur Englisch. Ein Live-Modell liest auch Deutsch vor.",
    sentences=Sentences(
        idle="An nichts wird gearbeitet.",
        waits="Etwas wartet auf deine Zustimmung.",
        at_work="In Arbeit seit {time}.",
        at_step="In Arbeit seit {time}: {step}.",
        still="Noch in Arbeit.",
        still_at="Noch in Arbeit: {step}.",
        units=("1 Sekunde", "{} Sekunden", "1 Minute", "{} Minuten"),
        news="[{} Sag das der Person in einem kurzen Satz.]",
        more="Mehr?",
        goes_on="Es geht weiter.",
        only_shown='Der Rest wird nur gezeigt. Sag "lies weiter", um ihn zu hören.',
        skipped="Übersprungen.",
        again="Noch einmal.",
        nothing="Es wurde noch nichts vorgelesen.",
        none_left="Es ist nichts übrig zum Überspringen.",
        pace="Tempo: {} Prozent.",
        keeps_pace="Diese Stimme behält ihr Tempo.",
        line="Zeile {}: {}",
        no_line="Die Antwort hat keine Zeile {}.",
        no_answer="Es gibt noch keine Antwort.",
        holds=HoldSentences(
            asks="Die Bitte lautet: {}.",
            unread="Die Bitte ist zu lang zum Vorlesen: sieh auf den Bildschirm, und sag den Code von dort.",
            by_word="Darf es das?",
            by_code="Zum Erlauben sag den Code auf dem Bildschirm.",
            by_saying="Zum Erlauben sag laut die Worte {}.",
            you_said="Du hast gesagt: {}. Soll ich es abschicken?",
            to_send="Sag ja, um es abzuschicken.",
            first=(
                "apfel", "winter", "ferien", "schokolade", "präsident", "kaffee", "frühstück", "familie", "september", "musik", "kalifornien",
                "mexiko", "london", "sonntag", "banane",
            ),
            second=("hotel", "computer", "telefon", "kartoffel", "flugzeug", "doktor", "frage", "elefant"),
        ),
        changes=ChangeSentences(
            nothing="Nichts wurde geändert.",
            untold="Der Agent hat nicht gesagt, was er geändert hat.",
            some="Geändert: {count}, nämlich {files}.",
            earlier="Die letzte Antwort hat nichts geändert. Davor: {some}",
            count=("1 Datei", "{} Dateien"),
            added=("1 Zeile dazu", "{} Zeilen dazu"),
            removed=("1 Zeile weg", "{} Zeilen weg"),
            removed_too="{} weg",
            more=("1 weitere Datei", "{} weitere Dateien"),
            unnamed="eine Datei",
        ),
        failed="Das ging schief: {}.",
        failed_there="Der Agent ist gescheitert; der Bildschirm sagt, woran.",
        failed_here="Der Agent ist gescheitert.",
        reasons=(
            ("the brain gave no answer", "der Agent hat nicht geantwortet"),
            ("the brain went silent", "der Agent hat sich nicht mehr gemeldet"),
            ("the answer is too long; the rest was cut off", "die Antwort ist zu lang; der Rest wurde abgeschnitten"),
            ("the brain calls tools without end", "der Agent ruft ohne Ende Werkzeuge auf"),
        ),
    ),
)  # fmt: skip
