"""Italian: what it says to us, and what we say in it. Never heard by a native speaker."""

from solovox.core.sense import Intent
from solovox.core.sentences import ChangeSentences, HoldSentences, Sentences
from solovox.lang.consent import ConsentWords
from solovox.lang.pack import AgainWords, HangingWords, LanguagePack, LineWords, in_order, phrases

NODS = phrases("mm, mmm, mhm, mm hm, hm, hmm, eh, ehm, ah, oh, sì sì, già già")
KEEP = in_order(
    "aspetta un attimo, aspetta un momento, aspetta un secondo, un attimo per favore, un momento per favore, fammi pensare, lasciami pensare"
)
ONES = ("uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci", "undici", "dodici", "tredici", "quattordici", "quindici")  # fmt: skip

ITALIAN = LanguagePack(
    locale="it",
    stop=phrases(
        "stop, stop stop, ferma, fermati, fermati subito, si fermi, fermo, alt, basta, basta così, basta per favore, smettila, smetti, annulla, annulla tutto, annullalo, interrompi,"
        "lascia perdere, lascia stare, computer stop"
    ),
    quiet=phrases(
        "silenzio, silenzio per favore, zitto, zitta, stai zitto, stai zitta, fai silenzio, taci, smetti di parlare, smettila di parlare, smetti di leggere, smettila di leggere,"
        "non parlare più, non leggere più"
    ),
    nods=NODS,
    assents=phrases(
        "sì, si, va bene, bene, molto bene, ok, okay, certo, capito, ho capito, capisco, vedo, giusto, esatto, esattamente, perfetto, ottimo, bello, d'accordo, è vero, vero, interessante,"
        "davvero, già, ah ecco, ecco, certamente, naturalmente, chiaro, ha senso, buono a sapersi"
    ),
    keep=KEEP,
    send=in_order("invia questo, manda questo, invialo subito, mandalo subito"),
    asks=(
        (Intent.STATUS, phrases(
            "stato, qual è lo stato, cosa stai facendo, che cosa stai facendo, che stai facendo, cosa fai, a cosa stai lavorando, a che punto sei, a che punto siamo, ci sei,"
            "ci sei ancora, sei lì, stai lavorando, stai ancora lavorando, hai finito, hai già finito"
        )),
        (Intent.CHANGES, phrases(
            "cosa hai cambiato, che cosa hai cambiato, che hai cambiato, cosa hai modificato, che cosa hai modificato, cosa è cambiato, quali file hai cambiato, quali file hai modificato,"
            "hai cambiato qualcosa, dimmi cosa hai cambiato, mostrami cosa hai cambiato"
        )),
        (Intent.SKIP, phrases("salta, saltalo, salta questo, salta questa parte, prossimo paragrafo, paragrafo successivo, parte successiva")),
        (Intent.REPEAT, phrases(
            "ripeti, ripetilo, ripeti per favore, puoi ripetere, ancora una volta, un'altra volta, dillo ancora, dillo di nuovo, cosa hai detto, che cosa hai detto, che hai detto,"
            "come hai detto, scusa, come scusa, non ho capito, non ho sentito"
        )),
        (Intent.SLOWER, phrases("più piano, più lentamente, più lento, parla più piano, parla più lentamente, leggi più lentamente, troppo veloce, vai troppo veloce, sei troppo veloce")),
        (Intent.FASTER, phrases("più veloce, più in fretta, più velocemente, parla più veloce, parla più velocemente, leggi più velocemente, troppo lento, vai troppo piano, sei troppo lento")),
        (Intent.USUAL, phrases("velocità normale, a velocità normale, torna alla velocità normale, parla a velocità normale")),
    ),
    lines=LineWords((
        "leggi la riga {}", "leggimi la riga {}", "leggi la riga numero {}", "leggi di nuovo la riga {}", "ripeti la riga {}", "cosa dice la riga {}", "cosa cè alla riga {}", "leggi la linea {}",
    ), ones=ONES),
    more=phrases("ancora, ancora per favore, di più, dimmi di più, un altro po'"),
    on=phrases("continua, continua per favore, vai avanti, prosegui, continua a leggere, vai avanti a leggere, il resto, leggi il resto"),
    no_more=phrases("basta così grazie, è abbastanza, abbastanza, va bene così, è tutto, nient'altro, niente altro"),
    consents=ConsentWords(
        grant=phrases(
            "sì, si, certo, certo che sì, certamente, ok, okay, va bene, d'accordo, bene, esatto, esattamente, giusto, è giusto, corretto, è corretto, proprio così, è così, sicuro, sicuramente,"
            "naturalmente, ovviamente, assolutamente sì, volentieri, con piacere, procedi, proceda, prosegui, continua, vai, vai pure, vai avanti, avanti, fallo, fallo pure, fai pure, lo faccia, faccia pure,"
            "eseguilo, esegui, avvialo, invialo, invia questo, mandalo, confermo, confermato, conferma, lo confermo, accetto, accettato, approvo, approvato, autorizzo, autorizzato, lo autorizzo, permesso,"
            "consento, puoi, puoi farlo, può farlo, mi va bene, per me va bene, mi sembra giusto, mi sembra buono, buona idea, hai ragione, sono d'accordo"
        ),
        deny=phrases(
            "no, nope, non, no grazie, meglio di no, non ora, non adesso, non ancora, non credo, non voglio, preferisco di no, non sono d'accordo, non farlo, non fare questo, non lo faccia, non inviarlo,"
            "non mandarlo, non puoi, non devi, non va bene, sbagliato, è sbagliato, falso, è falso, scorretto, rifiuto, rifiutato, lo rifiuto, nego, negato, vietato, stop, fermo, ferma, fermati, alt,"
            "basta, annulla, annullalo, interrompi, lascia perdere, lascia stare, dimenticalo, ho detto di no, ho detto no"
        ),
        never=phrases(
            "mai, mai e poi mai, giammai, in nessun caso, assolutamente no, assolutamente, certo che no, certamente no, per niente, niente affatto, neanche per sogno, non ci pensare, non se ne parla, ovviamente no"
        ),
        question=phrases(
            "cosa, che cosa, perché, perché no, come, quale, quali, chi, quando, dove, quanto, è questo, puoi tu, devo, dovrei, forse, magari, vero, davvero, non so, non lo so, un attimo, un momento, un secondo,"
            "aspetta, fammi pensare, vediamo"
        ),
        always=phrases("sempre, tutto, tutti, tutte, ogni volta, per sempre, d'ora in poi, da ora in poi, non chiedere, non chiedere più, non chiedermelo più, smetti di chiedere"),
        small=phrases("per favore, per piacere, grazie, grazie mille, prego, molto bene, perfetto, ottimo, quindi, dai, signore, signora, questa volta, una volta, oggi, nessun problema"),
        opens=NODS | phrases("allora, e, ora, adesso, solo, questo, quello, ma, cioè, dunque"),
    ),
    again=AgainWords(
        first=NODS | phrases("no, scusa, scusi, aspetta, sbagliato, in realtà"),
        says=("ho detto", "volevo dire", "intendevo", "intendo"),
        instead=("non ho detto", "non intendevo", "non"),
        but=("ma", "bensì"),
    ),
    replaces=in_order("invece, no invece, piuttosto, al suo posto"),
    queues=in_order("e anche, anche, e inoltre, inoltre, e poi, poi, dopo, e dopo"),
    greets=NODS | phrases("ehi, ciao, salve, allora, bene, e, ora, sì, ok, senti, scusa, per favore"),
    hanging=HangingWords(
        goes_on=phrases(
            "il, lo, la, i, gli, le, un, una, l, e, o, ma, oppure, perché, che, se, anche, mentre, di, del, dello, della, dei, degli, delle, a, al, allo, alla, ai, alle, da, dal, dalla, in, nel, nella, con,"
            "su, sul, sulla, per, tra, fra, come, molto, mio, mia, miei, tuo, tua, suo, sua, nostro, nostra, ogni, questo, questa, chiamato, ehm"
        ) - phrases("lo, la, li, le, su, questo, questa, molto, anche"),
        leads_in=phrases("se, quando, mentre, finché, perché, poiché, siccome, prima, dopo, appena"),
        digits=phrases("zero, uno, due, tre, quattro, cinque, sei, sette, otto, nove, doppio"),
        unnamed=phrases("è, sono"),
        point=phrases("virgola, punto"),
    ),
    ghosts=phrases(
        "sottotitoli creati dalla comunità amara org, sottotitoli a cura di qtss, sottotitoli e revisione a cura di qtss, grazie per aver guardato il video, grazie per la visione,"
        "grazie a tutti, grazie, grazie mille, iscriviti al canale, alla prossima, ciao, ciao ciao, musica, applausi, e, il, oh, ah"
    ),
    unread="Le risposte vengono mostrate e non lette: la voce di questa macchina parla solo inglese. Un modello dal vivo legge anche l'italiano.",
    sentences=Sentences(
        idle="Nessun lavoro in corso.",
        waits="Qualcosa attende la tua approvazione.",
        at_work="Al lavoro da {time}.",
        at_step="Al lavoro da {time}: {step}.",
        still="Ancora al lavoro.",
        still_at="Ancora al lavoro: {step}.",
        units=("1 secondo", "{} secondi", "1 minuto", "{} minuti"),
        news="[{} Dillo alla persona in una frase breve.]",
        more="Ancora?",
        goes_on="Riprendo.",
        only_shown='Il resto viene solo mostrato. Di\' "continua" per sentirlo.',
        skipped="Saltato.",
        again="Ancora una volta.",
        nothing="Ancora nulla è stato letto.",
        none_left="Nulla resta da saltare.",
        pace="Velocità: {} per cento.",
        keeps_pace="Questa voce mantiene la sua velocità.",
        line="Riga {}: {}",
        no_line="La risposta è senza riga {}.",
        no_answer="La risposta manca ancora.",
        holds=HoldSentences(
            asks="La richiesta è questa: {}.",
            unread="La richiesta è troppo lunga da leggere: guarda lo schermo, e pronuncia il codice che mostra.",
            by_word="È permesso?",
            by_code="Per permetterlo, pronuncia il codice sullo schermo.",
            by_saying="Per permetterlo, pronuncia ad alta voce le parole {}.",
            you_said="Hai detto: {}. Devo inviarlo?",
            to_send="Pronuncia sì per inviarlo.",
            first=(
                "mela", "inverno", "vacanza", "cioccolato", "presidente", "caffè", "colazione", "famiglia", "settembre", "musica", "california", "messico", "londra", "domenica", "banana",
            ),
            second=("albergo", "computer", "telefono", "patata", "aereo", "dottore", "domanda", "elefante"),
        ),
        changes=ChangeSentences(
            nothing="Nulla è stato cambiato.",
            untold="L'agente tace su che cosa ha cambiato.",
            some="Cambiamenti in {count}: {files}.",
            earlier="L'ultima risposta ha lasciato tutto com'era. Prima: {some}",
            count=("1 file", "{} file"),
            added=("1 riga aggiunta", "{} righe aggiunte"),
            removed=("1 riga tolta", "{} righe tolte"),
            removed_too="{} tolte",
            more=("1 altro file", "{} altri file"),
            unnamed="un file",
        ),
        failed="È andata male: {}.",
        failed_there="L'agente ha fallito; lo schermo dice il motivo.",
        failed_here="L'agente ha fallito.",
        reasons=(
            ("the brain gave no answer", "l'agente non ha risposto"),
            ("the brain went silent", "l'agente non dà più segni di vita"),
            ("the answer is too long; the rest was cut off", "la risposta è troppo lunga; il resto è stato tagliato"),
            ("the brain calls tools without end", "l'agente chiama strumenti senza fine"),
        ),
    ),
)  # fmt: skip
