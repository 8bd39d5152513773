//go:build cgo && !nowindow && linux

package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skein/cmd/skein/internal/fly"
	"skein/flock/recording"
)

// TestWindowDrops drops files on the window. Models join the list of birds, a recording plays, a scene opens,
// and a camera file moves the camera. Any other file gives a message.
func TestWindowDrops(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	dir := t.TempDir()
	goose, err := os.ReadFile("../../../models/goose.glb")
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{
		"one/bird.glb": string(goose), "an other/bird.glb": string(goose), "bad.glb": "no model", "bad.mcap": "no recording",
		"own.toml":  "version = 1\nname = \"own\"\nwarm_up = 0.0\nbird.file = \"one/bird.glb\"\n[params]\ncount = 33\n",
		"bad.toml":  "version = 1\nbirds = 3\n",
		"way.toml":  "version = 1\n[[key]]\ntime = 0.0\nposition = [1, 2, 3]\nlook = [0, 0, -1]\n",
		"notes.txt": "",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	must(t, "record", "murmuration", "--count", "44", "--seconds", "3", "-o", filepath.Join(dir, "run.mcap"), "-q")

	p := launch(t, "murmuration", "--count", "22", "--size", "1100x720")
	d := newDragger(t, p.display)
	drop := func(names ...string) {
		t.Helper()
		for i := range names {
			names[i] = filepath.Join(dir, names[i])
		}
		d.drop(p.win, names...)
	}
	says := func(what string) {
		t.Helper()
		p.wait("a message with "+what, func(l *fly.LogLine) bool { return strings.Contains(l.Said, what) })
		if strings.Contains(p.last.Said, "\n") {
			t.Errorf("%q has more than one line", p.last.Said)
		}
	}

	drop("one/bird.glb")
	p.wait("the dropped bird", func(l *fly.LogLine) bool { return l.Bird == "bird.glb" })
	drop("an other/bird.glb")
	p.wait("the other one", func(l *fly.LogLine) bool { return l.Bird == "an other/bird.glb" })
	drop("bad.glb")
	says("bad.glb")
	for _, bird := range []string{"bird.glb", "an other/bird.glb", "starling"} {
		p.click(p.pointOf("bird", 0.5, 0.5))
		p.waitFrames(8)
		if _, ok := p.last.Widgets["bird.bad.glb"]; ok {
			t.Error("the list of birds has a file that is not a model")
		}
		p.click(p.pointOf("bird."+bird, 0.5, 0.5))
		p.wait("the bird chosen", func(l *fly.LogLine) bool { return l.Bird == bird })
	}

	// The flock has its first bird again, so the scene has no edits. The window does not ask whether to
	// save the scene.
	drop("notes.txt")
	says("notes.txt: unknown file type")
	drop("bad.toml")
	says("bad.toml")
	drop("bad.mcap")
	says("bad.mcap")
	if p.param("count") != 22 || p.last.Paused {
		t.Errorf("after a wrong file was dropped, %v boids fly, paused is %v; want 22, and false", p.param("count"), p.last.Paused)
	}
	drop("way.toml")
	p.wait("the camera to follow the dropped path", func(l *fly.LogLine) bool { return l.Eye.Sub([3]float32{1, 2, 3}).Len() < 1e-4 })

	p.key("F9")
	drop("run.mcap")
	p.wait("the recording", func(l *fly.LogLine) bool { return p.param("count") == 44 && l.Widgets["bar"] != [4]int{} })
	if p.last.Bird != "starling" {
		t.Errorf("the recording has the bird %s, want a starling", p.last.Bird)
	}
	own, err := filepath.Glob(filepath.Join(p.dir, "skein-*.mcap"))
	if err != nil || len(own) != 1 {
		t.Fatalf("the earlier recordings are %v (error %v), want one", own, err)
	}
	if rec, err := recording.Open(own[0]); err != nil || !rec.Complete() {
		t.Errorf("the earlier recording is incomplete (error %v)", err)
	}
	p.wait("its end", func(l *fly.LogLine) bool { return l.Paused })
	p.key("Home")
	if p.last.Shown > 0.01 {
		t.Errorf("Home goes to %v s, want 0", p.last.Shown)
	}

	drop("own.toml")
	p.wait("the scene", func(l *fly.LogLine) bool { return p.param("count") == 33 && l.Bird == "bird.glb" && l.Tick > 10 })
	if title := p.xdotool("getwindowname", p.win); strings.TrimSpace(title) != "skein: own" {
		t.Errorf("the window's title is %q, want skein: own", title)
	}
	p.key("period")
	if !p.last.Paused {
		t.Error("one step forward did not pause the scene")
	}
	p.xdotool("key", "ctrl+q")
	if err := <-p.done; err != nil {
		t.Error(err)
	}
}
