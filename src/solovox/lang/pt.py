"""Portuguese, of Brazil and of Portugal: what it says to us, and what we say in it. Never heard by a native speaker."""

from solovox.core.sense import Intent
from solovox.core.sentences import ChangeSentences, HoldSentences, Sentences
from solovox.lang.consent import ConsentWords
from solovox.lang.pack import AgainWords, HangingWords, LanguagePack, LineWords, in_order, phrases

NODS = phrases("mm, mmm, mhm, mm hm, aham, ahã, uhum, hm, hmm, é, eh, ah, oh, ã, sim sim, tá tá")
KEEP = in_order(
    "espera aí, espera um pouco, espera um momento, espere um momento, um momento por favor, deixa eu pensar, deixa-me pensar, deixe-me pensar"
)
ONES = ("um", "dois", "três", "quatro", "cinco", "seis", "sete", "oito", "nove", "dez", "onze", "doze", "treze", "catorze", "quinze")  # fmt: skip

PORTUGUESE = LanguagePack(
    locale="pt",
    stop=phrases(
        "pare, para, para já, para com isso, pare com isso, pare por favor, para por favor, pare agora, parar, stop, alto, chega, basta, cancela, cancele, cancelar, cancela isso, cancele isso,"
        "aborta, aborte, deixa pra lá, deixa para lá, esquece, esqueça, computador pare, computador para"
    ),
    quiet=phrases(
        "silêncio, silêncio por favor, quieto, fica quieto, fique quieto, cala a boca, cale a boca, cala-te, cale-se, para de falar, pare de falar, para de ler, pare de ler,"
        "não fale mais, não leia mais, psiu"
    ),
    nods=NODS,
    assents=phrases(
        "sim, tá, tá bom, está bem, está bom, certo, ok, okay, bom, bem, muito bem, muito bom, claro, entendi, entendo, percebi, percebo, compreendo, sei, legal, ótimo, perfeito, beleza, exato,"
        "exatamente, é verdade, verdade, interessante, sério, é mesmo, com certeza, pois, pois é, faz sentido, correto, fixe"
    ),
    keep=KEEP,
    send=in_order("envia isso, envie isso, pode enviar, manda isso, mande isso"),
    asks=(
        (Intent.STATUS, phrases(
            "status, estado, qual é o status, qual é o estado, o que você está fazendo, o que estás a fazer, o que está fazendo, em que você está trabalhando, em que estás a trabalhar, como vai,"
            "como está indo, você está aí, estás aí, está aí, ainda está trabalhando, ainda estás a trabalhar, já terminou, já acabou, terminou, já terminaste, já acabaste"
        )),
        (Intent.CHANGES, phrases(
            "o que você mudou, o que mudou, o que mudaste, o que você alterou, o que alterou, o que alteraste, o que foi mudado, o que foi alterado, quais arquivos você mudou,"
            "que ficheiros mudaste, você mudou alguma coisa, mudaste alguma coisa, diga o que você mudou, mostre o que você mudou"
        )),
        (Intent.SKIP, phrases("pula, pule, pula isso, pule isso, pula essa parte, pule essa parte, salta isso, saltar, próximo parágrafo, próxima parte, parágrafo seguinte")),
        (Intent.REPEAT, phrases(
            "repete, repita, repita por favor, repete isso, repita isso, repetir, de novo, mais uma vez, outra vez, diga de novo, diz outra vez, o que você disse, o que disseste, o que disse,"
            "como disse, como assim, perdão, não entendi, não percebi, não ouvi"
        )),
        (Intent.SLOWER, phrases("mais devagar, mais lento, mais devagar por favor, fala mais devagar, fale mais devagar, leia mais devagar, muito rápido, rápido demais, está muito rápido")),
        (Intent.FASTER, phrases("mais rápido, mais depressa, mais rápido por favor, fala mais rápido, fale mais rápido, leia mais rápido, muito lento, lento demais, está muito lento")),
        (Intent.USUAL, phrases("velocidade normal, na velocidade normal, volte à velocidade normal, fale na velocidade normal")),
    ),
    lines=LineWords((
        "leia a linha {}", "lê a linha {}", "leia a linha número {}", "leia de novo a linha {}", "repita a linha {}", "repete a linha {}", "o que diz a linha {}", "o que está na linha {}",
    ), ones=ONES),
    more=phrases("mais, mais por favor, um pouco mais, conte mais, conta mais, me diga mais, diz-me mais"),
    on=phrases("continua, continue, continue por favor, segue, siga, prossiga, continue lendo, continua a ler, o resto, leia o resto, lê o resto"),
    no_more=phrases("nada mais, já chega, é suficiente, suficiente, só isso, é tudo, é só isso, está bom assim, não mais"),
    consents=ConsentWords(
        grant=phrases(
            "sim, sim senhor, claro, claro que sim, com certeza, certamente, ok, okay, tá, tá bom, tá certo, está bem, está bom, está certo, certo, correto, exato, exatamente, isso, isso mesmo, é isso,"
            "de acordo, combinado, beleza, positivo, afirmativo, vai, vai em frente, vá em frente, siga em frente, em frente, adiante, faça, faça isso, faz, faz isso, pode fazer, pode, pode ser, podes, podes fazer,"
            "prossiga, prossegue, continue, continua, execute, executa, envie, envia, pode enviar, pode ir, envie isso, manda, manda ver, confirmo, confirmado, confirma, confirme, aceito, aceite, aprovo, aprovado, autorizo,"
            "autorizado, permitido, permito, concordo, por mim tudo bem, tudo bem, parece bom, parece certo, boa ideia, tens razão, você tem razão, sem problema, com prazer, à vontade"
        ),
        deny=phrases(
            "não, nã, nem, não obrigado, não obrigada, melhor não, agora não, ainda não, acho que não, não quero, prefiro não, não concordo, não faça, não faça isso, não faças isso, não faz isso, não envie,"
            "não envies, não mande, não pode, não podes, não deve, não está certo, errado, está errado, incorreto, falso, é falso, recuso, recusado, rejeito, rejeitado, nego, negado, negativo, proibido, pare, para, stop, alto,"
            "chega, basta, cancela, cancele, cancelar, aborta, aborte, esquece, esqueça, esqueça isso, deixa pra lá, deixa para lá, eu disse não, eu disse que não"
        ),
        never=phrases(
            "nunca, jamais, nunca mais, de jeito nenhum, de maneira nenhuma, de forma alguma, de modo algum, nem pensar, claro que não, com certeza não, certamente que não, em hipótese alguma, nem morto"
        ),
        question=phrases(
            "o que, quê, por que, porquê, por quê, por que não, porque não, como, qual, quais, quem, quando, onde, quanto, isso é, devo, deveria, talvez, será, sério, é mesmo, né, não é, não sei, um momento, um instante,"
            "um segundo, espera, espere, deixa eu pensar, vamos ver, pois não, pois sim"
        ),
        always=phrases("sempre, tudo, todos, todas, toda vez, cada vez, para sempre, a partir de agora, de agora em diante, não pergunte, não pergunte mais, não perguntes mais, pare de perguntar"),
        small=phrases("por favor, se faz favor, obrigado, obrigada, muito obrigado, muito bem, muito bom, ótimo, perfeito, senhor, senhora, desta vez, dessa vez, uma vez, hoje, de nada, não há problema"),
        opens=NODS | phrases("bom, bem, e, agora, só, isto, mas, então, pois, aí"),
    ),
    again=AgainWords(
        first=NODS | phrases("não, perdão, desculpa, desculpe, espera, errado, na verdade"),
        says=("eu disse", "disse", "eu quis dizer", "quis dizer", "eu queria dizer", "queria dizer"),
        instead=("não disse", "eu não disse", "não"),
        but=("mas", "e sim"),
    ),
    replaces=in_order("em vez disso, não em vez disso, não melhor, esqueça isso, esquece isso"),
    queues=in_order("e também, também, além disso, e além disso, e depois, depois, e então, depois disso"),
    greets=NODS | phrases("ei, oi, olá, então, bom, e, agora, sim, ok, por favor, escuta, escute"),
    hanging=HangingWords(
        goes_on=phrases(
            "o, a, os, as, um, uma, uns, umas, e, ou, mas, porque, que, se, embora, enquanto, de, do, da, dos, das, ao, à, em, no, na, nos, nas, num, numa, com, por, pelo, pela, para, pra, sem, sobre, entre, até, como,"
            "muito, meu, minha, meus, minhas, teu, tua, seu, sua, nosso, nossa, cada, chamado, chamada, hã"
        ) - phrases("muito, para, pra"),
        leads_in=phrases("se, quando, enquanto, embora, porque, antes, depois, como, até, assim"),
        digits=phrases("zero, um, dois, três, quatro, cinco, seis, meia, sete, oito, nove, duplo"),
        unnamed=phrases("é, são"),
        point=phrases("vírgula, ponto"),
    ),
    ghosts=phrases(
        "legendas pela comunidade amara org, legendas pela comunidade de amara org, legenda adriana zanotto, obrigado por assistir, obrigada por assistir, obrigado por assistirem, obrigado, obrigada,"
        "muito obrigado, inscreva-se no canal, se inscreva no canal, até a próxima, até o próximo vídeo, tchau, tchau tchau, música, aplausos, e, o, a, oh, ah"
    ),
    unread="As respostas são mostradas e não lidas: a voz desta máquina só fala inglês. Um modelo ao vivo lê também em português.",
    sentences=Sentences(
        idle="Nenhum trabalho em andamento.",
        waits="Algo espera a sua aprovação.",
        at_work="A trabalhar há {time}.",
        at_step="A trabalhar há {time}: {step}.",
        still="Ainda a trabalhar.",
        still_at="Ainda a trabalhar: {step}.",
        units=("1 segundo", "{} segundos", "1 minuto", "{} minutos"),
        news="[{} Diga isso à pessoa numa frase curta.]",
        more="Mais?",
        goes_on="Retomo.",
        only_shown='O resto é apenas mostrado. Diga "siga" para o ouvir.',
        skipped="Saltado.",
        again="De novo.",
        nothing="Nada foi lido até agora.",
        none_left="Nada resta para saltar.",
        pace="Velocidade: {} por cento.",
        keeps_pace="Esta voz mantém a sua velocidade.",
        line="Linha {}: {}",
        no_line="A resposta é sem linha {}.",
        no_answer="A resposta ainda falta.",
        holds=HoldSentences(
            asks="O pedido é este: {}.",
            unread="O pedido é longo demais para ler: olhe para a tela, e diga o código que ela mostra.",
            by_word="É permitido?",
            by_code="Para permitir, diga o código na tela.",
            by_saying="Para permitir, diga em voz alta as palavras {}.",
            you_said="Foi dito: {}. Devo enviar?",
            to_send="Diga sim para enviar.",
            first=(
                "maçã", "inverno", "férias", "chocolate", "presidente", "café", "família", "setembro", "música", "califórnia", "méxico", "londres", "domingo", "banana", "jardim",
            ),
            second=("hotel", "computador", "telefone", "batata", "avião", "doutor", "pergunta", "elefante"),
        ),
        changes=ChangeSentences(
            nothing="Nada foi mudado.",
            untold="O agente calou o que mudou.",
            some="Mudanças em {count}: {files}.",
            earlier="A última resposta nada mudou. Antes: {some}",
            count=("1 arquivo", "{} arquivos"),
            added=("1 linha a mais", "{} linhas a mais"),
            removed=("1 linha a menos", "{} linhas a menos"),
            removed_too="{} a menos",
            more=("1 outro arquivo", "{} outros arquivos"),
            unnamed="um arquivo",
        ),
        failed="Falhou: {}.",
        failed_there="O agente falhou; a tela diz o motivo.",
        failed_here="O agente falhou.",
        reasons=(
            ("the brain gave no answer", "o agente não respondeu"),
            ("the brain went silent", "o agente deixou de dar sinal"),
            ("the answer is too long; the rest was cut off", "a resposta é longa demais; o resto foi cortado"),
            ("the brain calls tools without end", "o agente chama ferramentas sem fim"),
        ),
    ),
)  # fmt: skip
