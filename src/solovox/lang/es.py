"""Spanish: what it says to us, and what we say in it. Never heard by a native speaker."""

from solovox.core.sense import Intent
from solovox.core.sentences import ChangeSentences, HoldSentences, Sentences
from solovox.lang.consent import ConsentWords
from solovox.lang.pack import AgainWords, HangingWords, LanguagePack, LineWords, in_order, phrases

NODS = phrases("mm, mmm, mhm, mm hm, ajá, aja, hm, hmm, eh, em, ah, oh, sí sí, ya ya")
KEEP = in_order(
    "espera un momento, espera un poco, espera un segundo, un momento por favor, déjame pensar, dame un momento"
)
ONES = ("uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce", "trece", "catorce", "quince")  # fmt: skip

SPANISH = LanguagePack(
    locale="es",
    stop=phrases(
        "para, para ya, para eso, para por favor, por favor para, párate, pare, stop, alto, detente, deténgase, detén eso, basta, basta ya, cancela, cancela eso, cancelar,"
        "cancélalo, aborta, déjalo, olvídalo, computadora para, ordenador para"
    ),
    quiet=phrases(
        "silencio, silencio por favor, cállate, cállese, calla, chitón, chis, guarda silencio, deja de hablar, deja de leer, para de hablar, para de leer, no hables más, no leas más"
    ),
    nods=NODS,
    assents=phrases(
        "sí, si, vale, bien, muy bien, bueno, claro, ya, ya veo, entiendo, entendido, ok, okay, de acuerdo, genial, perfecto, estupendo, exacto, exactamente, es verdad, cierto, es cierto,"
        "interesante, en serio, de verdad, por supuesto, desde luego, guau, ah vale, tiene sentido, correcto"
    ),
    keep=KEEP,
    send=in_order("envía eso, manda eso, envíalo ya, mándalo ya"),
    asks=(
        (Intent.STATUS, phrases(
            "estado, cuál es el estado, qué estás haciendo, qué haces, en qué estás trabajando, en qué trabajas, cómo va, cómo vas, cómo va eso, estás ahí, sigues ahí,"
            "sigues trabajando, estás trabajando, has terminado, ya has terminado, ya terminaste, terminaste"
        )),
        (Intent.CHANGES, phrases(
            "qué has cambiado, qué cambiaste, qué has modificado, qué modificaste, qué se ha cambiado, qué archivos has cambiado, qué archivos cambiaste, qué ficheros has cambiado,"
            "has cambiado algo, cambiaste algo, dime qué has cambiado, muéstrame qué has cambiado"
        )),
        (Intent.SKIP, phrases("sáltalo, salta eso, sáltate eso, sáltate esa parte, saltar, siguiente párrafo, siguiente parte")),
        (Intent.REPEAT, phrases(
            "repite, repítelo, repite eso, repite por favor, repetir, otra vez, una vez más, dilo otra vez, dilo de nuevo, qué has dicho, qué dijiste, cómo dices, perdón,"
            "no te he entendido, no lo he entendido, no entendí, no te he oído"
        )),
        (Intent.SLOWER, phrases("más despacio, más lento, más despacio por favor, habla más despacio, lee más despacio, demasiado rápido, vas muy rápido, vas demasiado rápido")),
        (Intent.FASTER, phrases("más rápido, más rápido por favor, más deprisa, habla más rápido, lee más rápido, demasiado lento, vas muy lento, vas demasiado lento")),
        (Intent.USUAL, phrases("velocidad normal, a velocidad normal, vuelve a la velocidad normal, habla a velocidad normal")),
    ),
    lines=LineWords((
        "lee la línea {}", "lee la linea {}", "léeme la línea {}", "lee la línea número {}", "lee otra vez la línea {}", "repite la línea {}", "qué dice la línea {}", "qué hay en la línea {}",
    ), ones=ONES),
    more=phrases("más, más por favor, un poco más, dime más, cuéntame más"),
    on=phrases("sigue, sigue por favor, continúa, continúa por favor, continuar, sigue leyendo, continúa leyendo, lo demás, el resto, lee el resto"),
    no_more=phrases("no más, nada más, es suficiente, suficiente, ya basta así, con eso basta, eso es todo, ya está bien"),
    consents=ConsentWords(
        grant=phrases(
            "sí, si, vale, claro, claro que sí, por supuesto, por supuesto que sí, desde luego, ok, okay, de acuerdo, está bien, bien, correcto, es correcto, exacto, exactamente, así es,"
            "eso es, afirmativo, conforme, adelante, hazlo, hazlo ya, haz eso, hágalo, dale, venga, vamos, procede, proceda, continúa, sigue, ejecútalo, ejecuta, envíalo, envía eso,"
            "mándalo, confirmo, confirmado, confirma, lo confirmo, acepto, aceptado, acepta, apruebo, aprobado, autorizo, autorizado, lo autorizo, permitido, lo permito, puedes, puedes hacerlo,"
            "puede hacerlo, me parece bien, suena bien, se ve bien, buena idea, tienes razón, sin problema, con gusto, cómo no, estoy de acuerdo"
        ),
        deny=phrases(
            "no, nop, no gracias, mejor no, ahora no, todavía no, aún no, creo que no, no quiero, no estoy de acuerdo, no lo hagas, no hagas eso, no lo haga, no lo envíes, no envíes, no lo mandes,"
            "no puedes, no debes, incorrecto, eso no, está mal, es falso, falso, rechazo, rechazado, rechaza, lo rechazo, niego, denegado, negativo, prohibido, para, pare, stop, alto, detente, basta,"
            "cancela, cancelar, cancélalo, aborta, olvídalo, olvida eso, déjalo, he dicho que no, dije que no"
        ),
        never=phrases(
            "nunca, jamás, nunca jamás, de ninguna manera, de ningún modo, en absoluto, ni hablar, ni lo sueñes, claro que no, por supuesto que no, desde luego que no, ni se te ocurra, para nada"
        ),
        question=phrases(
            "qué, por qué, por qué no, cómo, cuál, cuáles, quién, cuándo, dónde, cuánto, es eso, puedes tú, debo, debería, tal vez, quizás, quizá, verdad, no sé, en serio, de verdad,"
            "un momento, un segundo, espera, espera un momento, déjame pensar, a ver"
        ),
        always=phrases("siempre, todo, todos, todas, cada vez, para siempre, a partir de ahora, no preguntes, no preguntes más, no me preguntes más, deja de preguntar"),
        small=phrases("por favor, gracias, muchas gracias, muy bien, genial, perfecto, estupendo, entonces, señor, señora, esta vez, una vez, hoy, no hay problema, no hay de qué"),
        opens=NODS | phrases("pues, bueno, y, ahora, solo, sólo, eso, esto, pero, así que, ya"),
    ),
    again=AgainWords(
        first=NODS | phrases("no, perdón, perdona, espera, mal, en realidad"),
        says=("he dicho", "dije", "quise decir", "quería decir", "me refería a", "digo"),
        instead=("no dije", "no he dicho", "no"),
        but=("sino",),
    ),
    replaces=in_order("en su lugar, en vez de eso, no en su lugar, no mejor, olvida eso"),
    queues=in_order("y también, también, además, y además, y luego, luego, después, y después"),
    greets=NODS | phrases("oye, hola, eh, pues, bueno, y, ahora, sí, vale, ok, por favor, oiga"),
    hanging=HangingWords(
        goes_on=phrases(
            "el, la, los, las, un, una, unos, unas, y, e, o, u, pero, sino, porque, que, si, aunque, mientras, de, del, a, al, en, con, por, sin, sobre, entre, desde, hasta, hacia, como,"
            "muy, mi, mis, tu, tus, su, sus, nuestro, nuestra, cada, llamado, llamada, este, esta, estos, estas, em"
        ) - phrases("este, esta"),
        leads_in=phrases("si, cuando, mientras, aunque, porque, antes, después, como, hasta, apenas"),
        digits=phrases("cero, uno, dos, tres, cuatro, cinco, seis, siete, ocho, nueve, doble"),
        unnamed=phrases("es, son"),
        point=phrases("coma, punto"),
    ),
    ghosts=phrases(
        "subtítulos realizados por la comunidad de amara org, subtítulos por la comunidad de amara org, subtitulado por la comunidad de amara org, gracias por ver el video,"
        "gracias por ver el vídeo, gracias por ver, muchas gracias por ver el video, gracias, muchas gracias, suscríbete, suscríbete al canal, hasta la próxima, adiós, chao,"
        "música, aplausos, y, el, la, oh, ah"
    ),
    unread="Las respuestas se muestran y no se leen: la voz de esta máquina solo habla inglés. Un modelo en vivo también lee en español.",
    sentences=Sentences(
        idle="No hay trabajo en curso.",
        waits="Algo espera tu aprobación.",
        at_work="Trabajando desde hace {time}.",
        at_step="Trabajando desde hace {time}: {step}.",
        still="Aún trabajando.",
        still_at="Aún trabajando: {step}.",
        units=("1 segundo", "{} segundos", "1 minuto", "{} minutos"),
        news="[{} Díselo a la persona en una frase corta.]",
        more="¿Más?",
        goes_on="Prosigo.",
        only_shown='El resto solo se muestra. Di "sigue" para oírlo.',
        skipped="Saltado.",
        again="Otra vez.",
        nothing="Aún no se ha leído nada.",
        none_left="No queda nada que saltar.",
        pace="Velocidad: {} por ciento.",
        keeps_pace="Esta voz mantiene su velocidad.",
        line="Línea {}: {}",
        no_line="La respuesta no tiene línea {}.",
        no_answer="Aún no hay respuesta.",
        holds=HoldSentences(
            asks="Se pide esto: {}.",
            unread="Se pide algo demasiado largo para leerlo: mira la pantalla, y di el código que hay ahí.",
            by_word="¿Se permite?",
            by_code="Para permitirlo, di el código de la pantalla.",
            by_saying="Para permitirlo, di en voz alta las palabras {}.",
            you_said="Has dicho: {}. ¿Lo envío?",
            to_send="Di sí para enviarlo.",
            first=(
                "manzana", "invierno", "vacaciones", "chocolate", "presidente", "café", "desayuno", "familia", "septiembre", "música", "california", "méxico", "londres", "domingo", "banana",
            ),
            second=("hotel", "ordenador", "teléfono", "patata", "avión", "doctor", "pregunta", "elefante"),
        ),
        changes=ChangeSentences(
            nothing="Nada se ha cambiado.",
            untold="El agente no ha dicho qué ha cambiado.",
            some="Cambios en {count}: {files}.",
            earlier="La última respuesta nada cambió. Antes: {some}",
            count=("1 archivo", "{} archivos"),
            added=("1 línea añadida", "{} líneas añadidas"),
            removed=("1 línea quitada", "{} líneas quitadas"),
            removed_too="{} quitadas",
            more=("1 archivo más", "{} archivos más"),
            unnamed="un archivo",
        ),
        failed="Ha fallado: {}.",
        failed_there="El agente ha fallado; la pantalla dice el motivo.",
        failed_here="El agente ha fallado.",
        reasons=(
            ("the brain gave no answer", "el agente no ha respondido"),
            ("the brain went silent", "el agente ha dejado de dar señales"),
            ("the answer is too long; the rest was cut off", "la respuesta es demasiado larga; el resto se ha cortado"),
            ("the brain calls tools without end", "el agente llama a herramientas sin fin"),
        ),
    ),
)  # fmt: skip
