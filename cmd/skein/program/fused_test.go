package program

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// fusingFiles lists the files in which the compiler may fuse a multiplication with an addition. The values
// say why this cannot change the state.
var fusingFiles = map[string]string{
	"flock/internal/seek/grid.go": "the places of cells change how fast boids are found, never which boids",
}

// exactFunctions lists functions of package math whose results have the same bits on all machines.
var exactFunctions = map[string]bool{"math.archMax": true, "math.archMin": true, "math.frexp": true, "math.Nextafter32": true, "math.remainder": true}

// inexactCallers lists functions that may call other functions of package math. The values say why this
// cannot change the state.
var inexactCallers = map[string]string{
	"skein/flock/internal/near.(*Chooser).shareOf": "the order of the search changes how fast boids are found, never which boids",
	"skein/flock.(*Explanation).atFront":           "its result is only shown and never enters the state",
	"skein/flock/internal/solid.Knot":              "it is used for measurements only",
	"skein/flock/internal/solid.Knot.func1":        "the same",
}

// The code that computes the state contains no fused multiply-add. Fusing changes the rounding, and
// only some machines fuse.
func TestNoFusedProducts(t *testing.T) {
	cmd := exec.Command("go", "build", "-gcflags=-S", "skein/flock", "skein/flock/rules", "skein/flock/lead", "skein/flock/cloud", "skein/flock/around", "skein/flock/vec",
		"skein/flock/schedule", "skein/flock/tracks", "skein/flock/internal/...")
	cmd.Env = append(os.Environ(), "GOARCH=arm64", "GOOS=linux", "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %.2000s", err, out)
	}
	found, line := 0, regexp.MustCompile(`/(flock/[a-z_/]+\.go):(\d+)\)\s+FN?M(ADD|SUB)[SD]`)
	reported := map[string]bool{}
	for _, m := range line.FindAllStringSubmatch(string(out), -1) {
		found++
		if at := m[1] + ":" + m[2]; fusingFiles[m[1]] == "" && !reported[at] {
			reported[at] = true
			t.Errorf("%s fuses a product and a sum: convert the product, float32(a*b) + c", at)
		}
	}
	name, call := regexp.MustCompile(`(?m)^(skein/\S+) STEXT`), regexp.MustCompile(`CALL\s+(math\.\w+)`)
	starts := name.FindAllStringSubmatchIndex(string(out), -1)
	for k, at := range starts {
		end := len(out)
		if k+1 < len(starts) {
			end = starts[k+1][0]
		}
		function := string(out[at[2]:at[3]])
		for _, m := range call.FindAllStringSubmatch(string(out[at[0]:end]), -1) {
			if !exactFunctions[m[1]] && inexactCallers[function] == "" {
				t.Errorf("%s calls %s, whose bits differ between machines", function, m[1])
			}
		}
	}
	if len(starts) == 0 {
		t.Error("no function was checked")
	}
	if found == 0 || !strings.Contains(string(out), "TEXT") {
		t.Error("no fused product was found, want at least the known ones")
	}
}
