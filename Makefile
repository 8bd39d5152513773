# make fly            set up, build, and fly through a flock
# make test           set up, and run everything that CI runs
# make core           compile the simulation for web pages, which make build puts into skein
# make arch           only check that other architectures compute the same bits
# make exports        only check that other programs can read the exports
# make export-costs   print the processor time and the memory of exports
# make deps           only install missing packages
# make hooks          let git refuse commits of Go files that gofmt would change
# make pictures       draw the pictures of the README and the guide again
# make demo           film a tour of the window, bin/demo.mp4
# make thumbnails     draw the pictures of the built-in scenes and birds again
# make tables         measure the numbers in the guide's tables again
# make guide          write the tables of the guide that come from the code
# make site           write a lesson for every built-in scene, with this guide, as a web site
# make web            check and bundle the viewer of web pages, engine/web; CHECK=1 only compares the bundle
# make check-web      let Chromium show web pages, and compare them with skein's pictures
# make check-slurm    draw and sweep as Slurm jobs, on a cluster of this one machine
# make check-models   compare poses with those of three.js, and of compressed files; MODELS="a.glb b.glb" adds files
# make check-creatures  count how often the front of an animal is found; CREATURES is the folder with the files
# make check-blender  compare exports with the scene that Blender shows, and render them
# make check-godot    import exports in Godot, draw them, and compare the pictures with skein's
# make check-engines  compile the scripts and shaders for Unity and Unreal, and compare what they read
# make check-alembic  let Alembic's library read exports; ALEMBIC is the folder where it was built
# make peers          compare the time of a tick with that of a frame of Blender's boids
# make endure         try to break skein for SECONDS=600, and print what was tried

GO      ?= go
SKEIN   := bin/skein
NOCGO   := ./flock/... ./models/... ./engine/frame ./engine/reel ./engine/camera ./engine/scenery ./engine/picture ./engine/figure ./engine/film ./engine/studio ./engine/quality ./engine/capture

# Go's default limit of ten minutes for a package is too short on a busy machine. The target check
# runs vet, so the tests need not.
TEST     = $(GO) test -timeout 60m -vet=off

# Before cgo compiles the panel, it asks the C compiler whether each of some thousand names is a type,
# a constant or a function. GCC takes four times as long as clang, because it looks for a similar name
# whenever the answer is no. CLANG is looked up for each recipe, because deps may install it.
CLANG = $(shell command -v clang 2>/dev/null)
ifeq ($(origin CC),default)
export CC  = $(if $(CLANG),clang -Wno-unknown-warning-option,gcc)
export CXX = $(if $(CLANG),clang++ -Wno-unknown-warning-option,g++)
endif

BUILD_PACKAGES := clang gcc g++ pkg-config libgl-dev libegl-dev xorg-dev libgl1-mesa-dri libegl-mesa0
TEST_PACKAGES  := xvfb xauth xdotool x11-xkb-utils openbox ffmpeg glslang-tools mesa-vulkan-drivers vulkan-validationlayers poppler-utils librsvg2-bin openexr python3-xarray python3-netcdf4 python3-matplotlib

.PHONY: fly build core test with-c without-c hooks deps test-deps arch-deps check unit unit-c unit-go race static arch exports export-costs pictures demo thumbnails jackdaws tables site guide check-models check-creatures check-blender check-godot check-engines check-alembic peers web check-web check-slurm endure clean

fly: build
	@$(SKEIN) fly --headless flight

build: deps
	@mkdir -p bin
	@test -n "$$($(GO) list -f '{{if not .Stale}}fresh{{end}}' github.com/AllenDang/cimgui-go/imgui 2>/dev/null)" || \
		echo "Building. The first time, the panel's C++ takes some minutes; later builds take seconds."
	@{ $(CORE); } & $(GO) build $(PANEL) && wait $$! && $(GO) build -o $(SKEIN) ./cmd/skein

# PANEL are the packages with the panel's C++. They build on one core, so make build compiles the simulation
# for web pages beside them.
PANEL = github.com/AllenDang/cimgui-go/imgui github.com/AllenDang/cimgui-go/implot

# CORE compiles the simulation for web pages and puts it where go build embeds it. gzip -n writes no name
# and no time, so the same source gives the same file.
CORE = GOOS=js GOARCH=wasm $(GO) build -trimpath -ldflags="-s -w" -o bin/core.wasm ./engine/web/core && \
	gzip -9nc bin/core.wasm >bin/core.wasm.gz && cp bin/core.wasm.gz "$$($(GO) env GOROOT)/lib/wasm/wasm_exec.js" engine/web/built

core:
	@mkdir -p bin
	@$(CORE)

# The parts of make test, in two rows that run at the same time, because compiling the panel's C++
# keeps only one core busy and tests of the window mostly wait. The rows take about as long as each other.
# unit-go follows parts with other builds, because then the other row has compiled its packages, and check
# comes last for the same reason. At the end, make test prints how long each part took and how much processor
# time it used. Once a part fails, no other part begins.
WITH_C    := unit-c
WITHOUT_C := race arch unit-go static exports check

test: deps test-deps
	@mkdir -p bin && : >bin/times && rm -f bin/failed; from=$$(date +%s); code=0; \
	$(MAKE) --no-print-directory core && \
	$(MAKE) --no-print-directory -j2 with-c without-c || code=$$?; \
	awk '{print; all += $$4} END {printf "%-8s %6d s %8.0f s of processor time\n", "all", '$$(($$(date +%s) - from))', all}' bin/times; exit $$code

with-c:
	+@$(call row,$(WITH_C))
without-c:
	+@$(call row,$(WITHOUT_C))

# row runs parts one after the other. The second line that the shell's times prints is the processor
# time of its children, in the form 1m2.3s 0m4.5s.
row = for part in $(1); do \
		mkdir -p bin; if [ -e bin/failed ]; then exit 1; fi; \
		( from=$$(date +%s); code=0; \
		$(MAKE) --no-print-directory $$part || { code=$$?; touch bin/failed; }; \
		took=$$(($$(date +%s) - from)); times >bin/times.$$part; \
		awk -F'[ms ]+' -v part=$$part -v took=$$took -v code=$$code 'NR == 2 { \
			printf "%-8s %6d s %8.0f s of processor time%s\n", part, took, 60 * ($$1 + $$3) + $$2 + $$4, code ? "  failed" : ""}' \
			bin/times.$$part >>bin/times; rm bin/times.$$part; exit $$code ) || exit; \
	done

check:
	@test -z "$$(gofmt -l cmd engine flock models shaders ui)" || { gofmt -l cmd engine flock models shaders ui; echo "these files need gofmt"; exit 1; }
	@$(NO_BINARIES)
	$(GO) vet ./...

# NO_BINARIES checks that git tracks only text, pictures and models, so no program is committed by mistake.
NO_BINARIES = if git rev-parse --git-dir >/dev/null 2>&1; then \
	binaries="$$(git diff --cached --numstat "$$(git hash-object -t tree /dev/null)" | awk -F'\t' '$$1 == "-" && $$3 !~ /\.(png|webp|glb)$$/ {print $$3}')"; \
	test -z "$$binaries" || { echo "$$binaries"; echo "these files are binary: git rm --cached them"; exit 1; }; fi

# unit-c tests the packages that may contain C, and unit-go the others.
unit: unit-go unit-c
unit-c: core
	$(TEST) $(DRAWING)
unit-go:
	$(TEST) ./flock/... ./models/... ./shaders/...

# The race detector runs only on packages without C++, which would have to be compiled a second time. It takes
# ten times as long as a normal test. Therefore the packages SHARING run only the tests SHARED: those in which
# several goroutines work at once, or subtests share data, one for each place that starts goroutines. The other
# packages that start goroutines or have parallel tests run all tests, without the long ones in which one
# goroutine does all the work, or in which the goroutines are those of a shorter test (ALONE).
SHARED := TestAnyParamsStayFinite|TestNeighbourRuleAgreesForEveryIndex|TestEditsDuringAFlight|TestGolden|TestGoldenScenes|TestH10ZeroForAnyParams
SHARED := $(SHARED)|TestIDsStayWithTheirBoids|TestIndicesAgree|TestIndicesAgreeOnAwkwardFlocks|TestFullListCaches|TestObstaclePlacedOnBirds|TestObstaclesSameBits
SHARED := $(SHARED)|TestResumeEdits|TestResumeGoldens|TestRingsAgreeWithNeighbourRules|TestSteadyTicksAllocateNothing
SHARED := $(SHARED)|TestStepAllocatesNothing|TestGoldenHashForAnyWorkers|TestKernels|TestExplain
SHARED := $(SHARED)|TestGoldenFlocks|TestGoldenStarlings|TestAllGuestRulesTogether|TestSurroundingsAreExact|TestWholeFlockAtOnce|TestSameBits
# flock/export
SHARED := $(SHARED)|TestWriteAll|TestWriteAllFails|TestWriteAllFailsInALaterPass|TestWriteAllNeedsDifferentFiles|TestWriteAllNeedsTheSameFrames
SHARED := $(SHARED)|TestBinaryUSDIsRepeatable|TestUSDSpecies|TestWingBlurBinary
# flock/metrics/live
SHARED := $(SHARED)|TestPatternsEqualReport|TestPaused|TestRareSamples|TestRecordedEqualsReport
# flock/recording
SHARED := $(SHARED)|TestRoundTrip|TestReadByMCAPLibrary|TestReadWhileWriting|TestFullDisk|TestDiskFillsUp|TestVerify|TestVerifyNamesTheDifference
SHARED := $(SHARED)|TestContinueFinished|TestLocked|TestFinish|TestPartReplacedByAnotherProcess|TestPartFinishedMeanwhile|TestFlockJoinsRecording
SHARED := $(SHARED)|TestEventsBetweenIsInOrder|TestSurroundingsAreShared|TestSummaryAgreesWithRecords|TestUndamagedFramesAreReadable|TestOldRecording
# models, models/lod
SHARED := $(SHARED)|TestBuiltinBirds|TestLevelsIndependentOfWorkers|TestErrorAgainstBruteForce|TestFitReachesSurface
# engine/studio
SHARED := $(SHARED)|TestTicksInTheBackground|TestFollowersOfAnEscape|TestDecisionOfAnEscape|TestExplanationMatchesTheFlock|TestExplanationOfARecording
SHARED := $(SHARED)|TestSeriesOfALiveFlock|TestSharesInTheBackground|TestRestart|TestVisitKeepsThePendingRestart|TestVisitToThePastKeepsTheDirector
SHARED := $(SHARED)|TestFramesShareNothingWithTicks|TestBranch|TestContinueFromThePast|TestPlaybackShowsTheFrames|TestPastShowsTheFlight
SHARED := $(SHARED)|TestPopulationChangesAtOnceAndWhilePaused|TestFlightIsIndependentOfFrameRate|TestEmptyFlockIsNotOffered|TestScheduleInTheStudio
SHARING := ./flock ./flock/model ./flock/scenario ./flock/scenario/testscene ./flock/export ./flock/metrics/live ./flock/recording ./models ./models/lod ./engine/studio
ALONE  := TestWhereTurnsBegin|TestEqualRadius|TestTurnWave|TestAgitationWave|TestKeptNeighboursIfHalfSwap|TestDiffusionExponent|TestOpacity
ALONE  := $(ALONE)|TestVariationOfABreathingFlock|TestOutlines|TestFewUniformBirds|TestNullIsUniform|TestUniformFlock
ALONE  := $(ALONE)|TestDeepVideo|TestVideoColours|TestVideoTimecode|TestTransparentVideo|Test.*ReadByFFmpeg

# THREADED lists the packages that start goroutines or have parallel tests, in the files of this build.
FILES    = {{$$d := .Dir}}{{range .GoFiles}}{{$$d}}/{{.}} {{end}}{{range .TestGoFiles}}{{$$d}}/{{.}} {{end}}{{range .XTestGoFiles}}{{$$d}}/{{.}} {{end}}
THREADED = $(GO) list -race -f '$(FILES)' $(NOCGO) | xargs grep -lE '^[[:space:]]*go [a-z]|\.Go\(|t\.Parallel\(\)' | xargs -n 1 dirname | sort -u | sed 's,^$(CURDIR)/,skein/,'

race:
	@for t in $(subst |, ,$(SHARED)); do grep -q "^func $$t(" $(addsuffix /*_test.go,$(SHARING)) || { echo "there is no test $$t: the list SHARED is out of date"; exit 1; }; done
	@drawn=$$($(GO) list $(SHARING) | $(call draw,2)); test -n "$$drawn"; set -ex; $(TEST) -race -short -run '^($(SHARED))$$' $$drawn
	@drawn=$$($(GO) list $(NOCGO) | grep -vxF "$$($(GO) list $(SHARING))" | grep -xF "$$($(THREADED))" | $(call draw,2)); test -n "$$drawn"; set -ex; \
	$(TEST) -race -short -skip '^($(ALONE))$$' $$drawn

# draw keeps the packages FLIGHTS of its input and one in $(1) of the others, chosen at random. This saves make
# test much compilation. With SKEIN_SAMPLE=all, as in make endure, it keeps all packages.
# FLIGHTS are the packages that fly a flock. The others under flock read, write and measure.
draw    = awk 'BEGIN {srand()} ENVIRON["SKEIN_SAMPLE"] == "all" || /^($(FLIGHTS))$$/ || rand() * $(1) < 1'
FLIGHTS = skein\/(engine\/studio|flock(\/(around|cloud|formula|geometry|internal\/.*|lead|model|param|rules|scenario\/testscene|schedule|vec|view))?)

# The two builds without a window: one without cgo, one with EGL only. vet checks only the packages that may
# have files for these builds, because check has checked the others.
DRAWING := ./cmd/... ./engine/... ./ui/...
static:
	@! grep -rlE '^//go:build.*(cgo|nowindow)' --include='*.go' flock models shaders || { echo "these files depend on the build, so their packages belong to DRAWING in the Makefile"; exit 1; }
	CGO_ENABLED=0 $(GO) vet $(DRAWING)
	CGO_ENABLED=0 $(GO) build -o bin/skein-static ./cmd/skein
	$(GO) vet -tags nowindow $(DRAWING)
	$(GO) build -tags nowindow -o bin/skein-nowindow ./cmd/skein

# arch tests that every architecture computes the same bits. 32-bit x86 runs natively on most systems. There, all
# tests run whose names match BITS, and all tests of the other packages that are drawn (ALWAYS): they compare hashes with the
# committed ones, between numbers of workers, between indices, and before and after a checkpoint. One in three of
# the tests of flights that match ALIKE runs, and one in three of the packages that read, write and measure, all
# chosen at random. make prints their names, and make endure runs all of them. For builds with other compiler
# flags, only those tests run that compare state hashes with the committed ones and between numbers of workers.
# An emulator takes up to forty times as long, so there every committed hash is compared once, and one flock flies
# with another number of workers, and one with formulas (EMULATED). qemu-i386 cannot deliver the signals
# by which Go interrupts a goroutine, so they are off there. GOAMD64=v3 (FUSED) lets the compiler fuse products and
# sums, as it does on ARM; purego leaves the assembly out. Flights with both compute every bit in fused Go, and the
# tests of kernels compare the assembly with fused Go. The generators of assembly write the same files everywhere,
# so only the unit tests run them. The tests of ./flock/scenario/testscene must be external and must not import
# flock/recording: then an architecture compiles each package once, and not the 140 packages that recordings need.
HASHES   := -short -run 'Golden|Workers' ./flock/scenario/testscene ./flock/internal/gauss
EMULATED := -short -run 'TestGolden(Scenes|SurroundingsHash|Formulas)$$|TestGoldenHashForAnyWorkers/narrow_views,_many_leaders,_grid|TestH11GaussTableGolden' ./flock/scenario/testscene ./flock/internal/gauss
KERNELS  := -short $(addprefix ./flock/internal/,kdtree lanes near pairs seek solid workerpool)
BITS     := Golden|Workers|Resume|Hash|Bits|H11|Index|Indices|Agree|Exact|Order
ALIKE    := Finds|Columns|Random|JSON|Params|Specs|Schedule

# on-386 runs the tests for 32-bit x86, with one in $(1) of the tests and packages that are chosen at random.
on-386 = CGO_ENABLED=0 GOARCH=386 $(TEST) -short -run "$(call some,$(1))" $$($(GO) list ./flock/... | grep -v '/gen$$' | $(call draw,$(1)))
some   = $$({ grep -hosE '^func Test[A-Z][A-Za-z0-9_]*' $(ALWAYS) | sed 's/^func /+/'; \
	grep -hosE '^func Test[A-Za-z0-9_]*($(ALIKE))[A-Za-z0-9_]*' flock/*_test.go flock/model/*_test.go flock/rules/*_test.go | sed 's/^func //'; } | sort -u | \
	awk 'BEGIN {srand(); rand(); printf "^(.*($(BITS)).*|Example.*|Fuzz.*"} sub(/^\+/, "") || rand() * $(1) < 1 {printf "|%s", $$0} END {print ")$$"}')

# ALWAYS are the tests outside flock, flock/model and flock/rules. All of them run in the packages that are drawn.
ALWAYS = $$($(GO) list ./flock/... | grep -vxE 'skein/flock(/model|/rules)?|.*/gen' | sed 's,^skein/\(.*\),\1/*_test.go,')

arch: arch-deps
	@if $(ON_AMD64) && $(RUNS_386); then set -ex; \
		$(call on-386,3); \
	elif command -v qemu-i386 >/dev/null; then set -ex; \
		CGO_ENABLED=0 GOARCH=386 GODEBUG=asyncpreemptoff=1 $(TEST) -exec qemu-i386 $(EMULATED); \
	else $(call without,386,qemu-i386 (qemu-user)); fi
	@if $(ON_AMD64); then set -ex; \
		env CGO_ENABLED=0 $(FUSED) $(TEST) -tags purego $(HASHES); \
		env CGO_ENABLED=0 $(FUSED) $(TEST) -tags purego $(KERNELS); \
	else echo "skein: left out: purego, which needs Linux on amd64"; fi
	@if $(ON_AMD64) && test -n "$(FUSED)"; then set -ex; \
		CGO_ENABLED=0 GOAMD64=v3 $(TEST) $(KERNELS); \
	else echo "skein: left out: GOAMD64=v3, which needs Linux on a processor with AVX2, BMI2 and FMA"; fi
	@if command -v node >/dev/null; then set -ex; \
		GOOS=js GOARCH=wasm $(TEST) -exec "$$($(GO) env GOROOT)/lib/wasm/go_js_wasm_exec" $(EMULATED); \
		SKEIN_TEST_CORE=1 CGO_ENABLED=0 $(TEST) -run TestCore ./engine/web/live; \
	else $(call without,wasm,node (nodejs)); fi
	@if [ "$$($(GO) env GOHOSTARCH)" = arm64 ]; then $(TEST) $(HASHES); \
	elif command -v qemu-aarch64 >/dev/null; then set -ex; \
		CGO_ENABLED=0 GOARCH=arm64 $(TEST) -exec qemu-aarch64 $(EMULATED); \
	else $(call without,arm64,qemu-aarch64 (qemu-user)); fi

# FUSED is GOAMD64=v3 if the processor has the instructions for it.
FUSED = $$([ "$$(grep -ow -m1 -e avx2 -e fma -e bmi2 /proc/cpuinfo | sort -u | wc -l)" != 3 ] || echo GOAMD64=v3)

# RUNS_386 runs a program for 32-bit x86. Some virtual machines refuse it. Go ignores folders that begin
# with an underscore, so the program is not a package of this module.
RUNS_386 = { mkdir -p bin/_386 && printf 'package main\nfunc main() {}\n' >bin/_386/main.go && \
	CGO_ENABLED=0 GOARCH=386 $(GO) run bin/_386/main.go 2>/dev/null; }
ON_AMD64 = [ "$$($(GO) env GOHOSTOS)/$$($(GO) env GOHOSTARCH)" = linux/amd64 ]

# without says that a part is left out because a program is missing. In CI it fails.
without = echo "skein: left out: $(1), which needs $(2)"; test -z "$$CI"

# exports lets programs from npm read the exports of a recording and compare them with each other:
# DuckDB, @mcap/core, tinyusdz, Pixar's USD, the Khronos glTF validator and three.js. It is left out if npm cannot
# fetch them.
exports:
	CGO_ENABLED=0 $(GO) build -o bin/skein-static ./cmd/skein
	@mkdir -p bin/exports
	@cp flock/export/check/package.json flock/export/check/*.mjs flock/export/check/*.toml bin/exports
	@if command -v npm >/dev/null && \
		(cd bin/exports && npm install --silent --no-audit --no-fund --fetch-retries=1 --fetch-timeout=60000); then set -ex; \
		cd bin/exports; \
		../skein-static record murmuration --count 40 --seconds 1 -o run.mcap --force --quiet; \
		../skein-static record --resume run.mcap --seconds 2 --quiet; \
		../skein-static record hunted.toml --seconds 2 -o hunted.mcap --force --quiet; \
		for n in run hunted; do \
			../skein-static stats $$n.mcap --json --quiet >$$n.json; \
			for e in csv parquet usda usdc usdz; do ../skein-static export $$n.mcap -o $$n.$$e --camera auto --force --quiet; done; \
			for e in usda usdc; do ../skein-static export $$n.mcap -o $$n-xforms.$$e --usd-layout xforms --force --quiet; done; \
			node tables.mjs . $$n; \
			node mcap.mjs $$n; \
			node usd.mjs . $$n; \
			node usdc.mjs $$n; \
		done; \
		../skein-static record paper --count 2500 --seconds 0.5 -o crowd.mcap --force --quiet; \
		../skein-static export crowd.mcap -o crowd.csv --force --quiet; \
		node mcap.mjs crowd; \
		../skein-static record moving.toml --seconds 2 -o moving.mcap --force --quiet; \
		../skein-static export moving.mcap -o moving.usda --force --quiet; \
		../skein-static export moving.mcap -o moving.usdc --force --quiet; \
		for e in usda usdc; do ../skein-static export run.mcap -o blur.$$e --wing-blur --poses 4 --frames 1-3 --force --quiet; done; \
		node pixar.mjs run hunted moving run-xforms blur; \
		node hydra.mjs blur.usdc run.usdc hunted.usda moving.usdc run-xforms.usda hunted-xforms.usdc; \
		../skein-static record wrapped.toml --seconds 4 -o wrapped.mcap --force --quiet; \
		for n in run wrapped hunted moving; do for e in csv glb; do ../skein-static export $$n.mcap -o $$n.$$e --camera auto --force --quiet; done; done; \
		node mcap.mjs wrapped; \
		for n in run wrapped hunted moving; do node glb.mjs $$n.glb $$n.csv $${n}_camera.csv; done; \
		node things.mjs . moving; \
		node sparse.mjs table; \
		../skein-static import sparse_tracks.csv -o sparse.mcap --force --quiet; \
		for e in csv tidy.csv parquet glb usda usdc; do ../skein-static export sparse.mcap -o sparse.$$e --force --quiet; done; \
		node sparse.mjs check; \
	else echo "skein: left out: exports in other programs, which need node, npm and what it fetches"; fi

# export-costs prints the processor time and the memory of an export of 10,000 birds and 240 frames in each format.
export-costs:
	CGO_ENABLED=0 $(GO) test -tags nowindow ./cmd/skein/program -run '^$$' -bench ExportCost -benchtime 1x

hooks:
	git config core.hooksPath .ci

deps:
	@$(ENOUGH_GO)
	@$(call install,$(BUILD_PACKAGES))

# Go 1.21 and later fetch the version that go.mod names. The older versions of Debian 12 and Ubuntu
# 22.04 cannot even read go.mod.
ENOUGH_GO = has="$$($(GO) version 2>/dev/null | sed -n 's/.* go1\.\([0-9]*\).*/\1/p')"; \
	if [ -z "$$has" ]; then found="none is on the PATH"; \
	elif [ "$$has" -lt 21 ]; then found="$$(command -v $(GO)) is 1.$$has"; \
	else exit 0; fi; \
	echo "skein needs Go $(GO_WANTED), and $$found. Install it from https://go.dev/dl"; \
	echo "(any Go from 1.21 on fetches $(GO_WANTED) by itself; Debian 12's and Ubuntu 22.04's golang-go are too old)."; \
	echo "Then run make again: with GO=/path/to/go if it is not on the PATH."; exit 1
GO_WANTED = $(shell sed -n 's/^go //p' go.mod)

test-deps:
	@$(call install,$(TEST_PACKAGES))

# arch-deps installs the programs that arch needs. It ignores a failure; arch then says which part it
# leaves out.
arch-deps:
	@command -v node >/dev/null || ( $(call install,nodejs) ) || true
	@command -v qemu-aarch64 >/dev/null && command -v qemu-i386 >/dev/null || ( $(call install,qemu-user) ) || true

pictures: build test-deps
	$(SKEIN) record .pictures/flock.toml --seconds 6 -o bin/pictures.mcap --force --quiet
	$(SKEIN) render bin/pictures.mcap --frames 131 --size 1600x900 -o .pictures/flock.png --force --quiet
	$(SKEIN) render bin/pictures.mcap --frames 131 --size 1600x900 -o .pictures/eye.png --camera eye --boid 63 --vision --force --quiet
	$(SKEIN) render .pictures/geese.toml --seconds 14 --frames 300 --size 1280x560 --samples 64 --aperture 0.15 -o .pictures/geese.png --force --quiet
	$(SKEIN) render .pictures/falcon.toml --seconds 16 --frames 380 --size 1280x560 -o .pictures/falcon.png --force --quiet
	$(FILM)
	$(SKEIN) render towers --seconds 20 --frames 560 --size 1280x560 -o .pictures/towers.png --force --quiet
	$(SKEIN) render starlings --count 300 --seconds 20 --figure top --strip 2 --width 150 --colour speed -o .pictures/figure.png --force --quiet
	.pictures/gallery $(SKEIN)
	rm -rf bin/config # so that the window has its first layout
	XDG_CONFIG_HOME=$(CURDIR)/bin/config xvfb-run --auto-servernum --server-args "-screen 0 1280x720x24" \
		$(SKEIN) fly --frames 170 --screenshot .pictures/window.png

# demo takes about five minutes on two cores without a graphics card. The film lasts about 90 seconds.
demo: build test-deps
	.ci/demo $(SKEIN) bin/demo.mp4

# FILM makes a loop of 26 seconds of the default scene with 10,000 birds, as the director shows it. The 27th
# second fades into the first.
define FILM
rm -rf bin/film
$(SKEIN) render starlings --count 10000 --seed 1 --camera director --seconds 40 --fps 20 --frames 1-540 --size 800x450 --samples 4 -o bin/film/####.png --force --quiet
ffmpeg -nostdin -loglevel error -y -framerate 20 -i bin/film/%04d.png -bitexact -filter_complex \
	"fps=15,scale=720:-2:flags=area,split[a][b];[a]trim=1:27,setpts=PTS-STARTPTS[on];[b]trim=0:1,setpts=PTS-STARTPTS[first];[on][first]xfade=duration=1:offset=25" \
	-c:v libwebp_anim -quality 35 -compression_level 4 -loop 0 .pictures/opening.webp
endef

# thumbnails draws the small pictures of the built-in scenes and birds that the window shows, each a few
# kB. They show a scene after eight seconds, but evening later, when its flock is complete.
thumbnails: build test-deps
	@mkdir -p ui/scenes
	for scene in $$($(SKEIN) scenario list | cut -d ' ' -f 1); do \
		seconds=8; if [ $$scene = evening ]; then seconds=75; fi; \
		$(SKEIN) render $$scene --seconds $$seconds --frames $$((30 * seconds)) --size 512x288 --samples 8 -o bin/scene.png --force --quiet && \
		ffmpeg -nostdin -loglevel error -y -i bin/scene.png -bitexact \
			-vf "scale=192:108:flags=area,split[a][b];[a]palettegen=max_colors=128[p];[b][p]paletteuse=dither=bayer:bayer_scale=4" \
			ui/scenes/$$scene.png || exit 1; \
	done
	@mkdir -p ui/birds
	for bird in $(notdir $(basename $(wildcard models/*.glb))); do \
		$(SKEIN) bird $$bird --picture bin/bird.png --force --quiet > bin/bird.txt && \
		ffmpeg -nostdin -loglevel error -y -i bin/bird.png -bitexact \
			-vf "crop=256:144:24:48,scale=192:108:flags=area,split[a][b];[a]palettegen=max_colors=128[p];[b][p]paletteuse=dither=bayer:bayer_scale=4" \
			ui/birds/$$bird.png || exit 1; \
	done

# FIELD is a folder with the tracks of the jackdaws; ui/guide/tracks.md says where to get them.
jackdaws: build test-deps
	$(SKEIN) import $(FIELD)/jackdaws-transit-02.csv -o bin/jackdaws.mcap --wingspan 0.7 --force --quiet
	$(SKEIN) render bin/jackdaws.mcap --frames 136 --fps 60 --size 1280x560 --samples 16 --camera .pictures/jackdaws.toml \
		-o .pictures/jackdaws.png --force --quiet

# tables takes some minutes. Its seeds are not those with which the scenes were tuned.
tables:
	@mkdir -p bin
	CGO_ENABLED=0 $(GO) build -o bin/skein-static ./cmd/skein
	bin/skein-static stats murmuration .pictures/no-lonely-rule.toml --sweep X=0,0.2,0.28,0.4:0.6:0.1,1 \
		--seed 1001 --seeds 3 --seconds 80 --fps 10 --markdown > bin/sweep.md
	$(call into-guide,sweep)
	bin/skein-static stats paper --sweep X=0,0.2,0.33,0.4:0.6:0.1,1 \
		--seed 1001 --seeds 3 --seconds 80 --fps 10 --markdown > bin/paper.md
	$(call into-guide,paper)
	bin/skein-static stats starlings --field --sweep count=1200,3000,10000,30000 \
		--seed 201 --seeds 3 --seconds 40 --markdown > bin/field.md
	$(call into-guide,field)
	bin/skein-static stats murmuration paper --leadership --seed 1001 --seeds 3 --seconds 80 --markdown > bin/leadership.md
	$(call into-guide,leadership)

# site takes about a minute. Any web server can serve the folder site, and it can also be opened from disk.
site: build
	$(GO) run ./cmd/site -skein $(SKEIN) -o site

# The tests that compare the guide's tables with the code write the tables if SKEIN_UPDATE_GUIDE is set.
guide:
	SKEIN_UPDATE_GUIDE=1 $(TEST) -count=1 -run '^TestGuide(Tables|ListsTheKeys|ListsTheColumns|ListsTheReaders|ListsTheWays)$$' ./cmd/skein/program ./flock ./flock/export ./ui

# into-guide writes bin/NAME.md between the marks of that name in ui/guide/nature.md.
define into-guide
awk 'FNR == NR {table = table $$0 "\n"; next} /^<!-- $(1) -->/ {print $$0 "\n\n" table; skip = 1} \
	/^<!-- \/$(1) -->/ {skip = 0} !skip' bin/$(1).md ui/guide/nature.md > bin/nature.md
cp bin/nature.md ui/guide/nature.md
endef

# check-models is not part of CI. It needs node, and npm to fetch three.js, the validator, meshoptimizer,
# Draco and glTF-Transform. It also compresses the models, and compares their poses with the uncompressed ones.
check-models:
	@rm -rf bin/check/poses bin/check/packed && mkdir -p bin/check/poses
	@cp models/check/package.json models/check/*.mjs bin/check
	cd bin/check && npm install --silent --no-audit --no-fund
	$(GO) run ./models/check -o bin/check/poses models/*.glb $(MODELS)
	node bin/check/check.mjs bin/check/poses
	node bin/check/streams.mjs bin/check/streams.json 3000
	SKEIN_MESHOPT_STREAMS=$(CURDIR)/bin/check/streams.json $(TEST) -count=1 -run TestStreams ./models/meshopt
	node bin/check/dracostreams.mjs bin/check/dracostreams.json 3000
	SKEIN_DRACO_STREAMS=$(CURDIR)/bin/check/dracostreams.json $(TEST) -count=1 -run TestStreams ./models/draco
	node bin/check/compress.mjs bin/check/poses bin/check/packed
	$(GO) run ./models/check -compressed bin/check/packed -originals bin/check/poses

# web checks the TypeScript of the viewer in engine/web and bundles it. Go embeds the bundles, so go build
# needs no npm. With CHECK=1, web writes nothing and fails if a bundle differs from its source. The folder
# begins with a dot, because a package from npm contains Go files, which Go and the tests must ignore.
WEB := bin/.web
web:
	@mkdir -p $(WEB) && rm -rf $(WEB)/src $(WEB)/*.js
	@cp -r engine/web/src engine/web/package.json engine/web/package-lock.json engine/web/tsconfig.json engine/web/*.mjs $(WEB)
	@cd $(WEB) && { cmp -s package-lock.json node_modules/installed || { npm ci --silent --no-audit --no-fund && cp package-lock.json node_modules/installed; }; }
	@cd $(WEB) && npm run --silent check && npm run --silent build
	@cd $(WEB) && for bundle in *.js; do \
		if [ -z "$(CHECK)" ]; then cp $$bundle $(CURDIR)/engine/web; \
		else cmp $$bundle $(CURDIR)/engine/web/$$bundle || { echo "engine/web/$$bundle differs from its source: run make web"; exit 1; }; fi; done

# check-web lets Chromium show a page that skein exports, and compares it with skein's picture.
WEB_TEST := $(CURDIR)/bin/web
check-web: export SKEIN_LESSON_PAGE = $(WEB_TEST)/lesson.html
check-web: export SKEIN_MOVING_LESSON = $(WEB_TEST)/moving-lesson.html
check-web: export SKEIN_MOVING_PAGE = $(WEB_TEST)/moving.html
check-web: web core
	@$(call install,chromium libegl1)
	@mkdir -p $(WEB_TEST) && rm -f $(WEB_TEST)/*.png
	$(GO) build -tags nowindow -o bin/skein-nowindow ./cmd/skein
	bin/skein-nowindow export paper --live --count 120 -o $(SKEIN_LESSON_PAGE) --force --quiet
	bin/skein-nowindow export engine/web/testdata/moving.toml --live -o $(SKEIN_MOVING_LESSON) --force --quiet
	bin/skein-nowindow record engine/web/testdata/moving.toml --seconds 5 -o $(WEB_TEST)/moving.mcap --force --quiet
	bin/skein-nowindow export $(WEB_TEST)/moving.mcap -o $(SKEIN_MOVING_PAGE) --force --quiet
	bin/skein-nowindow record starlings --count 300 --seconds 6 -o $(WEB_TEST)/flock.mcap --force --quiet
	bin/skein-nowindow export $(WEB_TEST)/flock.mcap -o $(WEB_TEST)/flock.html --force --quiet
	bin/skein-nowindow record starlings --count 1000 --seconds 10 -o $(WEB_TEST)/many.mcap --force --quiet
	bin/skein-nowindow export $(WEB_TEST)/many.mcap -o $(WEB_TEST)/many.html --force --quiet
	bin/skein-nowindow render $(WEB_TEST)/flock.mcap --frames 61 --size 1280x720 -o $(WEB_TEST)/rendered.png --force --quiet
	SKEIN_CHROMIUM=$$(command -v chromium) SKEIN_WEB_PAGE=$(WEB_TEST)/flock.html SKEIN_WEB_PAGE_MANY=$(WEB_TEST)/many.html $(TEST) -tags browser -count=1 -v -run Browser ./engine/web

# check-creatures is not part of CI. It needs the files that models/check/creatures.csv names by address and SHA-256,
# anywhere in the folder CREATURES. It lists files that are not there.
check-creatures:
	@test -n "$(CREATURES)" || { echo "give the folder with the files: make check-creatures CREATURES=DIR"; exit 2; }
	$(GO) run ./models/check -creatures "$(CREATURES)"

# check-slurm installs Slurm and MUNGE, and runs them only during the check.
check-slurm: build
	@$(call install,slurmctld slurmd slurm-client munge)
	.ci/slurm $(SKEIN)

# check-blender is not part of CI. It needs Blender 3.4 or later, and takes some minutes.
check-blender: build
	SKEIN=$(CURDIR)/$(SKEIN) flock/export/check/blender.sh bin/blender

# check-godot installs Godot 3, which imports exports and draws them without a display.
check-godot: build
	@$(call install,godot3 godot3-server xvfb)
	SKEIN=$(CURDIR)/$(SKEIN) flock/export/check/godot.sh bin/godot

# check-engines installs compilers for the scripts and shaders in the folders that skein exports for Unity and
# Unreal.
check-engines: build
	@$(call install,mono-mcs glslang-tools clang assimp-utils)
	SKEIN=$(CURDIR)/$(SKEIN) flock/export/check/engines.sh bin/engines

# check-alembic is not part of CI, because Debian has no package of Alembic. ALEMBIC is a folder with include
# and lib, as "cmake --install" of Alembic 1.8 makes it, or /usr.
ALEMBIC ?= /usr
check-alembic: build
	SKEIN=$(CURDIR)/$(SKEIN) flock/export/check/alembic.sh bin/alembic $(ALEMBIC)

peers: build
	flock/peers/compare.sh $(SKEIN) blender

# endure is not part of CI. Each failure is printed with a command that repeats it. SUM=FILE adds up the
# counts of several runs. First, before SECONDS are counted, the tests that usually try a random sample
# of their cases try all of them.
SECONDS ?= 600
SAMPLED = $$(grep -rl '"skein/flock/sample"' --include='*_test.go' cmd engine flock models ui | xargs -n 1 dirname | sort -u | sed 's,^,./,')
endure: build test-deps
	SKEIN_SAMPLE=all $(TEST) $(SAMPLED)
	@if $(ON_AMD64) && $(RUNS_386); then export SKEIN_SAMPLE=all; $(call on-386,1); fi
	@SKEIN_SAMPLE=all $(MAKE) --no-print-directory race
	@$(GO) build -o bin/endure ./cmd/endure
	bin/endure -skein $(SKEIN) -seconds $(SECONDS) $(if $(SUM),-sum $(SUM))

clean:
	rm -rf bin flight

# install installs missing Debian packages. On other systems it prints which packages to install.
define install
if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then \
	missing=; for p in $(1); do \
		case "$$(dpkg-query -W -f '$${Status}' $$p 2>/dev/null)" in *"ok installed"*) ;; *) missing="$$missing $$p" ;; esac; \
	done; \
	if [ -n "$$missing" ]; then \
		echo "Installing$$missing"; \
		sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
		$$sudo apt-get update -qq && \
		$$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null || \
		{ echo "skein: could not install$$missing; install them by hand and run make again"; exit 1; }; \
	fi; \
elif [ ! -e bin/.set-up ]; then \
	mkdir -p bin && touch bin/.set-up; \
	echo "skein needs a C and C++ compiler and the headers of OpenGL and X11:"; \
	echo "  Fedora   sudo dnf install gcc gcc-c++ pkgconf mesa-libGL-devel mesa-libEGL-devel libX11-devel libXcursor-devel libXrandr-devel libXinerama-devel libXi-devel libXxf86vm-devel"; \
	echo "  macOS    xcode-select --install"; \
	echo "  Windows  winget install MSYS2.MSYS2, then in its UCRT64 shell: pacman -S make mingw-w64-ucrt-x86_64-gcc"; \
fi
endef
