//go:build cgo && !nowindow && linux

package program

import (
	"bufio"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"skein/cmd/skein/internal/fly"
	"skein/flock"
	"skein/flock/look"
	"skein/flock/model"
	"skein/flock/recording"
	"skein/flock/scenario"
	"skein/flock/scenario/testscene"
)

// patience is the longest time that a test waits for the window. It is much longer than needed, because the
// machine may be busy.
const patience = 3 * time.Minute

// need skips the test if a program is missing. In CI it fails the test instead.
func need(t *testing.T, programs ...string) {
	t.Helper()
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			if os.Getenv("CI") != "" {
				t.Fatalf("%s is missing: make test-deps installs it", p)
			}
			t.Skipf("%s is missing: make test-deps installs it", p)
		}
	}
}

func display(t *testing.T) string {
	t.Helper()
	name, _ := xServer(t)
	return name
}

func xServer(t *testing.T) (name string, x *exec.Cmd) {
	t.Helper()
	need(t, "Xvfb", "xdotool", "openbox")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	x = exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "1280x900x24", "-nolisten", "tcp", "-noreset")
	x.ExtraFiles = []*os.File{w}
	start(t, x)
	w.Close()
	number, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatalf("Xvfb did not start: %v", err)
	}
	name = ":" + strings.TrimSpace(number)
	rc := filepath.Join(t.TempDir(), "rc.xml") // the window manager has no actions for mouse buttons, so that clicks reach the window immediately
	if err := os.WriteFile(rc, []byte(`<openbox_config xmlns="http://openbox.org/3.4/rc">
<keyboard><keybind key="A-F4"><action name="Close"/></keybind></keyboard>
</openbox_config>`), 0o644); err != nil {
		t.Fatal(err)
	}
	wm := exec.Command("openbox", "--sm-disable", "--config-file", rc)
	wm.Env = append(os.Environ(), "DISPLAY="+name)
	start(t, wm)
	return name, x
}

func start(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
}

func TestOldOpenGL(t *testing.T) {
	name, skein := display(t), buildSkein(t)
	for _, args := range [][]string{{"fly", "--count", "5"}, {"render", "murmuration", "--count", "5", "--frames", "1", "-o", filepath.Join(t.TempDir(), "a.png")}} {
		cmd := exec.Command(skein, args...)
		cmd.Env = append(os.Environ(), "DISPLAY="+name, "MESA_GL_VERSION_OVERRIDE=3.3", "LIBGL_ALWAYS_SOFTWARE=1")
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != exitFailed || strings.Count(string(out), "\n") != 1 || !strings.Contains(string(out), "OpenGL 4.1") {
			t.Errorf("%s: %v, %q", args[0], err, out)
		}
	}
}

func TestFlyWithoutADisplay(t *testing.T) {
	skein := buildSkein(t)
	for _, display := range []string{"", ":no-such"} {
		cmd := exec.Command(skein, "fly", "-q") // -q hides the message about the warm-up
		cmd.Env = append(os.Environ(), "DISPLAY="+display)
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != exitFailed || strings.Count(string(out), "\n") != 1 || !strings.Contains(string(out), "no display") {
			t.Errorf("DISPLAY=%q: ended with %v and %q, want one line that there is no display", display, err, out)
		}
	}
	if testing.Short() {
		t.Skip("flies")
	}
	dir := filepath.Join(t.TempDir(), "flight")
	cmd := exec.Command(skein, "fly", "--headless", dir, "--count", "60", "--size", "320x180")
	cmd.Env = append(os.Environ(), "DISPLAY=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	rec, err := recording.Open(filepath.Join(dir, "flight.mcap"))
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	if rec.Frames() != 300 {
		t.Errorf("%d frames were recorded, want 300: 10 s at 30 per second", rec.Frames())
	}
	for _, name := range []string{"strip.png", "flight.mp4"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

type windowDriver struct {
	*testing.T
	env       []string
	dir       string
	configDir string // folder of the preferences
	cmd       *exec.Cmd

	display string
	seen    bool // whether the window draws pixels; see launch
	log     *bufio.Reader
	part    string // beginning of a line that is not complete yet
	last    fly.LogLine
	said    []string
	win     string
	asker   *dragger        // X11 client that makes an idle window draw new frames
	stderr  strings.Builder // may be read only after done is closed
	done    chan error
}

// launch opens a window that draws no pixels and stays black, so that a frame takes only a sixth of the
// time.
func launch(t *testing.T, args ...string) *windowDriver {
	t.Helper()
	return launchOn(t, display(t), args...)
}

// launchOn is like launch, but on the named display.
func launchOn(t *testing.T, name string, args ...string) *windowDriver {
	t.Helper()
	return launchFrom(t, name, t.TempDir(), args...)
}

// launchFrom is like launchOn, but starts the program in the folder dir.
func launchFrom(t *testing.T, name, dir string, args ...string) *windowDriver {
	t.Helper()
	return launchWith(t, name, dir, []string{"LP_NO_RAST=true"}, args...)
}

func launchSeen(t *testing.T, args ...string) *windowDriver {
	t.Helper()
	p := launchWith(t, display(t), t.TempDir(), nil, args...)
	p.seen = true
	return p
}

// knownUser returns a folder with the preferences of a user who has closed the first steps and the
// captions. Otherwise these would cover the picture.
func knownUser(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "skein"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "skein", "studio.toml"), []byte("toured = true\nno_captions = true\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

func launchWith(t *testing.T, name, dir string, env []string, args ...string) *windowDriver {
	t.Helper()
	p := &windowDriver{T: t, display: name, dir: dir, configDir: knownUser(t), done: make(chan error, 1)}
	p.env = append(append(os.Environ(), "DISPLAY="+name, "XDG_CONFIG_HOME="+p.configDir, "LIBGL_ALWAYS_SOFTWARE=1"), env...)
	logFile := filepath.Join(p.dir, "state.jsonl")
	_ = os.Remove(logFile)
	p.start(logFile, args...)
	t.Cleanup(func() { // end the program before its folder is removed
		p.cmd.Process.Kill()
		for range p.done {
		}
	})
	// GLFW 3.3 waits for the event VisibilityNotify of a new window. If the window manager does not map the
	// window and another event is pending, GLFW waits forever in a loop. This is rare.
	if !p.open(logFile, patience/3) {
		t.Log("no log appeared; the program is started again")
		_ = p.cmd.Process.Kill()
		for range p.done {
		}
		p.done = make(chan error, 1)
		p.start(logFile, args...)
		if !p.open(logFile, patience) {
			t.Fatal("no log appeared")
		}
	}
	p.wait("a first picture", func(l *fly.LogLine) bool { return l.Frame > 3 })
	p.win = strings.TrimSpace(p.xdotool("search", "--sync", "--onlyvisible", "--name", "^skein"))
	p.xdotool("windowactivate", "--sync", p.win)
	p.asker = newDragger(t, name)
	return p
}

func (p *windowDriver) start(logFile string, args ...string) {
	p.Helper()
	p.cmd = exec.Command(buildSkein(p.T), append([]string{"fly", "--log", logFile}, args...)...)
	p.cmd.Dir, p.cmd.Env = p.dir, p.env
	p.cmd.Stderr = io.MultiWriter(os.Stderr, &p.stderr)
	if err := p.cmd.Start(); err != nil {
		p.Fatal(err)
	}
	cmd, done := p.cmd, p.done
	go func() {
		done <- cmd.Wait()
		close(done)
	}()
}

// open opens the log of the program. It reports whether the log appeared in time.
func (p *windowDriver) open(file string, patience time.Duration) bool {
	p.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if f, err := os.Open(file); err == nil {
			p.Cleanup(func() { f.Close() })
			p.log = bufio.NewReader(f)
			return true
		}
	}
	return false
}

// xdotool runs xdotool and returns its output. After an input event, it also asks for the position of the
// pointer: the answer shows that the window has received the event.
func (p *windowDriver) xdotool(args ...string) string {
	p.Helper()
	switch args[0] {
	case "key", "keydown", "keyup", "click", "mousedown", "mouseup", "mousemove", "mousemove_relative":
		if ends := args[len(args)-1]; ends != "ctrl+q" && ends != "alt+F4" { // these keys may close the window
			args = append(args, "getmouselocation")
		}
	}
	cmd := exec.Command("xdotool", args...)
	cmd.Env = p.env
	out, err := cmd.Output()
	if err != nil {
		p.Fatalf("xdotool %v: %v", args, err)
	}
	return string(out)
}

// wait reads the log until the function wanted returns true for a line. The string what describes the
// condition in the error message. If the window rests for a second, wait asks it for pictures, because the
// wanted state may already have been logged.
func (p *windowDriver) wait(what string, wanted func(*fly.LogLine) bool) {
	p.Helper()
	p.waitAsking(time.Second, what, wanted)
}

// waitAsking is like wait, but it asks for pictures after the given time instead of after a second.
func (p *windowDriver) waitAsking(after time.Duration, what string, wanted func(*fly.LogLine) bool) {
	p.Helper()
	last := time.Now()
	for end := last.Add(patience); time.Now().Before(end); {
		if !p.next() {
			if time.Since(last) > after {
				p.askPicture()
				last = time.Now()
			}
			time.Sleep(10 * time.Millisecond)
			continue
		}
		if last = time.Now(); wanted(&p.last) {
			return
		}
	}
	p.Fatalf("timed out waiting for %s; the last frame was %d, at tick %d, with the camera mode %s and boid %d selected; the window said %q",
		what, p.last.Frame, p.last.Tick, p.last.Mode, p.last.Selected, p.said)
}

func (p *windowDriver) next() bool {
	text, err := p.log.ReadString('\n')
	p.part += text
	if err != nil {
		return false
	}
	widgets, away := p.last.Widgets, p.last.Away
	p.last = fly.LogLine{}
	if err := json.Unmarshal([]byte(p.part), &p.last); err != nil {
		p.Fatalf("log: %v", err)
	}
	if p.last.Widgets == nil {
		p.last.Widgets, p.last.Away = widgets, away
	}
	if text := p.last.Said; text != "" && (len(p.said) == 0 || p.said[len(p.said)-1] != text) {
		p.said = append(p.said, text)
	}
	p.part = ""
	return true
}

func (p *windowDriver) waitFrames(frames int) {
	p.Helper()
	for p.next() {
	}
	until := p.last.Frame + frames + 2
	p.waitAsking(100*time.Millisecond, "more frames", func(l *fly.LogLine) bool { return l.Frame >= until })
}

func (p *windowDriver) settle() {
	p.Helper()
	p.waitFrames(5)
	was, ms := p.last.Eye, 0.0
	p.waitAsking(100*time.Millisecond, "a camera at rest", func(l *fly.LogLine) bool {
		if ms += l.FrameMS; ms < 30 { // on a fast machine, the camera moves too little in one frame to be noticed
			return false
		}
		moved := l.Eye.Sub(was).Len()
		was, ms = l.Eye, 0
		return moved < 1e-3
	})
}

func (p *windowDriver) key(keys ...string) {
	p.Helper()
	p.xdotool(append([]string{"key"}, keys...)...)
	p.waitFrames(4)
}

// chord presses several keys at the same time. It holds them until the window has seen them, because ImGui
// ignores keys that are released before its next frame.
func (p *windowDriver) chord(keys string) {
	p.Helper()
	p.xdotool("keydown", keys)
	p.waitFrames(2)
	p.xdotool("keyup", keys)
	p.waitFrames(2)
}

// pointOf shows a widget and returns a point inside it. x and y are fractions of the widget's width and
// height.
func (p *windowDriver) pointOf(key string, x, y float64) (string, string) {
	p.Helper()
	p.showWidget(key)
	r := p.last.Widgets[key]
	return fmt.Sprint(r[0] + int(x*float64(r[2]))), fmt.Sprint(r[1] + int(y*float64(r[3])))
}

func (p *windowDriver) showWidget(key string) {
	p.Helper()
	if _, ok := p.last.Widgets[key]; !ok {
		p.turnToPage(key)
	}
	for range 60 {
		r, ok := p.last.Widgets[key]
		if !ok {
			break
		}
		page := p.last.Widgets["page."+p.last.Away[key]]
		if p.last.Away[key] == "" {
			return
		}
		p.moveTo(fmt.Sprint(page[0]+12), fmt.Sprint(page[1]+page[3]-12))
		p.xdotool("click", "--repeat", "2", map[bool]string{true: "4", false: "5"}[r[1] < page[1]])
		p.waitFrames(3)
	}
	p.Fatalf("no widget %q is on the panel", key)
}

// turnToPage opens one page after another until it finds the widget. It begins with the page whose name is
// the first part of the widget's key. Opening a page may add tabs.
func (p *windowDriver) turnToPage(key string) {
	p.Helper()
	own, _, _ := strings.Cut(key, ".")
	rank := func(page string) string {
		switch {
		case strings.EqualFold(page, own):
			return "0"
		case page == "Flock" || page == "Leadership" || page == "Rules": // tried before the pages of other objects, because those pages show no tabs while another object is selected
			return "1" + page
		}
		return "2" + page
	}
	tried := map[string]bool{}
	for {
		page := ""
		for name := range p.last.Widgets {
			one, found := strings.CutPrefix(name, "tab.")
			if found && !tried[one] && (page == "" || rank(one) < rank(page)) {
				page = one
			}
		}
		if page == "" {
			return
		}
		tried[page] = true
		shows := func() bool { return p.last.Widgets["page."+page] != [4]int{} }
		if shows() {
			continue
		}
		p.clickOn(p.last.Widgets["tab."+page])
		for frames := 0; frames < 30 && !shows(); frames += 3 { // the widget may be covered by another window
			p.waitFrames(3)
		}
		p.waitFrames(3)
		if _, there := p.last.Widgets[key]; there {
			return
		}
	}
}

func (p *windowDriver) clickOn(r [4]int) {
	p.Helper()
	p.click(fmt.Sprint(r[0]+r[2]/2), fmt.Sprint(r[1]+r[3]/2))
}

func (p *windowDriver) sky() (string, string) {
	return fmt.Sprint(p.last.Picture[0] + 5), fmt.Sprint(p.last.Picture[1] + 5)
}

func (p *windowDriver) moveTo(x, y string) {
	p.Helper()
	p.xdotool("mousemove", "--window", p.win, x, y)
	p.waitFrames(2)
}

// turnWheel turns the wheel until a condition is true. It does not move the pointer, because a busy X server
// sometimes loses turns of the wheel that follow a movement of the pointer.
func (p *windowDriver) turnWheel(button string, wanted func(*fly.LogLine) bool) {
	p.Helper()
	for range 5 {
		p.xdotool("click", "--repeat", "5", button)
		p.waitFrames(30)
		if wanted(&p.last) {
			return
		}
	}
	p.wait("the wheel to take effect", wanted)
}

func (p *windowDriver) click(x, y string) {
	p.Helper()
	p.lastClick(x, y)
	p.waitFrames(2)
}

// lastClick is like click, but does not wait for more frames, because the program may end.
func (p *windowDriver) lastClick(x, y string) {
	p.Helper()
	p.moveTo(x, y)
	p.xdotool("mousedown", "1")
	p.waitFrames(2)
	p.xdotool("mouseup", "1")
}

func (p *windowDriver) save() {
	p.Helper()
	p.key("ctrl+s")
	p.waitFrames(4)
	if _, asks := p.last.Widgets["save.folder"]; asks {
		p.key("Return")
	}
	p.waitFrames(2)
}

func (p *windowDriver) param(key string) float64 {
	v, _ := p.last.Params[key].(float64)
	return v
}

func TestWindow(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	p := launch(t, "murmuration", "--count", "80", "--size", "1100x770")
	t.Run("a drag changes a parameter, undo brings it back", p.subtest(numberField))
	t.Run("Backspace resets a parameter, a double-click types it", p.subtest(resetAndType))
	t.Run("a typed number is taken", p.subtest(typedNumber))
	t.Run("nearest is disabled where no rule counts neighbours", p.subtest(greysNearest))
	t.Run("pause and step", p.subtest(pauseAndStep))
	t.Run("a click selects the bird under it", p.subtest(clickSelects))
	t.Run("the boid's eye follows the boid", p.subtest(eyeFollows))
	t.Run("drags orbit, keys fly, and a lost focus releases the keys", p.subtest(drags))
	t.Run("resizing and minimising", p.subtest(resizing))
	t.Run("C drops camera keys", p.subtest(dropsKeys))
	t.Run("a rule of another model is switched on and off", p.subtest(switchesGuest))
	t.Run("the scene is saved", p.subtest(savesScene))
	t.Run("the escape curve is drawn by hand", p.subtest(drawsCurve))
	t.Run("Ctrl Q quits with 0 and does not save later edits", p.subtest(quits))
}

func TestWindowIsSeen(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	p := launchSeen(t, "murmuration", "--count", "80", "--size", "1100x770")
	t.Run("F12 takes a screenshot", p.subtest(screenshot))
	t.Run("the panel hides", p.subtest(hidePanel))
	t.Run("light colours", p.subtest(lightens))
}

func (p *windowDriver) subtest(f func(*windowDriver)) func(*testing.T) {
	return func(t *testing.T) {
		outer := p.T
		p.T = t
		defer func() { p.T = outer }()
		f(p)
	}
}

func numberField(p *windowDriver) {
	before := p.param("separation")
	x, y := p.pointOf("separation", 0.5, 0.5)
	p.moveTo(x, y)
	p.xdotool("mousedown", "1")
	p.waitFrames(2)
	p.moveTo(p.pointOf("separation", 0.8, 0.5))
	p.xdotool("mouseup", "1")
	p.waitFrames(2)
	dragged := p.param("separation")
	if math.Abs(dragged-before) < 0.05 {
		p.Fatalf("separation is %v after the drag and was %v before; want a change", dragged, before)
	}
	p.key("ctrl+z")
	if got := p.param("separation"); got != before {
		p.Errorf("separation is %v after undo, want %v", got, before)
	}
	p.key("ctrl+shift+z")
	if got := p.param("separation"); got != dragged {
		p.Errorf("separation is %v after redo, want %v", got, dragged)
	}
}

// resetAndType resets a parameter that was dragged. One undo reverts the reset. A double-click then types a
// number.
func resetAndType(p *windowDriver) {
	before := p.param("separation")
	x, y := p.pointOf("separation", 0.3, 0.5)
	p.moveTo(x, y)
	p.key("BackSpace")
	want := float64(testscene.Def("murmuration").Params.Float("separation"))
	p.wait("the default", func(l *fly.LogLine) bool {
		return math.Abs(p.param("separation")-want) < 1e-6
	})
	p.waitFrames(4)
	p.key("ctrl+z")
	if got := p.param("separation"); math.Abs(got-before) > 1e-6 {
		p.Errorf("separation is %v after undo, want what it was before the reset, %v", got, before)
	}
	p.xdotool("click", "--repeat", "2", "--delay", "120", "1")
	p.waitFrames(3)
	for _, k := range []string{"0", "period", "5", "Return"} {
		p.key(k)
	}
	p.wait("the typed number", func(l *fly.LogLine) bool { return math.Abs(p.param("separation")-0.5) < 1e-6 })
	p.moveTo(x, y)
	p.key("BackSpace")
	p.wait("the default", func(l *fly.LogLine) bool { return math.Abs(p.param("separation")-want) < 1e-6 })
}

func typedNumber(p *windowDriver) {
	p.typeInto("cohesion", "0", "period", "1", "2", "5", "Return")
	p.wait("the typed number", func(l *fly.LogLine) bool { return math.Abs(p.param("cohesion")-0.125) < 1e-6 })
	if p.last.Paused {
		p.Error("typing acted as a shortcut")
	}
	p.key("ctrl+z")
	if got, want := p.param("cohesion"), float64(testscene.Def("murmuration").Params.Float("cohesion")); math.Abs(got-want) > 1e-6 {
		p.Errorf("cohesion is %v after undo, want %v", got, want)
	}

	// A typed number applies only when it is complete: typing 95 does not first set the number of boids to 9.
	p.typeInto("count", "9", "5")
	if got := p.param("count"); got != 80 {
		p.Errorf("there are %v boids while 95 is being typed, want 80", got)
	}
	p.key("Return")
	p.wait("95 boids", func(l *fly.LogLine) bool { return p.param("count") == 95 })
	p.key("ctrl+z")
	if got := p.param("count"); got != 80 {
		p.Errorf("there are %v boids after undo, want 80", got)
	}
}

func (p *windowDriver) typeInto(key string, keys ...string) {
	p.Helper()
	x, y := p.pointOf(key, 0.5, 0.5)
	p.moveTo(x, y)
	p.xdotool("keydown", "ctrl")
	p.waitFrames(2)
	p.xdotool("click", "1")
	p.waitFrames(2)
	p.xdotool("keyup", "ctrl")
	p.chord("ctrl+a")
	for _, k := range keys {
		p.key(k)
	}
}

// greysNearest drags the field of N. N must not change while the neighbourhood consists of all visible
// boids. It must change if the neighbourhood consists of the nearest boids.
func greysNearest(p *windowDriver) {
	before := p.param("nearest")
	p.slide("nearest", 0.4, 0.8)
	if got := p.param("nearest"); got != before {
		p.Errorf("nearest is %v after a drag of its disabled field, want %v as before", got, before)
	}
	p.click(p.pointOf("neighbourhood", 0.5, 0.5))
	p.waitFrames(8)
	p.click(p.pointOf("neighbourhood.nearest", 0.5, 0.5))
	p.slide("nearest", 0.4, 0.8)
	if got := p.param("nearest"); got == before {
		p.Errorf("nearest is still %v after a drag of its enabled field", got)
	}
	p.key("ctrl+z")
	p.key("ctrl+z")
	if got := p.param("nearest"); got != before || p.last.Params["neighbourhood"] != "sphere" {
		p.Errorf("nearest is %v and neighbourhood %v after undo, want the first values", got, p.last.Params["neighbourhood"])
	}
}

func pauseAndStep(p *windowDriver) {
	p.key("space")
	if !p.last.Paused {
		p.Fatal("Space does not pause")
	}
	tick := p.last.Tick
	p.waitFrames(5)
	if p.last.Tick != tick {
		p.Errorf("the tick is %d while paused, want %d", p.last.Tick, tick)
	}
	p.key("period")
	if p.last.Tick != tick+1 {
		p.Errorf("the tick is %d after one step from %d, want the next", p.last.Tick, tick)
	}
	p.click(p.pointOf("step", 0.5, 0.5))
	if p.last.Tick != tick+2 {
		p.Errorf("the tick is %d after two steps from %d, want 2 more", p.last.Tick, tick)
	}
}

// pixelOf returns the pixel at which the window shows a point in space. ok is false if the point is outside
// the picture or near its edge.
func pixelOf(l *fly.LogLine, at mgl32.Vec3) (x, y float32, ok bool) {
	clip := l.Projection.Mul4(l.View).Mul4x1(at.Vec4(1))
	if clip[3] <= 0 {
		return 0, 0, false
	}
	w, h := float32(l.Picture[2]), float32(l.Picture[3])
	x, y = (clip[0]/clip[3]+1)/2*w, (1-clip[1]/clip[3])/2*h
	ok = x > 20 && y > 20 && x < w-20 && y < h-20
	return x + float32(l.Picture[0]), y + float32(l.Picture[1]), ok
}

// clickSelects clicks on the boid that is farthest from all others in the picture. It finds the boid by
// simulating the scene outside the window.
func clickSelects(p *windowDriver) {
	p.key("r")
	p.wait("the restart", func(l *fly.LogLine) bool { return l.Tick == 0 })
	p.key("f")
	p.settle()
	sc, err := scenario.Load("murmuration")
	if err != nil {
		p.Fatal(err)
	}
	def := sc.Def()
	def.Params = model.With(def.Params, "count", 80)
	world, err := flock.NewWorld(def)
	if err != nil {
		p.Fatal(err)
	}
	for world.Tick() < p.last.Tick {
		world.Step()
	}
	if got := fmt.Sprintf("%016x", world.Hash()); got != p.last.Hash {
		p.Fatalf("the window's state hash is %s at tick %d, a run without it gives %s", p.last.Hash, p.last.Tick, got)
	}
	var snap flock.Snapshot
	world.Snapshot(&snap)
	id := loneliest(&p.last, snap.Pos)
	x, y, _ := pixelOf(&p.last, snap.Pos[id])
	p.click(fmt.Sprint(int(x)), fmt.Sprint(int(y)))
	if p.last.Selected != id {
		p.Errorf("boid %d is selected after a click on boid %d, want the clicked one", p.last.Selected, id)
	}
	p.click(p.sky())
	if p.last.Selected != -1 {
		p.Errorf("boid %d is selected after a click on the sky, want none", p.last.Selected)
	}
	p.click(fmt.Sprint(int(x)), fmt.Sprint(int(y)))
}

func loneliest(l *fly.LogLine, pos []mgl32.Vec3) (best int) {
	far := float32(-1)
	for i := range pos {
		x, y, ok := pixelOf(l, pos[i])
		if !ok {
			continue
		}
		nearest := float32(math.Inf(1))
		for j := range pos {
			if u, v, _ := pixelOf(l, pos[j]); j != i {
				nearest = min(nearest, mgl32.Vec2{u - x, v - y}.Len())
			}
		}
		if nearest > far {
			best, far = i, nearest
		}
	}
	return best
}

func eyeFollows(p *windowDriver) {
	p.key("space", "4")
	if p.last.Mode != "eye" || p.last.Selected < 0 {
		p.Fatalf("the camera mode is %s with boid %d selected, want eye with some boid", p.last.Mode, p.last.Selected)
	}
	id := p.last.Selected
	p.wait("the camera to reach the boid's eye", func(l *fly.LogLine) bool { return l.Boid != nil && l.Eye.Sub(*l.Boid).Len() < 0.5 })
	p.waitFrames(20)
	from, frames := *p.last.Boid, 0
	p.wait("the boid to fly a metre", func(l *fly.LogLine) bool {
		if l.Boid == nil || l.Selected != id {
			p.Fatal("the boid is no longer selected")
		}
		if d := l.Eye.Sub(*l.Boid).Len(); d > 0.5 {
			p.Fatalf("the camera is %v m from the boid, want at most 0.5 m", d)
		}
		frames++
		return frames >= 20 && l.Boid.Sub(from).Len() >= 1
	})
	p.key("n")
	if p.last.Selected == id {
		p.Error("N does not step to the next boid")
	}
	p.key("2")
}

func drags(p *windowDriver) {
	p.key("space", "2")
	p.settle()
	before := p.last.Eye
	p.moveTo("300", "300")
	p.xdotool("mousedown", "2")
	p.waitFrames(2)
	p.moveTo("420", "300")
	p.xdotool("mouseup", "2")
	p.wait("the camera to turn by 2 m", func(l *fly.LogLine) bool { return l.Mode == "orbit" && l.Eye.Sub(before).Len() >= 2 })

	p.settle()
	p.xdotool("mousedown", "3")
	p.waitFrames(2)
	p.xdotool("keydown", "w")
	before = p.last.Eye
	p.wait("the camera to fly 0.5 m", func(l *fly.LogLine) bool { return l.Mode == "fly" && l.Eye.Sub(before).Len() >= 0.5 })
	p.xdotool("windowminimize", "--sync", p.win)
	time.Sleep(300 * time.Millisecond)
	p.xdotool("windowmap", "--sync", p.win)
	p.xdotool("windowactivate", "--sync", p.win)
	p.settle() // fails if the camera flies on
	before = p.last.Eye
	p.waitFrames(20)
	if moved := p.last.Eye.Sub(before).Len(); moved > 1e-3 {
		p.Errorf("the camera flew on by %v m although the window lost its focus", moved)
	}
	p.xdotool("keyup", "w", "mouseup", "3")
	p.key("space", "2")
}

func resizing(p *windowDriver) {
	bars := 770 - p.last.Picture[3]
	for _, size := range [][2]int{{700, 500}, {1100, 770}} {
		p.xdotool("windowsize", "--sync", p.win, fmt.Sprint(size[0]), fmt.Sprint(size[1]))
		p.wait("a picture with the new height", func(l *fly.LogLine) bool { return l.Picture[3] == size[1]-bars })
	}
	p.xdotool("windowminimize", "--sync", p.win)
	time.Sleep(500 * time.Millisecond)
	select {
	case err := <-p.done:
		p.Fatalf("minimising ended the program: %v", err)
	default:
	}
	p.xdotool("windowmap", "--sync", p.win)
	p.xdotool("windowactivate", "--sync", p.win)
	p.waitFrames(3)
}

func (p *windowDriver) takeScreenshot() image.Image {
	p.Helper()
	p.mustBeSeen()
	old, _ := filepath.Glob(filepath.Join(p.dir, "skein-*.png"))
	p.key("F12")
	p.waitFrames(4)
	files, _ := filepath.Glob(filepath.Join(p.dir, "skein-*.png"))
	if len(files) != len(old)+1 {
		p.Fatalf("there are %d new screenshots, want 1", len(files)-len(old))
	}
	f, err := os.Open(files[len(files)-1]) // the newest file, because the names contain the time
	if err != nil {
		p.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		p.Fatal(err)
	}
	return img
}

// mustBeSeen ends the test if the window draws no pixels. The function launch opens such a window.
func (p *windowDriver) mustBeSeen() {
	p.Helper()
	if !p.seen {
		p.Fatal("the test looks at pixels, so it must open its window with launchSeen")
	}
}

// showsScene reports whether the left half of a picture is as bright as a scene in evening light.
func showsScene(img image.Image) bool {
	var sum, n uint32
	size := img.Bounds().Size()
	for y := size.Y / 8; y < size.Y*7/8; y += 20 {
		for x := 10; x < size.X/2; x += 20 {
			r, _, _, _ := img.At(x, y).RGBA()
			sum, n = sum+r>>8, n+1
		}
	}
	return sum/n > 60
}

func screenshot(p *windowDriver) {
	p.key("2", "f")
	p.waitFrames(30)
	img := p.takeScreenshot()
	if got, want := img.Bounds().Size(), p.last.Picture; got.X != want[2] || got.Y != want[3] {
		p.Errorf("the screenshot's size is %v, want that of the picture without the panel, %v", got, want)
	}
	if !showsScene(img) {
		p.Error("the screenshot is dark")
	}
}

func hidePanel(p *windowDriver) {
	shown := p.last.Picture
	p.key("h")
	p.wait("a picture that fills the window", func(l *fly.LogLine) bool { return l.Picture == [4]int{0, 0, 1100, 770} })
	if img := p.takeScreenshot(); !showsScene(img) {
		p.Error("without the panel the window is dark")
	}
	p.key("h")
	p.wait("the panel at its old place", func(l *fly.LogLine) bool { return l.Picture == shown })
}

func savesScene(p *windowDriver) {
	file := filepath.Join(p.dir, "my-murmuration.toml")
	for i, mode := range []look.Mode{look.Fly, look.Orbit} {
		p.key(fmt.Sprint(i + 1))
		p.save()
		sc, err := scenario.Load(file)
		if err != nil {
			p.Fatal(err)
		}
		if sc.Camera.Mode != mode || sc.Camera.Target.Fixed != (mode == look.Fly) || sc.Params.Int("count") != 80 || sc.Bird.File != "" {
			p.Errorf("the saved scene has the camera %+v, %d boids and the bird %q; want the shown mode, 80 and no bird", sc.Camera, sc.Params.Int("count"), sc.Bird.File)
		}
	}
	savesKeys(p)
}

func quits(p *windowDriver) {
	p.slide("separation", 0.6, 0.3)
	p.xdotool("key", "ctrl+q")
	p.waitForQuestion(true)
	p.waitFrames(6)
	p.lastClick(p.pointOf("ask.lose", 0.5, 0.5))
	p.waitForEnd()
}

func (p *windowDriver) waitForQuestion(open bool) {
	p.Helper()
	p.wait(fmt.Sprintf("the question whether to save: %v", open), func(*fly.LogLine) bool {
		_, there := p.last.Widgets["ask.stay"]
		return there == open
	})
}

func (p *windowDriver) waitForEnd() {
	p.Helper()
	select {
	case err := <-p.done:
		if err != nil {
			p.Error(err)
		}
	case <-time.After(patience):
		p.Error("still running")
	}
}
