//go:build cgo

package program

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// carouselMain is a main program of another module, with its own model and rule.
const carouselMain = `package main

import (
	"skein/cmd/skein/program"
	"skein/flock"
	"skein/flock/rules"
	"skein/flock/vec"
)

func main() {
	program.Main(flock.ModelDef{
		Name: "carousel", Title: "boids around a post", Count: 40,
		Sight:  flock.Sight{Vision: 4, Nearest: 7, FieldOfView: 300},
		Speeds: flock.Speeds{MinSpeed: 3, MaxSpeed: 8},
		Flight: flock.Flight{Wingspan: 0.7, FlapRate: 5, BankTime: 0.4},
		Rules:  []flock.Rule{&rules.Separation{Gain: 0.1, Radius: 1.5}, &Orbit{Pull: 0.2}},
	})
}

// Orbit makes boids circle a post at the origin.
type Orbit struct {
	Pull float32 ` + "`" + `key:"orbit_pull" unit:"m/s" range:"0,2" slider:"0.5" doc:"Steer to the post per 1/30 s; 0 switches it off"` + "`" + `
}

func (r *Orbit) About() flock.About { return flock.About{Name: "orbit", Source: "this test"} }
func (r *Orbit) IsActive() bool     { return r.Pull > 0 }

func (r *Orbit) Steer(me *flock.Self) vec.Vec {
	return me.Pos.Neg().Flat().Unit().Scale(r.Pull)
}
`

const carouselScene = `version = 1
model = "carousel"
seed = 7
tick_rate = 60

[start]
radius = 8.0
speed = 5.0

[params]
orbit_pull = 0.25
`

// A main program in another module can use its own model in scenario files, recordings, measurements,
// exports and pictures. The test builds it without the window, which takes less time.
func TestMainOfAnotherModule(t *testing.T) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	gomod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	gosum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	module := strings.Replace(string(gomod), "module skein\n", "module example.com/carousel\n", 1) +
		"\nrequire skein v0.0.0\n\nreplace skein => " + root + "\n"
	for name, text := range map[string]string{
		"go.mod": module, "go.sum": string(gosum), "main.go": carouselMain, "carousel.toml": carouselScene,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	execute := func(name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", filepath.Base(name), strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	execute("go", "build", "-tags", "nowindow", "-ldflags=-s -w", "-o", "carousel", ".")
	carousel := filepath.Join(dir, "carousel")
	if out := execute(carousel, "scenario", "models"); !strings.Contains(out, "carousel") || !strings.Contains(out, "hartman") {
		t.Errorf("scenario models does not list carousel and hartman:\n%s", out)
	}
	execute(carousel, "scenario", "check", "carousel.toml")
	execute(carousel, "record", "carousel.toml", "--seconds", "1", "-o", "run.mcap")
	execute(carousel, "record", "--verify", "run.mcap")
	execute(carousel, "export", "run.mcap", "-o", "run.csv")
	execute(carousel, "stats", "run.mcap")
	execute(carousel, "render", "run.mcap", "--frames", "1", "--size", "64x36", "-o", "####.png")

	// the program skein does not know the model
	code, _, stderr := skein("record", filepath.Join(dir, "carousel.toml"), "--seconds", "1", "-o", filepath.Join(dir, "no.mcap"))
	if code != exitFailed && code != exitUsage || !strings.Contains(stderr, `unknown model "carousel"`) {
		t.Errorf("skein record: exit code %d, message %q; want an error about the unknown model", code, stderr)
	}
}
