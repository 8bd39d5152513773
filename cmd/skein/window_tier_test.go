//go:build cgo && !nowindow

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"skein/flock/scenario"
)

// The window draws in the tier that is asked for, and of itself, where the driver draws in
// software, in drafts.
func TestTierOfTheWindow(t *testing.T) {
	name, skein := display(t), buildSkein(t)
	for asked, want := range map[string]string{"": "draft", "auto": "draft", "good": "good"} {
		dir := t.TempDir()
		log := filepath.Join(dir, "log.jsonl")
		args := []string{"fly", "paper", "--count", "5", "--size", "320x240", "--frames", "14", "--log", log}
		if asked != "" {
			args = append(args, "--tier", asked)
		}
		cmd := exec.Command(skein, args...)
		cmd.Env = append(os.Environ(), "DISPLAY="+name, "XDG_CONFIG_HOME="+dir, "GALLIUM_DRIVER=llvmpipe", "LIBGL_ALWAYS_SOFTWARE=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		text, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		for _, line := range lines {
			var l logLine
			if err := json.Unmarshal([]byte(line), &l); err != nil {
				t.Fatal(err)
			}
			if l.Tier != want {
				t.Fatalf("--tier %q: picture %d of %d is drawn as %s, want %s", asked, l.Frame, len(lines), l.Tier, want)
			}
		}
	}
}

// A tier that is none is refused with those that are.
func TestTierThatIsNone(t *testing.T) {
	err := setTier(&scenario.Scenario{}, "bset")
	if err == nil || !strings.Contains(err.Error(), "--tier bset: want auto, draft, good, best") {
		t.Errorf("said: %v", err)
	}
	for output, samples := range map[string]int{"a.exr": 1, "a.png": 4} {
		c := RenderCmd{Tier: "draft", Output: output, Samples: samples}
		if err := c.checkOutput(onePicture); err == nil || !strings.Contains(err.Error(), "--tier draft") {
			t.Errorf("%s of %d samples: %v", output, samples, err)
		}
	}
}
