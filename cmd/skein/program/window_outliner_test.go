//go:build cgo && !nowindow && linux

package program

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/cmd/skein/internal/fly"
	"skein/flock/scenario"
)

// TestWindowOutliner selects objects by clicking their rows and by clicking them in the picture. It renames
// an object. It goes to another workspace, which is also used at the next start.
func TestWindowOutliner(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	dir := t.TempDir()
	scene := filepath.Join(dir, "yard.toml")
	text := "version = 1\nbase = \"murmuration\"\nwarm_up = 0.0\n[params]\ncount = 3\n[camera]\nmode = \"orbit\"\ntarget = [0.0, 10.0, 0.0]\ndistance = 70.0\n" +
		"[[obstacle]]\nname = \"tower\"\nshape = \"box\"\nat = [-12.0, 10.0, 0.0]\nsize = [8.0, 20.0, 8.0]\n"
	if err := os.WriteFile(scene, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	p := launch(t, scene, "--size", "1200x800")
	p.key("space")
	p.settle()

	p.click(p.pointOf("thing.tower", 0.3, 0.5))
	p.wait("the tower selected by its row, with its properties", func(l *fly.LogLine) bool {
		return l.Thing == "tower" && l.Widgets["prop.size"] != [4]int{}
	})
	p.click(p.pointOf("row.Camera", 0.3, 0.5))
	p.wait("the camera instead", func(l *fly.LogLine) bool { return l.Thing == "" && l.Widgets["page.Camera"] != [4]int{} })
	p.click(p.pointAt(mgl32.Vec3{-12, 12, 4})) // a point on a face of the obstacle
	p.wait("the tower selected in the picture, with its properties", func(l *fly.LogLine) bool {
		return l.Thing == "tower" && l.Widgets["prop.size"] != [4]int{}
	})

	p.xdotool("key", "n")
	p.wait("a boid", func(l *fly.LogLine) bool { return l.Boid != nil })
	p.waitFrames(3)
	p.click(p.pointAt(*p.last.Boid))
	p.wait("the boid instead of the tower", func(l *fly.LogLine) bool { return l.Thing == "" && l.Widgets["page.Boid"] != [4]int{} })

	x, y := p.pointOf("thing.tower", 0.3, 0.5)
	p.moveTo(x, y)
	for tries := 0; p.last.Widgets["row.rename"] == [4]int{} && tries < 5; tries++ { // repeated, because on a busy machine the two clicks may be too far apart for a double-click
		p.xdotool("click", "--repeat", "2", "--delay", "60", "1")
		p.waitFrames(8)
	}
	p.xdotool("type", "--delay", "40", "mill")
	p.key("Return")
	p.wait("another name", func(l *fly.LogLine) bool { return l.Thing == "mill" })
	p.save()
	if sc, err := scenario.Load(scene); err != nil || sc.Surroundings.Thing("mill") == nil {
		t.Errorf("the saved scene has no mill: %v", err)
	}

	p.clickOn(p.last.Widgets["workspace.light"])
	p.wait("the workspace Light", func(l *fly.LogLine) bool { return l.Widgets["page.Light"] != [4]int{} })
	p.key("u")
	p.wait("the ledger", func(l *fly.LogLine) bool { return l.Widgets["page.Ledger"] != [4]int{} })
	p.key("ctrl+shift+Tab")
	p.wait("the workspace Study without it in front", func(l *fly.LogLine) bool {
		return l.Widgets["page.Inspector"] != [4]int{} && l.Widgets["page.Light"] == [4]int{}
	})
	p.key("ctrl+Tab")
	p.wait("the workspace Light as it was", func(l *fly.LogLine) bool {
		return l.Widgets["page.Ledger"] != [4]int{} && l.Widgets["page.Light"] != [4]int{} && l.Widgets["page.Inspector"] == [4]int{}
	})
	p.xdotool("key", "ctrl+q")
	p.waitForEnd()
	prefs, err := os.ReadFile(filepath.Join(configOf(p), "skein", "studio.toml"))
	if err != nil || !strings.Contains(string(prefs), "workspace = 'Light'") || !strings.Contains(string(prefs), "'Ledger'") {
		t.Errorf("the preferences do not remember the workspace (error %v): %s", err, prefs)
	}
}

func configOf(p *windowDriver) string {
	for _, pair := range slices.Backward(p.env) { // the last value of a variable counts
		if dir, is := strings.CutPrefix(pair, "XDG_CONFIG_HOME="); is {
			return dir
		}
	}
	return ""
}
