//go:build cgo && !nowindow

package program

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"skein/cmd/skein/internal/fly"
	"skein/cmd/skein/internal/testfiles"
)

// The window draws in the tier that --tier names. Without --tier, it draws in the tier draft if the
// driver uses the processor.
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
			var l fly.LogLine
			if err := json.Unmarshal([]byte(line), &l); err != nil {
				t.Fatal(err)
			}
			if l.Tier != want {
				t.Fatalf("--tier %q: picture %d of %d is drawn as %s, want %s", asked, l.Frame, len(lines), l.Tier, want)
			}
		}
	}
}

// If a scene without edits is saved, its file does not change. The tier of the command line is not saved, but
// a tier that the user chooses in the window is.
func TestSavingWithoutEdits(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "hill.toml")
	text := "version = 1\nwarm_up = 0.0\nparams.count = 9\n[camera]\nmode = \"fly\"\ntarget = [0, 40, 0]\ndistance = 60.0\nelevation = -5.0\n"
	testfiles.Write(t, file, text)
	p := launchFrom(t, display(t), dir, file, "--tier", "good", "--size", "1100x720")
	saved := func() string {
		t.Helper()
		p.key("ctrl+s")
		p.wait("the message that the scene was saved", func(l *fly.LogLine) bool { return strings.Contains(l.Said, "saved "+file) })
		now, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(now)
	}
	p.waitFrames(5)
	if now := saved(); now != text {
		t.Errorf("an unchanged scene is saved with changes:\n%s", now)
	}
	if tier := p.last.Look["show.tier"]; tier != "good" {
		t.Errorf("the tier is %v, want good", tier)
	}
	p.showWidget("tier")
	p.choose("tier", "tier.draft")
	if now := saved(); now != text+"\n[show]\ntier = \"draft\"\n" {
		t.Errorf("with another tier, the scene is not saved with this change alone:\n%s", now)
	}
}
