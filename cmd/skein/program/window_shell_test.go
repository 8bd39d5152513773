//go:build cgo && !nowindow && linux

package program

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skein/cmd/skein/internal/fly"
	"skein/flock/look"
)

func (p *windowDriver) look1(key string) float64 {
	v, _ := p.last.Look[key].(float64)
	return v
}

// slide drags the number of a field. from and to are fractions of the field's width.
func (p *windowDriver) slide(key string, from, to float64) {
	p.Helper()
	p.moveTo(p.pointOf(key, from, 0.5))
	p.xdotool("mousedown", "1")
	p.waitFrames(2)
	p.moveTo(p.pointOf(key, to, 0.5))
	p.xdotool("mouseup", "1")
	p.waitFrames(2)
}

func (p *windowDriver) choose(keys ...string) {
	p.Helper()
	for _, key := range keys {
		p.wait("the menu's "+key, func(l *fly.LogLine) bool { _, ok := l.Widgets[key]; return ok })
		p.waitFrames(3)
		p.clickOn(p.last.Widgets[key])
	}
	p.waitFrames(3)
}

func TestWindowShell(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	p := launch(t, "murmuration", "--count", "40", "--size", "1200x800")
	p.key("space")
	t.Run("the palette finds the haze", p.subtest(findsHaze))
	t.Run("a row's menu resets it", p.subtest(resetsRow))
	t.Run("the menus undo an edit and switch a setting", p.subtest(usesMenus))
	t.Run("the menu limits the pictures per second", p.subtest(limitsPictures))
	t.Run("A and B", p.subtest(switchesAB))
	t.Run("the camera flies to a bookmark", p.subtest(fliesToBookmark))
	t.Run("messages are kept", p.subtest(keepsMessages))
	t.Run("the guide turns pages", p.subtest(readsGuide))
	t.Run("the workspace is reset", p.subtest(resetsWorkspace))
	t.Run("the keyboard goes through the panel", p.subtest(goesByKeys))
	t.Run("the keyboard reaches any page", p.subtest(reachesByKeys))
	t.Run("the menu opens another scene", p.subtest(opensScene))
}

func findsHaze(p *windowDriver) {
	if _, there := p.last.Widgets["haze"]; there {
		p.Fatal("the haze field is visible before anything was searched")
	}
	p.key("ctrl+p")
	p.xdotool("type", "--delay", "60", "haze")
	p.wait("a finding", func(l *fly.LogLine) bool { _, ok := l.Widgets["palette.0"]; return ok })
	p.waitFrames(4)
	p.key("Return")
	p.wait("its field", func(l *fly.LogLine) bool { _, ok := l.Widgets["haze"]; return ok })
	if p.last.Paused == false {
		p.Error("typing acted as a shortcut")
	}
	before := p.look1("light.haze")
	p.slide("haze", 0.2, 0.8)
	pulled := p.look1("light.haze")
	if pulled < before+0.005 {
		p.Fatalf("haze is %v after a drag, %v before; want more", pulled, before)
	}
	p.key("ctrl+z")
	if got := p.look1("light.haze"); got != before {
		p.Errorf("haze is %v after undo, want %v", got, before)
	}
	p.key("ctrl+y")
	if got := p.look1("light.haze"); got != pulled {
		p.Errorf("haze is %v after redo, want %v", got, pulled)
	}
}

func resetsRow(p *windowDriver) {
	elevation := p.look1("light.sun_elevation")
	p.slide("sun_elevation", 0.5, 0.9)
	p.moveTo(p.pointOf("haze", 0.5, 0.5))
	p.xdotool("click", "3")
	p.choose("reset.one")
	if got := p.look1("light.haze"); math.Abs(got-float64(look.Default().Light.Haze)) > 1e-9 {
		p.Errorf("haze is %v after its reset, want the default", got)
	}
	if p.look1("light.sun_elevation") == elevation {
		p.Error("the reset of haze also reset the sun's elevation")
	}
	p.moveTo(p.pointOf("haze", 0.5, 0.5))
	p.xdotool("click", "3")
	p.choose("reset.page")
	if got := p.look1("light.sun_elevation"); got != elevation {
		p.Errorf("sun_elevation is %v after its page's reset, want %v", got, elevation)
	}
}

func usesMenus(p *windowDriver) {
	p.choose("menu.view", "menu.view.shadows")
	p.wait("no shadows", func(l *fly.LogLine) bool { return l.Look["show.shadows"] == false })
	p.choose("menu.edit", "menu.edit.undo")
	p.wait("shadows again", func(l *fly.LogLine) bool { return l.Look["show.shadows"] == true })
	p.key("3")
	p.wait("a boid followed", func(l *fly.LogLine) bool { return l.Mode == "follow" })
	p.key("ctrl+z")
	p.wait("the camera as before", func(l *fly.LogLine) bool { return l.Mode == "orbit" })
}

// limitsPictures expects long times between pictures after the lowest limit, and that the limit is stored.
func limitsPictures(p *windowDriver) {
	p.choose("menu.window", "menu.window.frame_rate_limit", "menu.window.frame_rate_limit.15_per_second")
	p.wait("longer times between pictures", func(l *fly.LogLine) bool { return l.FrameMS > 1000.0/20 })
	stored, err := os.ReadFile(filepath.Join(p.configDir, "skein", "studio.toml"))
	if err != nil || !strings.Contains(string(stored), "\nmax_fps = 15\n") {
		p.Errorf("%v: the preferences are %q, want max_fps = 15", err, stored)
	}
	p.choose("menu.window", "menu.window.frame_rate_limit", "menu.window.frame_rate_limit.no_limit")
}

func switchesAB(p *windowDriver) {
	a := p.param("separation")
	p.key("ctrl+b")
	p.slide("separation", 0.3, 0.9)
	b := p.param("separation")
	if b == a {
		p.Fatal("separation was not edited")
	}
	p.key("ctrl+b")
	if got := p.param("separation"); got != a {
		p.Errorf("A has a separation of %v, want %v", got, a)
	}
	p.key("ctrl+b")
	if got := p.param("separation"); got != b {
		p.Errorf("B has a separation of %v, want %v", got, b)
	}
	p.key("ctrl+b")
}

func fliesToBookmark(p *windowDriver) {
	p.key("2")
	p.settle()
	p.key("ctrl+5")
	if !strings.Contains(p.last.Said, "bookmark 5 is not set") {
		p.Errorf("it says %q", p.last.Said)
	}
	p.key("ctrl+shift+1")
	there := p.last.Eye
	p.xdotool("mousemove", "--window", p.win, "200", "300")
	p.xdotool("click", "--repeat", "5", "5")
	p.settle()
	far := p.last.Eye.Sub(there).Len()
	if far < 1 {
		p.Fatalf("the wheel left the camera at %v, want it 1 m away", p.last.Eye)
	}
	p.xdotool("key", "ctrl+1")
	between := false
	p.wait("the camera to reach its bookmark", func(l *fly.LogLine) bool {
		d := l.Eye.Sub(there).Len()
		between = between || d > 0.05*far && d < 0.95*far
		return d < 1e-2
	})
	if !between {
		p.Error("the camera jumped to its bookmark without a flight")
	}
}

func keepsMessages(p *windowDriver) {
	p.clickOn(p.last.Widgets["status"])
	p.wait("the messages", func(l *fly.LogLine) bool { _, ok := l.Widgets["log.end"]; return ok })
	p.choose("menu.window", "menu.window.messages")
	p.wait("none", func(l *fly.LogLine) bool { _, ok := l.Widgets["log.end"]; return !ok })
}

func readsGuide(p *windowDriver) {
	p.choose("menu.help", "menu.help.guide")
	p.wait("the guide", func(l *fly.LogLine) bool { _, ok := l.Widgets["guide.page.glossary"]; return ok })
	p.waitFrames(4)
	end := p.last.Widgets["guide.end"]
	p.clickOn(p.last.Widgets["guide.page.glossary"])
	p.wait("another page", func(l *fly.LogLine) bool { return l.Widgets["guide.end"] != end })
	p.choose("menu.window", "menu.window.guide")
	p.wait("no guide", func(l *fly.LogLine) bool { _, ok := l.Widgets["guide.page.glossary"]; return !ok })
}

func resetsWorkspace(p *windowDriver) {
	p.choose("menu.window", "menu.window.workspace", "menu.window.workspace.reset_workspace")
	p.wait("the first pages", func(l *fly.LogLine) bool {
		return l.Widgets["page.Flock"] != [4]int{} && l.Widgets["page.Outliner"] != [4]int{}
	})
	p.waitFrames(6)
}

func lightens(p *windowDriver) {
	dark := p.brightness("page.Flock")
	p.choose("menu.window", "menu.window.light_theme")
	p.waitFrames(4)
	if light := p.brightness("page.Flock"); light < dark+80 {
		p.Errorf("the light panel's brightness is %.0f, the dark one's %.0f; want 80 more", light, dark)
	}
	p.choose("menu.window", "menu.window.light_theme")
	p.waitFrames(4)
	if again := p.brightness("page.Flock"); again > dark+5 {
		p.Errorf("the dark panel's brightness is %.0f after the change back, want %.0f as before", again, dark)
	}
}

func (p *windowDriver) brightness(key string) float64 {
	p.Helper()
	img := p.screen()
	r := p.last.Widgets[key]
	var x0, y0 int
	for _, line := range strings.Fields(p.xdotool("getwindowgeometry", "--shell", p.win)) {
		fmt.Sscanf(line, "X=%d", &x0)
		fmt.Sscanf(line, "Y=%d", &y0)
	}
	sum, n := 0.0, 0.0
	for y := r[1]; y < r[1]+r[3]; y += 5 {
		for x := r[0]; x < r[0]+r[2]; x += 5 {
			a, b, c, _ := img.At(x0+x, y0+y).RGBA()
			sum, n = sum+float64(a+b+c)/3/257, n+1
		}
	}
	return sum / n
}

func goesByKeys(p *windowDriver) {
	p.moveTo(p.sky())
	before := fmt.Sprint(p.last.Params)
	p.key("Tab")
	p.key("Down") // moves from the tabs to the page
	p.key("Down")
	p.key("space") // starts to edit a number
	for range 3 {
		p.key("Right")
	}
	p.key("space")
	if after := fmt.Sprint(p.last.Params); after == before {
		p.Error("the keyboard changed no parameter")
	}
	if !p.last.Paused {
		p.Error("Space on a widget also changed the flock's pause")
	}
	p.key("Escape")
	p.key("Escape")
	p.key("space")
	p.wait("a flight", func(l *fly.LogLine) bool { return !l.Paused })
	p.key("space")
}

func reachesByKeys(p *windowDriver) {
	p.moveTo(p.sky())
	light := func() (all string) {
		for _, row := range look.Settings() {
			if row.Section == "light" {
				all += fmt.Sprintln(row.Key, p.last.Look["light."+row.Key])
			}
		}
		return all
	}
	before := light()
	p.key("ctrl+p")
	p.xdotool("type", "--delay", "60", "haze")
	p.waitFrames(4)
	p.key("Return")
	p.wait("its field", func(l *fly.LogLine) bool { _, ok := l.Widgets["haze"]; return ok })
	p.key("Tab")
	p.key("Down")
	p.key("Down")
	p.key("space")
	for range 3 {
		p.key("Right")
	}
	p.key("space")
	if light() == before {
		p.Error("the keyboard changed no setting of the light")
	}
	p.key("Escape")
	p.key("Escape")
}

func opensScene(p *windowDriver) {
	p.slide("separation", 0.3, 0.6)
	before := p.param("count")
	p.choose("menu.file", "menu.file.built-in_scenes", "menu.file.built-in_scenes.wire")
	p.choose("ask.stay")
	p.waitFrames(10)
	if n := p.param("count"); n != before {
		p.Errorf("there are %g boids after opening another scene was cancelled, want %g as before", n, before)
	}
	p.choose("menu.file", "menu.file.built-in_scenes", "menu.file.built-in_scenes.wire")
	p.choose("ask.lose")
	p.wait("the wire", func(l *fly.LogLine) bool { return int(p.param("count")) == 64 })
}

// TestWindowReloads writes the open scenario file, as another program would. The window applies the changes
// while the flock keeps flying. If the file has an error, the window shows the error and its place in the
// file.
func TestWindowReloads(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	file := filepath.Join(t.TempDir(), "live.toml")
	write := func(text string) {
		t.Helper()
		beside := file + "~" // editors write to another file first, and then rename that file
		if err := os.WriteFile(beside, []byte("version = 1\nwarm_up = 0.0\n"+text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(beside, file); err != nil {
			t.Fatal(err)
		}
	}
	write("[params]\ncount = 33\nseparation = 0.5\n")
	p := launch(t, file, "--size", "1100x720")
	p.wait("some ticks", func(l *fly.LogLine) bool { return l.Tick > 20 })
	p.slide("cohesion", 0.3, 0.6)
	edited, tick := p.param("cohesion"), p.last.Tick

	write("[params]\ncount = 33\nseparation = 0.75\n[light]\nsun_elevation = 50.0\n[show]\ntraces = \"all\"\n")
	p.wait("what was saved", func(l *fly.LogLine) bool { return p.param("separation") == 0.75 })
	p.waitFrames(2)
	if p.look1("light.sun_elevation") != 50 || p.last.Look["show.traces"] != "all" {
		t.Errorf("sun_elevation is %v and traces are %v, want 50 and all", p.look1("light.sun_elevation"), p.last.Look["show.traces"])
	}
	if p.last.Tick < tick || p.param("cohesion") != edited {
		t.Errorf("the tick is %d after %d, and cohesion %v after %v; want no restart", p.last.Tick, tick, p.param("cohesion"), edited)
	}

	write("[params]\ncount = 33\nseparation = 0.75\nseperation = 1.0\n")
	p.wait("the error", func(l *fly.LogLine) bool { _, ok := l.Widgets["error"]; return ok })
	tick = p.last.Tick
	p.wait("20 more ticks", func(l *fly.LogLine) bool { return l.Tick > tick+20 })
	if p.last.Wrong != file+":6: unknown key \"seperation\", did you mean \"separation\"?" {
		t.Errorf("it says %q", p.last.Wrong)
	}

	write("[params]\ncount = 34\nseparation = 0.75\n")
	p.wait("the corrected file to apply", func(l *fly.LogLine) bool { _, ok := l.Widgets["error"]; return !ok && int(p.param("count")) == 34 })
	p.key("ctrl+z")
	p.wait("undone", func(l *fly.LogLine) bool { return int(p.param("count")) == 33 })
}
