//go:build cgo && !nowindow && linux

package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skein/cmd/skein/internal/fly"
)

// A new user completes the first steps with the keys that the strip names. Steps stay done when the program
// is started again. Then the strip shows the caption of the scene. The button of the caption makes an edit.
func TestWindowFirstSteps(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	config := t.TempDir()
	env := []string{"LP_NO_RAST=true", "XDG_CONFIG_HOME=" + config}
	name := display(t)
	p := launchWith(t, name, t.TempDir(), env, "murmuration", "--count", "60")
	shows := func(widget string) func(*fly.LogLine) bool {
		return func(l *fly.LogLine) bool { _, there := l.Widgets[widget]; return there }
	}
	p.wait("the first steps", shows("strip"))
	if shows("strip.try.no_leaders")(&p.last) {
		t.Error("the caption of the scene is shown together with the first steps")
	}
	for _, key := range []string{"alt+Left", "n", "4"} {
		p.key(key)
	}
	_ = p.cmd.Process.Kill()
	for range p.done {
	}
	p = launchWith(t, name, t.TempDir(), env, "murmuration", "--count", "60")
	p.wait("the fourth step", shows("strip"))
	p.key("minus")
	p.key("n") // a bird must be selected for the last step
	p.key("y")
	p.wait("the caption after the first steps", shows("strip.try.no_leaders"))
	if text, err := os.ReadFile(filepath.Join(config, "skein", "studio.toml")); err != nil || !strings.Contains(string(text), "toured = true") {
		t.Errorf("the preferences do not say that the first steps are done: %v\n%s", err, text)
	}
	p.waitFrames(5)
	before := p.param("leadership")
	if before == 0 {
		t.Fatal("the scene has no leaders to begin with")
	}
	p.clickOn(p.last.Widgets["strip.try.no_leaders"])
	p.wait("no leaders", func(*fly.LogLine) bool { return p.param("leadership") == 0 })
	p.key("ctrl+z")
	p.wait("leaders again", func(*fly.LogLine) bool { return p.param("leadership") == before })
	p.clickOn(p.last.Widgets["strip.close"])
	p.wait("a closed caption", func(l *fly.LogLine) bool { return !shows("strip")(l) })
}

// The lesson of a scene goes to the next step when the user has done what the step asks for. If the
// user has already done it, the step has a button instead. In this test, the inspector may already be
// open.
func TestWindowLesson(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	config := t.TempDir()
	if err := os.MkdirAll(filepath.Join(config, "skein"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(config, "skein", "studio.toml"), []byte("toured = true\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	p := launchWith(t, display(t), t.TempDir(), []string{"LP_NO_RAST=true", "XDG_CONFIG_HOME=" + config}, "erneholm")
	shows := func(widget string) func(*fly.LogLine) bool {
		return func(l *fly.LogLine) bool { _, there := l.Widgets[widget]; return there }
	}
	p.wait("the caption", shows("strip.lesson"))
	p.waitFrames(5)
	p.clickOn(p.last.Widgets["strip.lesson"])
	p.wait("the first step", shows("strip.next"))
	p.waitFrames(5)
	p.clickOn(p.last.Widgets["strip.next"])
	p.wait("a step that waits", func(l *fly.LogLine) bool { return shows("strip")(l) && !shows("strip.next")(l) })
	p.key("n")
	p.waitFrames(5)
	p.key("y")
	for step := 3; !shows("strip.lesson")(&p.last); step++ {
		if step > 4 {
			t.Fatal("the lesson has more than four steps, or a step does not end")
		}
		p.wait("the next step, or the end", func(l *fly.LogLine) bool { return shows("strip.next")(l) || shows("strip.lesson")(l) })
		p.waitFrames(5)
		p.clickOn(p.last.Widgets["strip.next"])
		p.waitFrames(10)
	}
}
