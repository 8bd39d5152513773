package scenario_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"skein/flock"
	"skein/flock/sample"
	"skein/flock/scenario"
	"skein/flock/scenario/randomscene"
)

const (
	flownTicks = 40

	// SKEIN_SEED sets the seeds of the scenes that the test simulates. If SKEIN_PRINT_HASHES is set, the test
	// only prints the hashes of these simulations.
	seedVariable  = "SKEIN_SEED"
	printVariable = "SKEIN_PRINT_HASHES"
)

// sceneSeeds returns the seeds in SKEIN_SEED, or a sample, which is smaller with -short, because the race
// detector is slow.
func sceneSeeds(t *testing.T) []int64 {
	t.Helper()
	text := os.Getenv(seedVariable)
	if text == "" {
		n := 12
		if testing.Short() {
			n = 4
		}
		return sample.Some(t, n, seedsFrom(0, 39))
	}
	from, to, isRange := strings.Cut(text, "-")
	if !isRange {
		to = from
	}
	first, err := strconv.ParseInt(from, 10, 64)
	last, other := strconv.ParseInt(to, 10, 64)
	if err != nil || other != nil {
		t.Fatalf("%s=%s: want a seed such as 7, or a range such as 100-199", seedVariable, text)
	}
	return seedsFrom(first, last)
}

func seedsFrom(first, last int64) (all []int64) {
	for seed := first; seed <= last; seed++ {
		all = append(all, seed)
	}
	return all
}

// shortScene returns a seed's random scene with a short warm-up and early events.
func shortScene(t *testing.T, seed int64) *scenario.Scenario {
	t.Helper()
	sc, err := randomscene.New(rand.New(rand.NewSource(seed)), 50, 401)
	if err != nil {
		t.Fatal(err)
	}
	sc.WarmUp = min(sc.WarmUp, 0.25)
	for k := range sc.Events {
		e := &sc.Events[k]
		e.At, e.Ramp, e.Seconds = e.At/16, e.Ramp/16, e.Seconds/16
	}
	return sc
}

// tick is the state and the events after a tick, without starts of scheduled changes, which a World from a
// checkpoint repeats.
type tick struct {
	hash   uint64
	events string
}

func tickOf(t *testing.T, w *flock.World) tick {
	t.Helper()
	ofSchedule := func(e flock.Event) bool { return e.IsSchedule() }
	events, err := json.Marshal(slices.DeleteFunc(w.TakeEvents(nil), ofSchedule))
	if err != nil {
		t.Fatal(err)
	}
	return tick{w.Hash(), string(events)}
}

// fly returns all ticks of a scene, or ok = false if it is invalid. Before each tick, replace may return
// another World, or nil to end.
func fly(t *testing.T, d flock.Def, replace func(*flock.World) *flock.World) (all []tick, ok bool) {
	t.Helper()
	w, err := flock.NewWorld(d)
	if err != nil {
		return nil, false
	}
	all = append(all, tickOf(t, w))
	for range flownTicks {
		if w = replace(w); w == nil {
			return all, true
		}
		w.Step()
		all = append(all, tickOf(t, w))
	}
	return all, true
}

func keepWorld(w *flock.World) *flock.World { return w }

// A random scene gives the same bits and events with any workers and index, with Rest between ticks, after a
// restart from a checkpoint, and read from a file.
//
// SKEIN_SEED=7 flies only this seed, and SKEIN_SEED=100-199 a hundred.
func TestSameBits(t *testing.T) {
	seeds := sceneSeeds(t)
	if os.Getenv(printVariable) != "" {
		printHashes(t, seeds)
		return
	}
	for _, seed := range seeds {
		sameBits(t, seed)
	}
}

// At least 90 % of the random scenes must be valid, because TestSameBits skips invalid scenes.
func TestMostRandomScenesAreValid(t *testing.T) {
	seeds, valid := seedsFrom(0, 39), 0
	for _, seed := range seeds {
		if _, err := flock.NewWorld(shortScene(t, seed).Def()); err == nil {
			valid++
		}
	}
	if 10*valid < 9*len(seeds) {
		t.Errorf("only %d of %d random scenes are valid, want 90 %%", valid, len(seeds))
	}
}

// sameBits compares flights of a seed's scene, unless it is invalid.
func sameBits(t *testing.T, seed int64) {
	sc := shortScene(t, seed)
	plain := sc.Def()
	plain.Workers, plain.Index = 1, flock.Brute
	want, ok := fly(t, plain, keepWorld)
	if !ok {
		return
	}
	dice := rand.New(rand.NewSource(seed))
	compare := func(way string, d flock.Def, replace func(*flock.World) *flock.World) {
		got, _ := fly(t, d, replace)
		for k := range want {
			if k >= len(got) || got[k] != want[k] {
				t.Errorf("seed %d (%s), %s: tick %d differs from one worker with brute force\n%s\nrepeat: %s=%[1]d go test -run TestSameBits ./flock/scenario",
					seed, sc.Name, way, k, difference(got, want, k), seedVariable)
				return
			}
		}
	}
	workers := dice.Perm(4)
	for k, index := range []flock.Index{flock.Auto, flock.Matrix, flock.Grid, flock.Brute} {
		d := sc.Def()
		d.Workers, d.Index = 1+workers[k], index
		compare(fmt.Sprintf("%d workers, %v", d.Workers, index), d, keepWorld)
	}
	d := sc.Def()
	d.Workers, d.Index = 1+dice.Intn(4), randomIndex(dice)
	compare("with checkpoints", d, func(w *flock.World) *flock.World { return resume(t, w, dice) })
	if d, ok := writeAndParse(t, sc, seed); ok {
		d.Workers, d.Index = 1+dice.Intn(4), randomIndex(dice)
		compare("read from its file", d, keepWorld)
	}
}

func randomIndex(dice *rand.Rand) flock.Index {
	return []flock.Index{flock.Auto, flock.Matrix, flock.Grid, flock.Brute}[dice.Intn(4)]
}

// resume replaces about every tenth World by one from its checkpoint, with other workers and index, and calls
// Rest about as often.
func resume(t *testing.T, w *flock.World, dice *rand.Rand) *flock.World {
	switch dice.Intn(10) {
	case 0:
		var models []*flock.Model
		for k := range w.FlockCount() {
			models = append(models, w.ParamsOf(k).Model())
		}
		next, err := flock.Resume(w.Checkpoint(), 1+dice.Intn(4), randomIndex(dice), models...)
		if err != nil {
			t.Errorf("the checkpoint of tick %d cannot be resumed: %v", w.Tick(), err)
		}
		return next
	case 1:
		w.Rest()
	}
	return w
}

// writeAndParse writes a scene as a file, parses it, and returns the definition of its simulation.
func writeAndParse(t *testing.T, sc *scenario.Scenario, seed int64) (flock.Def, bool) {
	again, err := scenario.Parse("scene.toml", sc.TOML())
	if err != nil {
		t.Errorf("seed %d: %v", seed, err)
		return flock.Def{}, false
	}
	return again.Def(), true
}

// difference describes how two flights differ at tick k.
func difference(got, want []tick, k int) string {
	if k >= len(got) {
		return fmt.Sprintf("the run ended after %d ticks, want %d", len(got), len(want))
	}
	a, b := got[k].events, want[k].events
	at := 0
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	at = max(at-60, 0)
	return fmt.Sprintf("the hash is %#x, want %#x\nevents … %.300s\nwant   … %.300s", got[k].hash, want[k].hash, a[at:], b[at:])
}

// Random scenes give the same bits with every kind of kernel. Each kind needs a process, because a program
// chooses its kernels when it starts.
func TestSameBitsByKernels(t *testing.T) {
	if flock.Kernels() == "go" || os.Getenv(printVariable) != "" {
		t.Skip("this build or machine has only the kernels in Go")
	}
	program, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	choice := cmp.Or(os.Getenv(sample.Variable), strconv.Itoa(rand.Intn(1e6))) // with the same scenes in all processes
	hashes := func(switches string) []string {
		cmd := exec.Command(program, "-test.run", "^TestSameBits$", "-test.v", "-test.short="+strconv.FormatBool(testing.Short()))
		cmd.Env = append(os.Environ(), printVariable+"=1", sample.Variable+"="+choice, "GODEBUG="+switches)
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("GODEBUG=%s: %v\n%s", switches, err, out)
		}
		var all []string
		for line := range strings.Lines(string(out)) {
			if strings.HasPrefix(line, "seed ") {
				all = append(all, line)
			}
		}
		return all
	}
	want := hashes("")
	if len(want) == 0 {
		t.Fatal("the child process printed no hashes")
	}
	for _, switches := range []string{"cpu.avx512f=off", "cpu.avx512f=off,cpu.avx2=off"} {
		got := hashes(switches)
		for k := range want {
			if k >= len(got) || got[k] != want[k] {
				t.Errorf("GODEBUG=%s: the state differs from that with %s kernels: %v, want %s", switches, flock.Kernels(), got[k:min(k+1, len(got))], want[k])
				break
			}
		}
	}
}

// printHashes prints the seed and last hash of each valid scene.
func printHashes(t *testing.T, seeds []int64) {
	for _, seed := range seeds {
		d := shortScene(t, seed).Def()
		d.Workers = 2
		if all, ok := fly(t, d, keepWorld); ok {
			fmt.Printf("seed %d: %#x\n", seed, all[len(all)-1].hash)
		}
	}
}
