# Solovox. Each target does its own set-up; a fresh machine needs Python 3.11 or newer (PYTHON=python3.13 names one), git and make.
#
#   make talk       open a page to talk at; WAV=examples/question.wav answers that file and shows every decision
#   make demo       a tour of an agent that is talked with, without a key: a script behind Claude Code's own program
#   make test       one test of each kind: what CI runs
#   make check      the fast part: lint, types, imports, house rules, fast tests
#   make mutants    change the code so that it breaks a law, some 900 times: a test of that law must fail; a minute of them is part of `make test`
#   make page       build the page from web/; each target that needs it does this, and nothing where nothing changed
#   make browser    a person at the page, in Debian's Chromium; part of `make test`
#   make brains     every kind of brain with its real SDK and program, against a model on loopback; part of `make test`
#   make devices    hands free at virtual microphones and speakers: 20 questions in one session, and five faults; three questions are part of `make test`
#   make strangers  every talk of other projects' clients with our live server; NEWEST=1 with their newest releases
#   make sim        the rest of the matrices, 100 000 random histories, 2 000 sessions over sockets, 20 at pages for an hour; prints its seeds
#   make turns      ends of turns: our ear and the detectors of others over one set; the table is benches/results/turns.md
#   make bench      measure; results are kept in benches/results/

.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: check-lint check-types check-imports check-page devices talk demo test check weights page page-checks browser brains strangers sim turns bench lint types imports fast slow mutants some-mutants picked-mutants with-weights clean help

WAV     ?=
TALK    ?=
SYSTEM  := espeak-ng flite sox pulseaudio pulseaudio-utils libportaudio2 libasound2-plugins libopus0 tmux bubblewrap
PROFILE ?= quick
CYCLES  ?= 20
PICKED  ?= 40
PICK    ?= 1
STAMPS  := .venv/.stamps
# Nothing that is started here touches anybody's account, but the page of `make talk`: that is yours, with your keys and your agent.
ALONE   := scripts/alone
BIN     := .venv/bin
UV      := VIRTUAL_ENV=.venv scripts/uv
INSTALL := $(UV) pip install --python .venv/bin/python --no-deps
LOCKED  := $(INSTALL) --only-binary :all: --require-hashes
# The package itself: built with what is locked, nothing fetched for it.
ITSELF  := $(INSTALL) --quiet --no-build-isolation --editable .

# `make test PYTHON=python3.13`: an environment of another Python is made anew.
ifneq ($(PYTHON),)
ifneq ($(shell $(PYTHON) -V 2>&1),$(shell $(BIN)/python -V 2>&1))
$(shell rm -rf .venv)
endif
endif

help:
	@sed -n '2,/^$$/s/^# \{0,1\}//p' Makefile

# ── set-up ──────────────────────────────────────────────────────────────────────────────────────

$(BIN)/python:
	@echo "creating .venv"
	@$(UV) venv --quiet --allow-existing --python "$$(scripts/python)" .venv

$(STAMPS)/run: requirements/local.txt requirements/build.txt pyproject.toml | $(BIN)/python
	$(LOCKED) -r requirements/local.txt -r requirements/build.txt
	@$(ITSELF)
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/dev: requirements/dev.txt pyproject.toml | $(BIN)/python
	$(LOCKED) -r requirements/dev.txt
	@$(ITSELF)
	@mkdir -p $(STAMPS) && touch $@ $(STAMPS)/run

# Debian packages that the tests speak and listen with; none is needed to talk.
$(STAMPS)/system: Makefile scripts/system-packages | $(BIN)/python
	@scripts/system-packages $(SYSTEM)
	@mkdir -p $(STAMPS) && touch $@

# Checks what is installed and fetches what is not; quick when all is there.
weights: | $(STAMPS)/run
	@echo "the engine's weights (about 400 MB, fetched once)"
	@$(ALONE) $(BIN)/solovox models install

# The page, built from web/ into the package. Quiet where nothing changed; Node and what it needs come with it.
page:
	@$(ALONE) scripts/page

# ── the main job ────────────────────────────────────────────────────────────────────────────────

ifeq ($(WAV),)
# On a fresh machine it fetches the small weights (about 150 MB), opens the page, and fetches the rest (about 240 MB) meanwhile.
talk: $(STAMPS)/run page
	$(BIN)/solovox talk $(TALK)
else
talk: $(STAMPS)/run weights
	@mkdir -p out && rm -rf out/journal out/answer.wav out/timeline.html
	$(ALONE) $(BIN)/solovox ask "$(WAV)" --out out/answer.wav --journal out/journal $(TALK)
	$(ALONE) $(BIN)/solovox timeline out/journal/journal.jsonl --html out/timeline.html
	$(ALONE) $(BIN)/solovox timeline out/journal/journal.jsonl
	@echo
	@echo "heard from:  $(WAV)"
	@echo "answer:      out/answer.wav"
	@echo "timeline:    out/timeline.html"
endif

# Claude Code's own program in a small project that is made for it, and a script in Claude's place.
demo: $(STAMPS)/dev weights page
	@scripts/brains
	@$(ALONE) .brains/bin/python -m solovox demo

# ── checks ──────────────────────────────────────────────────────────────────────────────────────

# What reads the code and runs none of it goes side by side: no clock is looked at there.
CHECKS = check-lint check-types check-imports check-page
check: $(STAMPS)/dev $(STAMPS)/system page
	@$(MAKE) --no-print-directory -j 2 --output-sync=target $(CHECKS)
	@scripts/part "fast tests" $(MAKE) --no-print-directory fast

check-lint:
	@scripts/part "lint, house rules" $(MAKE) --no-print-directory lint
check-types:
	@scripts/part "types" $(MAKE) --no-print-directory types
check-imports:
	@scripts/part "import rules" $(MAKE) --no-print-directory imports
check-page:
	@scripts/part "the page: types, lint, tests" $(MAKE) --no-print-directory page-checks

lint: $(STAMPS)/dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/python scripts/house_rules.py

types: $(STAMPS)/dev
	@$(BIN)/mypy
	@$(BIN)/pyrefly check --summary=none

imports: $(STAMPS)/dev
	@$(BIN)/lint-imports --no-cache --no-logo

# What of web/ can be checked without a browser. Its tests with histories that our own core makes are in tests/browser.
page-checks: page
	@$(ALONE) scripts/page --check

# Properties are looked at here: with a few examples in the fast part, with more in the slow one, with many by `make sim`.
fast: $(STAMPS)/dev page
	@$(ALONE) $(BIN)/pytest -q -n auto --hypothesis-profile=$(PROFILE) -m "not slow and not weights and not wide"

test: $(STAMPS)/dev
	@scripts/part "system packages" $(MAKE) --no-print-directory $(STAMPS)/system
	@$(MAKE) --no-print-directory check
	@scripts/part "fast tests on other Pythons" scripts/other-pythons --hypothesis-profile=$(PROFILE)
	@scripts/part "weights" $(MAKE) --no-print-directory weights
	@scripts/part "mutants, a minute of them" $(MAKE) --no-print-directory some-mutants
	@scripts/part "MCP clients, installed" scripts/mcp-clients
	@scripts/part "slow tests" $(MAKE) --no-print-directory slow
	@scripts/part "tests with weights" $(MAKE) --no-print-directory with-weights
	@scripts/part "devices, three cycles" $(MAKE) --no-print-directory devices CYCLES=3 DEVICES='-m "not wide"'
	@scripts/part "browser, installed" scripts/browser
	@scripts/part "brains, installed" scripts/brains
	@scripts/part "browser" $(MAKE) --no-print-directory browser BROWSER='-m "not wide"'
	@scripts/part "brains" $(MAKE) --no-print-directory brains BRAINS='-m "not wide"'
	@scripts/part "strangers, installed" scripts/strangers
	@scripts/part "strangers, a slice" $(MAKE) --no-print-directory strangers STRANGERS='-m "not wide"'

# Each must turn a test of its law red. Those that did on this machine, with the same code and the same tests, are in .mutants.
mutants: $(STAMPS)/dev
	@cd tests && ../$(ALONE) ../$(BIN)/python -m mutants --all

# As many as a minute has room for, in an order of today.
some-mutants: $(STAMPS)/dev
	@cd tests && ../$(ALONE) ../$(BIN)/python -m mutants --within 60

# Small changes of the core at places that a machine picks by a seed.
picked-mutants: $(STAMPS)/dev
	@cd tests && ../$(ALONE) ../$(BIN)/python -m mutants.machine --count $(PICKED) --seed $(PICK)

# Six at a time: much of each is waiting for a clock that is many times as fast as the real one.
slow: $(STAMPS)/dev page
	@$(ALONE) $(BIN)/pytest -q -n 6 --dist loadfile --no-loadscope-reorder -m "slow and not weights and not wide" --ignore tests/browser \
		--durations 10

# Three at a time: much of it waits for sound to be played. In the order in which they are collected: the long ones first.
with-weights: $(STAMPS)/dev page
	@$(ALONE) $(BIN)/pytest -q -n 3 --dist loadfile --no-loadscope-reorder -m "weights and not wide" --ignore tests/strangers \
		--ignore tests/browser --ignore tests/devices --durations 10

# The page as a person uses it, in Debian's Chromium, with a sound file as the microphone; its modules in Node.
browser: $(STAMPS)/dev $(STAMPS)/system weights page
	@scripts/browser
	@scripts/brains
	@$(ALONE) $(BIN)/pytest -q -n 2 --dist loadfile tests/browser $(BROWSER) --durations 10

# Each kind of brain with its vendor's SDK and program, unpatched, in an environment of their own.
brains: $(STAMPS)/dev page
	@scripts/brains
	@$(ALONE) .brains/bin/pytest -q -n 2 --dist loadfile tests/brains_sdk $(BRAINS) --durations 10

# Two at a time, each with a sound server of its own, without sound hardware: most of it waits for sound to be played.
devices: $(STAMPS)/dev $(STAMPS)/system weights
	@CYCLES=$(CYCLES) $(ALONE) $(BIN)/pytest -q -n 2 --dist loadfile --no-loadscope-reorder tests/devices $(DEVICES) \
		--durations 10

# The clients of others, unpatched, talk with our live server: every talk with every client; in `make test` each talk with one.
# What was seen to work is kept, and is docs/reference/compatibility.md. Newest releases are tried by hand, and what they did is printed.
TALKS   = $(foreach one,talks connections agents tokens,tests/strangers/test_$(one).py)
NOTING  = $(if $(NEWEST),STRANGERS_NEWEST=1,$(if $(STRANGERS),,STRANGERS_SEEN=$$(date +%F)))
strangers: $(STAMPS)/dev $(STAMPS)/system weights
	@$(NOTING) scripts/strangers $(if $(STRANGERS),$(if $(NEWEST),all),all)
	@$(NOTING) $(ALONE) $(BIN)/pytest -q -n 3 --dist loadfile $(if $(NEWEST),$(TALKS),tests/strangers) $(STRANGERS) --durations 10

sim: $(STAMPS)/dev $(STAMPS)/system weights page
	@$(MAKE) --no-print-directory browser BROWSER='-m wide'
	@$(MAKE) --no-print-directory brains BRAINS='-m wide'
	@$(MAKE) --no-print-directory devices DEVICES='-m wide'
	@$(ALONE) scripts/sim

# The detectors of others run in an environment of their own. An hour, the first time: most of it is the sound, which is kept.
turns: $(STAMPS)/dev $(STAMPS)/system weights
	@scripts/strangers turns
	@cd benches && PYTHONPATH=. ../$(ALONE) ../$(BIN)/python -m turns $(TURNS)

bench: $(STAMPS)/dev $(STAMPS)/system weights page
	@$(ALONE) scripts/bench

clean:
	rm -rf .venv .uv .uv.new .node web/node_modules src/solovox/surfaces/web/page .strangers .mcp-clients .mcp-clients.alone .browser .brains .alone .pythons .parts .mutants out dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis
