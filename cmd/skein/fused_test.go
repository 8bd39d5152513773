package main

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// fusing are the places where the compiler fuses a product with a sum on processors that
// can, and why the state's bits do not depend on it there.
var fusing = map[string]string{
	"flock/grid.go":  "where cells lie changes how fast boids are found, never who",
	"flock/index.go": "the same",
}

// Nothing on the path of the state fuses a product with a sum: it would be other bits on
// other machines (the first law of package flock).
func TestNothingFuses(t *testing.T) {
	cmd := exec.Command("go", "build", "-gcflags=-S", "skein/flock", "skein/flock/rules", "skein/flock/internal/lanes", "skein/flock/internal/near", "skein/flock/internal/pairs", "skein/flock/internal/solid", "skein/flock/tracks")
	cmd.Env = append(os.Environ(), "GOARCH=arm64", "GOOS=linux", "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %.2000s", err, out)
	}
	found, line := 0, regexp.MustCompile(`/(flock/[a-z_/]+\.go):(\d+)\)\s+FN?M(ADD|SUB)[SD]`)
	told := map[string]bool{}
	for _, m := range line.FindAllStringSubmatch(string(out), -1) {
		found++
		if at := m[1] + ":" + m[2]; fusing[m[1]] == "" && !told[at] {
			told[at] = true
			t.Errorf("%s fuses a product and a sum: convert the product, float32(a*b) + c", at)
		}
	}
	if found == 0 || !strings.Contains(string(out), "TEXT") {
		t.Error("no fused product at all: that shows nothing")
	}
}
