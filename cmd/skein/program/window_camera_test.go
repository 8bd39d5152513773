//go:build cgo && !nowindow && linux

package program

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/cmd/skein/internal/fly"
	"skein/flock/scenario"
)

func dropsKeys(p *windowDriver) {
	if !p.last.Paused {
		p.key("space")
	}
	p.key("2")
	p.settle()
	p.key("c")
	there, at := p.last.Eye, p.last.Shown
	p.wait("a camera key", func(l *fly.LogLine) bool { return len(l.Keys["camera"]) == 1 })
	if all, err := filepath.Glob(filepath.Join(p.dir, "*camera.toml")); err != nil || len(all) > 0 {
		p.Fatalf("the key was written to %v (error %v) before the scene was saved", all, err)
	}
	p.key("ctrl+z")
	p.wait("no camera key after undo", func(l *fly.LogLine) bool { return len(l.Keys["camera"]) == 0 })
	p.key("ctrl+shift+z")
	p.wait("the camera key after redo", func(l *fly.LogLine) bool { return len(l.Keys["camera"]) == 1 })
	if got := p.last.Keys["camera"][0]; math.Abs(got-at) > 1e-6 {
		p.Errorf("the key is at %v s, want the shown time %v s", got, at)
	}
	p.moveTo(p.sky())
	p.turnWheel("5", func(l *fly.LogLine) bool { return l.Eye.Sub(there).Len() > 1 })
	p.settle()
	p.key("shift+c")
	p.wait("the camera to reach its key", func(l *fly.LogLine) bool { return l.Eye.Sub(there).Len() < 1e-3 })
	p.key("shift+c")
	p.wait("the camera to leave the path for the mouse and keys", func(l *fly.LogLine) bool { return l.Eye.Sub(there).Len() > 1 })
	p.key("space")
}

// savesKeys checks that the saved scene has the camera key of dropsKeys.
func savesKeys(p *windowDriver) {
	p.Helper()
	keys, err := scenario.LoadCamera(filepath.Join(p.dir, "my-murmuration-camera.toml"))
	if err != nil || len(keys) != 1 || math.Abs(keys[0].Time-p.last.Keys["camera"][0]) > 1e-6 {
		p.Errorf("the saved scene has the camera keys %+v (error %v), want one at %v s", keys, err, p.last.Keys["camera"])
	}
}

// A camera key is an unsaved edit of the scene, and a recording is saved with the keys of its time.
func TestWindowKeepsCameraKeys(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	p := launch(t, "murmuration", "--count", "20", "--size", "1100x770")
	p.moveTo(p.sky())
	p.key("F9")
	p.key("c")
	p.wait("a camera key", func(l *fly.LogLine) bool { return len(l.Keys["camera"]) == 1 })
	at := p.last.Keys["camera"][0]
	p.waitFrames(10)
	p.key("F9")
	p.wait("the recording's end", func(l *fly.LogLine) bool { return strings.HasPrefix(l.Said, "saved ") })
	files, err := filepath.Glob(filepath.Join(p.dir, "skein-*-camera.toml"))
	if err != nil || len(files) != 1 {
		t.Fatalf("the recording has the camera files %v (error %v), want one", files, err)
	}
	if keys, err := scenario.LoadCamera(files[0]); err != nil || len(keys) != 1 || math.Abs(keys[0].Time-at) > 1e-6 {
		t.Errorf("the recording has the camera keys %+v (error %v), want one at %v s", keys, err, at)
	}
	p.xdotool("key", "ctrl+q")
	p.waitForQuestion(true)
	p.waitFrames(6)
	p.lastClick(p.pointOf("ask.save", 0.5, 0.5))
	p.waitForEnd()
	if keys, err := scenario.LoadCamera(filepath.Join(p.dir, "my-murmuration-camera.toml")); err != nil || len(keys) != 1 {
		t.Errorf("the scene was saved with the camera keys %+v (error %v), want one", keys, err)
	}
}

// A scene with a late first camera key can be opened from the command line, and shows the flock until then.
func TestWindowOpensBeforeItsKeys(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"keyed.toml": "version = 1\nbase = \"murmuration\"\nwarm_up = 0.0\n[params]\ncount = 30\n[camera]\npath = \"shot.toml\"\n",
		"shot.toml":  "version = 1\n[[key]]\ntime = 173.0\nposition = [500, 40, 500]\ntarget = [600, 40, 600]\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p := launchFrom(t, display(t), dir, "keyed.toml")
	p.waitFrames(3)
	if away := p.last.Eye.Sub(mgl32.Vec3{500, 40, 500}).Len(); away < 100 {
		t.Errorf("the window opens on the key at 173 s, %.1f m from it", away)
	}
	p.key("shift+c")
	p.wait("a camera that the user controls", func(l *fly.LogLine) bool { return strings.HasPrefix(l.Said, "stopped following") })
}
