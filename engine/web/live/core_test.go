package live_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"skein/flock"
	"skein/flock/scenario"
)

// builtCore compiles the core as the Makefile does. It returns the paths of the runtime and of the
// core. Only make arch installs node, so only make arch runs the tests that need it.
func builtCore(t *testing.T) (runtime, core string) {
	t.Helper()
	if os.Getenv("SKEIN_TEST_CORE") == "" {
		t.Skip("make arch runs this test, which needs node")
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	core = filepath.Join(t.TempDir(), "core.wasm")
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", core, "skein/engine/web/core")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("the core does not compile: %v\n%s", err, out)
	}
	return filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"), core
}

// drive runs calls of the core under node with testdata/drive.mjs, and returns the results.
func drive(t *testing.T, runtime, core string, calls [][]any) (results []json.RawMessage) {
	t.Helper()
	input, err := json.Marshal(calls)
	if err != nil {
		t.Fatal(err)
	}
	node := exec.Command("node", "testdata/drive.mjs", runtime, core)
	node.Stdin = bytes.NewReader(input)
	node.Stderr = os.Stderr
	out, err := node.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &results); err != nil || len(results) != len(calls) {
		t.Fatalf("%d calls have %d results: %v\n%.500s", len(calls), len(results), err, out)
	}
	return results
}

func scene(t *testing.T, name string, count int) *scenario.Scenario {
	t.Helper()
	sc, err := scenario.Builtin(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := sc.Params.Set("count", count); err != nil {
		t.Fatal(err)
	}
	return sc
}

func set(t *testing.T, w *flock.World, values map[string]any) {
	t.Helper()
	p := w.Params()
	for key, v := range values {
		if err := p.Set(key, v); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.SetParams(p); err != nil {
		t.Fatal(err)
	}
}

func steps(w *flock.World, ticks int) string {
	for range ticks {
		w.Step()
	}
	return fmt.Sprintf("%016x", w.Hash())
}

// The state of the core in WebAssembly equals the state of a flock on this machine. The core starts
// from a checkpoint or simulates the warm-up itself. The test changes parameters, adds a threat,
// and uses another seed.
func TestCoreAgreesWithTheDesktop(t *testing.T) {
	runtime, core := builtCore(t)
	for _, c := range []struct {
		scene   string
		count   int
		from    string // "checkpoint", or "warm-up" for a scene whose warm-up the core simulates
		changes map[string]any
	}{
		{"paper", 60, "warm-up", map[string]any{"leadership": 0.9, "count": 70}},
		{"starlings", 150, "checkpoint", map[string]any{"leadership": 0.8, "max_speed": 14.5}},
		{"murmuration", 80, "checkpoint", map[string]any{"neighbourhood": "nearest"}},
		{"falcon", 120, "checkpoint", map[string]any{"alarm": 1.0}},
		{"wire", 40, "checkpoint", map[string]any{"leadership": 0.5}},
		{"cornell", 50, "warm-up", map[string]any{"max_speed": 5.0}},
	} {
		t.Run(c.scene, func(t *testing.T) {
			sc := scene(t, c.scene, c.count)
			w, err := flock.NewWorld(sc.Def())
			if err != nil {
				t.Fatal(err)
			}
			var start any
			if c.from == "checkpoint" {
				start = map[string]string{"base64": base64.StdEncoding.EncodeToString(w.Checkpoint())}
			}
			changes, _ := json.Marshal(c.changes)
			results := drive(t, runtime, core, [][]any{
				{"load", c.scene + ".toml", string(sc.TOML()), start},
				{"hash"}, {"step", 140}, {"hash"},
				{"set", 0, string(changes)}, {"step", 30}, {"hash"},
				{"threat", 3, 12.5, -4}, {"step", 30}, {"hash"},
				{"threat"}, {"step", 30}, {"hash"},
				{"restart", "77"}, {"step", 20}, {"hash"},
			})
			want := []string{steps(w, 0), steps(w, 140)}
			set(t, w, c.changes)
			want = append(want, steps(w, 30))
			was := w.Params()
			for k := range w.FlockCount() {
				frighten(t, w, k)
			}
			want = append(want, steps(w, 30))
			set(t, w, map[string]any{"fear_present": false, "fear_x": was.Float("fear_x"), "fear_y": was.Float("fear_y"), "fear_z": was.Float("fear_z")})
			for k := 1; k < w.FlockCount(); k++ {
				p := w.ParamsOf(k)
				if err := p.Set("fear_present", false); err != nil {
					t.Fatal(err)
				}
				if err := w.SetParamsOf(k, p); err != nil {
					t.Fatal(err)
				}
			}
			want = append(want, steps(w, 30))
			def := sc.Def()
			def.Seed = 77
			if w, err = flock.NewWorld(def); err != nil {
				t.Fatal(err)
			}
			set(t, w, c.changes)
			want = append(want, steps(w, 20))
			for k, at := range []int{1, 3, 6, 9, 12, 15} {
				if got := string(results[at]); got != `"`+want[k]+`"` {
					t.Errorf("call %d: the core's hash is %s, want %q", at, got, want[k])
				}
			}
		})
	}
}

func frighten(t *testing.T, w *flock.World, flockIndex int) {
	t.Helper()
	p := w.ParamsOf(flockIndex)
	for key, v := range map[string]any{"fear_present": true, "fear_x": 3.0, "fear_y": 12.5, "fear_z": -4.0} {
		if err := p.Set(key, v); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.SetParamsOf(flockIndex, p); err != nil {
		t.Fatal(err)
	}
}

func TestCoreRefuses(t *testing.T) {
	runtime, core := builtCore(t)
	sc := scene(t, "paper", 20)
	results := drive(t, runtime, core, [][]any{
		{"load", "broken.toml", "version = 1\nmodle = \"hartman\"\n", nil},
		{"load", "paper.toml", string(sc.TOML()), nil},
		{"set", 0, `{"vision": -1}`}, {"set", 0, `{"visoin": 1}`}, {"set", 0, `{"count": 1.5}`}, {"set", 7, `{"vision": 1}`},
		{"inspect", 20}, {"restart", "-3"}, {"hash"},
	})
	w, err := flock.NewWorld(sc.Def())
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range map[int]string{0: "modle", 2: "vision", 3: "visoin", 4: "whole number", 5: "flock 8", 6: "boid 20", 7: "whole number"} {
		var r struct {
			Error string `json:"error"`
		}
		if json.Unmarshal(results[k], &r) != nil || !strings.Contains(r.Error, want) {
			t.Errorf("call %d returns %s, want an error with %q", k, results[k], want)
		}
	}
	if got := string(results[8]); got != `"`+steps(w, 0)+`"` {
		t.Errorf("after refused calls the hash is %s, want that of the scene", got)
	}
}
