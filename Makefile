# make fly       set up, build, and fly through a flock
# make test      set up, and run everything that CI runs
# make arch      only show that other architectures compute the same bits
# make deps      only install what is missing
# make hooks     have git look at each commit's format
# make pictures  draw the pictures of the README and the guide again
# make thumbnails  draw the pictures of the built-in scenes anew
# make tables    measure the tables of the guide again
# make guide     write the tables of the guide that are made from code
# make check-slurm  draw and sweep as Slurm jobs, on a cluster of this one machine
# make exports   only have other programs read what is exported
# make check-models   compare poses with three's, for MODELS="a.glb b.glb" too
# make check-blender  compare exports with what Blender shows, and render them
# make peers          time a tick beside a frame of Blender's boids
# make endure         try to break skein for SECONDS=600, and print what was tried

GO      ?= go
SKEIN   := bin/skein
NOCGO   := ./flock/... ./models/... ./engine/frame ./engine/reel ./engine/camera ./engine/scenery ./engine/picture ./engine/film ./engine/studio ./engine/quality ./engine/capture

# Go's own ten minutes for a package run out on a busy machine; check vets everything.
TEST     = $(GO) test -timeout 60m -vet=off

# Before cgo compiles the panel, it asks the C compiler whether each of some thousand names is a type,
# a constant or a function. GCC looks for a similar name each time that it says no, so it takes four
# times as long as clang. CLANG is looked up for each recipe, because deps may install it.
CLANG = $(shell command -v clang 2>/dev/null)
ifeq ($(origin CC),default)
export CC  = $(if $(CLANG),clang -Wno-unknown-warning-option,gcc)
export CXX = $(if $(CLANG),clang++ -Wno-unknown-warning-option,g++)
endif

BUILD_PACKAGES := clang gcc g++ pkg-config libgl-dev libegl-dev xorg-dev libgl1-mesa-dri libegl-mesa0
TEST_PACKAGES  := xvfb xauth xdotool x11-xkb-utils openbox ffmpeg glslang-tools mesa-vulkan-drivers vulkan-validationlayers

.PHONY: fly build test with-c without-c hooks deps test-deps arch-deps check unit race static arch exports pictures thumbnails jackdaws tables guide check-models check-blender peers check-slurm endure clean

fly: build
	@$(SKEIN) fly --headless flight

build: deps
	@mkdir -p bin
	@test -n "$$($(GO) list -f '{{if not .Stale}}fresh{{end}}' github.com/AllenDang/cimgui-go/imgui 2>/dev/null)" || \
		echo "Building. The first time, the panel's C++ takes some minutes; later builds take seconds."
	@$(GO) build -o $(SKEIN) ./cmd/skein

# The parts of a test, in two rows side by side: the C++ of the panel is compiled by one
# core alone, and tests of the window wait for what they see. At the end stands how long
# each part took, and how much processor time, so that one sees where time goes. Once a
# part fails, no other begins.
WITH_C    := check unit
WITHOUT_C := race arch static exports

test: deps test-deps
	@mkdir -p bin && : >bin/times && rm -f bin/failed; from=$$(date +%s); code=0; \
	$(MAKE) --no-print-directory -j2 with-c without-c || code=$$?; \
	awk '{print; all += $$4} END {printf "%-8s %6d s %8.0f s of processor time\n", "all", '$$(($$(date +%s) - from))', all}' bin/times; exit $$code

with-c:
	+@$(call row,$(WITH_C))
without-c:
	+@$(call row,$(WITHOUT_C))

# row runs parts one after the other. What times of the shell says of its children has
# the form 1m2.3s 0m4.5s.
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

# What git tracks is text, but for pictures and models: no program slips in.
NO_BINARIES = if git rev-parse --git-dir >/dev/null 2>&1; then \
	binaries="$$(git diff --cached --numstat "$$(git hash-object -t tree /dev/null)" | awk -F'\t' '$$1 == "-" && $$3 !~ /\.(png|webp|glb)$$/ {print $$3}')"; \
	test -z "$$binaries" || { echo "$$binaries"; echo "these files are binary: git rm --cached them"; exit 1; }; fi

unit:
	$(TEST) ./...

# The race detector, where no C++ would have to be compiled a second time for it. It takes
# ten times as long: of the tests of flocks it runs those in which several goroutines share
# a tick or a test's subtests share rules. Elsewhere it runs the packages that start goroutines
# or have parallel tests, without the long tests in which one goroutine does all.
SHARED := TestAnyParamsStayFinite|TestEachAgreesForEveryIndex|TestEditsOfALivingFlock|TestGolden|TestH10ZeroForAnyParams
SHARED := $(SHARED)|TestIDsStayWithTheirBoids|TestIndicesAgree|TestIndicesAgreeOnAwkwardFlocks|TestFullListCaches|TestObstacleOverBirds|TestObstaclesSameBits
SHARED := $(SHARED)|TestResumeEdits|TestResumeGoldens|TestRingsAgreeWithEach|TestSteadyTicksAllocateNothing
SHARED := $(SHARED)|TestStepAllocatesNothing|TestWorkersMeetTheGoldenHash|TestKernels|TestExplain
SHARED := $(SHARED)|TestGoldenFlocks|TestGoldenStarlings|TestRulesBesideTogether|TestSurroundingsAreExact|TestWholeFlockAtOnce
ALONE  := TestWhereTurnsBegin|TestEqualRadius|TestTurnWave|TestAgitationWave|TestKeptIfHalfChangePlaces|TestDiffusionExponent|TestOpacity

# THREADED lists the folders of files that start goroutines or have parallel tests, as packages.
THREADED = grep -rlE '^[[:space:]]*go [a-z]|\.Go\(|t\.Parallel\(\)' --include='*.go' engine flock models | xargs -n 1 dirname | sort -u | sed 's,^,skein/,'

race:
	@mkdir -p bin
	$(GO) test -race -list . ./flock ./flock/model >bin/tests
	@for t in $(subst |, ,$(SHARED)); do grep -qx $$t bin/tests || { echo "there is no test $$t: the list SHARED is old"; exit 1; }; done
	$(TEST) -race -short -run '^($(SHARED))$$' ./flock ./flock/model
	$(TEST) -race -short -skip '^($(ALONE))$$' $$($(GO) list $(NOCGO) | grep -vxE 'skein/flock(/model)?' | grep -xF "$$($(THREADED))")

# The builds without a window: no cgo at all, and EGL alone.
static:
	CGO_ENABLED=0 $(GO) vet ./...
	CGO_ENABLED=0 $(GO) build -o bin/skein-static ./cmd/skein
	$(GO) vet -tags nowindow ./...
	$(GO) build -tags nowindow -o bin/skein-nowindow ./cmd/skein

# The same bits on every architecture. 32-bit x86 runs natively: of flights the tests of
# bits, which show that any other flight is that of the unit tests, and all short tests
# of what reads, writes and measures. An emulator takes ten
# times as long: there, and where only the compiler's flags differ, run the tests
# that hold state hashes against those committed and against those of other
# numbers of workers. GOAMD64=v3 lets the compiler fuse products and sums, as it
# does on ARM; purego leaves the assembly out.
HASHES  := -short -run 'Golden|Workers' ./flock
KERNELS := -short ./flock/internal/...
FLIGHTS := ./flock ./flock/model ./flock/rules
BITS    := 'Golden|Workers|Resume|Hash|Bits|Index|Agree|Finds|Columns|Exact|Order|Random|H11|JSON|Params|Specs|Schedule'
WAVES   := TestTurnWave|TestAgitationWave|TestUniformFlock|TestKeptIfHalfChangePlaces|TestNullIsUniform|TestDiffusionExponent

arch: arch-deps
	@if $(ON_AMD64); then set -ex; \
		CGO_ENABLED=0 GOARCH=386 $(TEST) -short -run $(BITS) $(FLIGHTS); \
		CGO_ENABLED=0 GOARCH=386 $(TEST) -short -skip '^($(WAVES))$$' $$($(GO) list ./flock/... | grep -vxE 'skein/flock(/model|/rules)?'); \
		CGO_ENABLED=0 $(TEST) -tags purego $(HASHES); \
		CGO_ENABLED=0 $(TEST) -tags purego $(KERNELS); \
	else echo "skein: left out: 386 and purego, which need Linux on amd64"; fi
	@if $(ON_AMD64) && [ "$$(grep -ow -m1 -e avx2 -e fma -e bmi2 /proc/cpuinfo | sort -u | wc -l)" = 3 ]; then set -ex; \
		CGO_ENABLED=0 GOAMD64=v3 $(TEST) $(HASHES); \
		CGO_ENABLED=0 GOAMD64=v3 $(TEST) $(KERNELS); \
	else echo "skein: left out: GOAMD64=v3, which needs Linux on a processor with AVX2, BMI2 and FMA"; fi
	@if command -v node >/dev/null; then set -ex; \
		GOOS=js GOARCH=wasm $(TEST) -exec "$$($(GO) env GOROOT)/lib/wasm/go_js_wasm_exec" $(HASHES); \
	else $(call without,wasm,node (nodejs)); fi
	@if [ "$$($(GO) env GOHOSTARCH)" = arm64 ]; then $(TEST) $(HASHES); \
	elif command -v qemu-aarch64 >/dev/null; then set -ex; \
		CGO_ENABLED=0 GOARCH=arm64 $(TEST) -exec qemu-aarch64 $(HASHES); \
	else $(call without,arm64,qemu-aarch64 (qemu-user)); fi

ON_AMD64 = [ "$$($(GO) env GOHOSTOS)/$$($(GO) env GOHOSTARCH)" = linux/amd64 ]

# without leaves a part out for want of a program, but not in CI.
without = echo "skein: left out: $(1), which needs $(2)"; test -z "$$CI"

# Programs that npm has read exports of a recording and compare them with each
# other: DuckDB, @mcap/core, tinyusdz, Khronos' glTF validator and three.js. It is
# left out where npm cannot fetch them.
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
			for e in csv parquet usda usdz; do ../skein-static export $$n.mcap -o $$n.$$e --force --quiet; done; \
			../skein-static export $$n.mcap -o $$n-xforms.usda --usd-layout xforms --force --quiet; \
			node tables.mjs . $$n; \
			node mcap.mjs $$n; \
			node usd.mjs . $$n; \
		done; \
		../skein-static record paper --count 2500 --seconds 0.5 -o crowd.mcap --force --quiet; \
		../skein-static export crowd.mcap -o crowd.csv --force --quiet; \
		node mcap.mjs crowd; \
		../skein-static record moving.toml --seconds 2 -o moving.mcap --force --quiet; \
		../skein-static export moving.mcap -o moving.usda --force --quiet; \
		../skein-static record wrapped.toml --seconds 4 -o wrapped.mcap --force --quiet; \
		for n in run wrapped hunted moving; do for e in csv glb; do ../skein-static export $$n.mcap -o $$n.$$e --force --quiet; done; done; \
		node mcap.mjs wrapped; \
		for n in run wrapped hunted moving; do node glb.mjs $$n.glb $$n.csv; done; \
		node things.mjs . moving; \
	else echo "skein: left out: exports in other programs, which need node, npm and what it fetches"; fi

hooks:
	git config core.hooksPath .ci

deps:
	@$(ENOUGH_GO)
	@$(call install,$(BUILD_PACKAGES))

# Go from 1.21 on fetches the version that go.mod names by itself; what Debian 12
# and Ubuntu 22.04 install cannot even read go.mod.
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

# What is missing for arch. A failure is no matter yet: arch says what it means.
arch-deps:
	@command -v node >/dev/null || ( $(call install,nodejs) ) || true
	@command -v qemu-aarch64 >/dev/null || ( $(call install,qemu-user) ) || true

pictures: build test-deps
	$(SKEIN) record .pictures/flock.toml --seconds 6 -o bin/pictures.mcap --force --quiet
	$(SKEIN) render bin/pictures.mcap --frames 131 --size 1600x900 -o .pictures/flock.png --force --quiet
	$(SKEIN) render bin/pictures.mcap --frames 131 --size 1600x900 -o .pictures/eye.png --camera eye --boid 63 --force --quiet
	$(SKEIN) render .pictures/geese.toml --seconds 14 --frames 300 --size 1280x560 --samples 64 --aperture 0.15 -o .pictures/geese.png --force --quiet
	$(SKEIN) render .pictures/falcon.toml --seconds 8 --frames 192 --size 1280x560 -o .pictures/falcon.png --force --quiet
	$(FILM)
	$(SKEIN) render towers --seconds 20 --frames 560 --size 1280x560 -o .pictures/towers.png --force --quiet
	.pictures/gallery $(SKEIN)
	xvfb-run --auto-servernum --server-args "-screen 0 1280x720x24" \
		$(SKEIN) fly --frames 170 --screenshot .pictures/window.png

# Ten seconds of the default scene, which end as they begin: the eleventh is faded out
# into the first.
define FILM
rm -rf bin/film
$(SKEIN) render starlings --seconds 12 --fps 20 --frames 1-220 --size 800x450 --samples 4 -o bin/film/####.png --force --quiet
ffmpeg -nostdin -loglevel error -y -framerate 20 -i bin/film/%04d.png -bitexact -filter_complex \
	"split[a][b];[a]trim=1:11,setpts=PTS-STARTPTS[on];[b]trim=0:1,setpts=PTS-STARTPTS[first];[on][first]xfade=duration=1:offset=9" \
	-c:v libwebp_anim -quality 72 -compression_level 4 -loop 0 .pictures/opening.webp
endef

# The pictures of the built-in scenes that the window shows, each a few kB: eight seconds in, and
# of evening its display.
thumbnails: build test-deps
	@mkdir -p ui/scenes
	for scene in $$($(SKEIN) scenario list | cut -d ' ' -f 1); do \
		seconds=8; if [ $$scene = evening ]; then seconds=150; fi; \
		$(SKEIN) render $$scene --seconds $$seconds --frames $$((30 * seconds)) --size 512x288 --samples 8 -o bin/scene.png --force --quiet && \
		ffmpeg -nostdin -loglevel error -y -i bin/scene.png -bitexact \
			-vf "scale=192:108:flags=area,split[a][b];[a]palettegen=max_colors=128[p];[b][p]paletteuse=dither=bayer:bayer_scale=4" \
			ui/scenes/$$scene.png || exit 1; \
	done

# FIELD is a folder with the tracks of the jackdaws; ui/guide/tracks.md says where to get them.
jackdaws: build test-deps
	$(SKEIN) import $(FIELD)/jackdaws-transit-02.csv -o bin/jackdaws.mcap --wingspan 0.7 --force --quiet
	$(SKEIN) render bin/jackdaws.mcap --frames 136 --fps 60 --size 1280x560 --samples 16 --camera .pictures/jackdaws.toml \
		-o .pictures/jackdaws.png --force --quiet

# Some minutes, on seeds that the scenes were not tuned on.
tables:
	@mkdir -p bin
	CGO_ENABLED=0 $(GO) build -o bin/skein-static ./cmd/skein
	bin/skein-static stats murmuration .pictures/no-lonely-rule.toml --sweep X=0,0.2,0.28,0.4:0.6:0.1,1 \
		--seed 1001 --seeds 3 --seconds 80 --fps 10 --markdown > bin/sweep.md
	$(call into-guide,sweep)
	bin/skein-static stats paper --sweep X=0,0.2,0.33,0.4:0.6:0.1,1 \
		--seed 1001 --seeds 3 --seconds 80 --fps 10 --markdown > bin/paper.md
	$(call into-guide,paper)
	bin/skein-static stats starlings --field --sweep count=1200,3000,10000 \
		--seed 191 --seeds 3 --seconds 40 --markdown > bin/field.md
	$(call into-guide,field)
	bin/skein-static stats murmuration paper --leadership --seed 1001 --seeds 3 --seconds 80 --markdown > bin/leadership.md
	$(call into-guide,leadership)

# The tests compare these tables with the code. Here they write them.
guide:
	SKEIN_UPDATE_GUIDE=1 $(TEST) -count=1 -run '^TestGuide(Tables|ListsTheKeys|ListsTheColumns)$$' ./cmd/skein/program ./flock/export ./ui

# into-guide writes bin/NAME.md between the marks of that name in ui/guide/nature.md.
define into-guide
awk 'FNR == NR {table = table $$0 "\n"; next} /^<!-- $(1) -->/ {print $$0 "\n\n" table; skip = 1} \
	/^<!-- \/$(1) -->/ {skip = 0} !skip' bin/$(1).md ui/guide/nature.md > bin/nature.md
cp bin/nature.md ui/guide/nature.md
endef

# Not part of CI: it needs node and npm, which fetches three and the validator.
check-models:
	@rm -rf bin/check/poses && mkdir -p bin/check/poses
	@cp models/check/package.json models/check/check.mjs bin/check
	cd bin/check && npm install --silent --no-audit --no-fund
	$(GO) run ./models/check -o bin/check/poses models/*.glb $(MODELS)
	node bin/check/check.mjs bin/check/poses

# Installs a Slurm and MUNGE that run for the time of the check only.
check-slurm: build
	@$(call install,slurmctld slurmd slurm-client munge)
	.ci/slurm $(SKEIN)

# Not part of CI: it needs Blender 3.4 or later, and takes some minutes.
check-blender: build
	SKEIN=$(CURDIR)/$(SKEIN) flock/export/check/blender.sh bin/blender

peers: build
	flock/peers/compare.sh $(SKEIN) blender

# Not part of CI. What failed is printed with the command that tries it again; SUM=FILE
# adds up the counts of several runs. Before the SECONDS begin, the tests of which make test runs
# a sample run all of their cases.
SECONDS ?= 600
SAMPLED = $$(grep -rl '"skein/flock/sample"' --include='*_test.go' cmd engine flock models ui | xargs -n 1 dirname | sort -u | sed 's,^,./,')
endure: build test-deps
	SKEIN_SAMPLE=all $(TEST) $(SAMPLED)
	@$(GO) build -o bin/endure ./cmd/endure
	bin/endure -skein $(SKEIN) -seconds $(SECONDS) $(if $(SUM),-sum $(SUM))

clean:
	rm -rf bin flight

# install makes sure of Debian packages, or says what to install elsewhere.
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
