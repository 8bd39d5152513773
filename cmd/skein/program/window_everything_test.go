//go:build cgo && !nowindow && linux

package program

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"skein/cmd/skein/internal/fly"
	"skein/flock/sample"
)

// leftOut lists the menu items and keys that TestWindowEverything does not try, with the reasons.
func leftOut() map[string]string {
	dialog := "opens a file dialog of the desktop, which is another program"
	return map[string]string{
		"menu.file.quit": "ends the window; TestWindowAsks uses it", "Ctrl Q": "ends the window",
		"menu.file.open": dialog, "Ctrl O": dialog,
		"menu.add.obstacle:_model_from_a_file":   dialog,
		"menu.add.obstacle:_terrain_from_a_file": dialog,
	}
}

// TestWindowEverything clicks menu items and presses keys, including those that open each page and window.
// After each one, the window must react and show no error, and undo must restore the parameters, the look and
// the things. Without SKEIN_SAMPLE=all, the test tries a random sample.
func TestWindowEverything(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "own.toml"), []byte("version = 1\nbase = \"murmuration\"\nwarm_up = 1.0\n[params]\ncount = 30\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	p := launchFrom(t, display(t), dir, "own.toml", "--size", fmt.Sprintf("%dx860", everythingWide))
	p.key("space")
	e := everything{p, leftOut()}
	items := e.menuItems()
	if len(items) < 100 {
		t.Errorf("the menus have %d items, want more than 100: %v", len(items), items)
	}
	inOwn := slices.DeleteFunc(slices.Clone(items), replacesScene)
	for _, item := range sample.Some(t, 6, inOwn) {
		e.try(item, func() { e.choose(item) })
	}
	keys := e.keys()
	if len(keys) < 80 {
		t.Errorf("the guide lists %d keys, want more than 80", len(keys))
	}
	for _, key := range sample.Some(t, 6, keys) {
		e.try(key, func() { p.chord(xKey(key)) })
	}
	opens := slices.DeleteFunc(items, func(item string) bool { return !replacesScene(item) })
	for _, item := range sample.Some(t, 1, opens) { // these are tried last, because they replace the scene
		e.try(item, func() {
			said := len(e.said)
			e.choose(item)
			e.waitForScene(item, said)
		})
	}
	for name := range e.out {
		if !slices.Contains(append(items, keys...), name) && !e.seen(name) {
			t.Errorf("%s is left out, but does not exist", name)
		}
	}
}

const everythingWide = 1240

type everything struct {
	*windowDriver
	out map[string]string
}

// seen reports whether the menu item or key with this name exists. The test calls it for each name that
// it leaves out.
func (e *everything) seen(name string) bool {
	if strings.HasPrefix(name, "menu.") {
		e.closeAll()
		menu := strings.Join(strings.Split(name, ".")[:2], ".")
		e.clickOn(e.last.Widgets[menu])
		e.wait(name, func(l *fly.LogLine) bool { return l.Widgets[name] != [4]int{} })
		e.closeAll()
		return true
	}
	return slices.Contains(allKeys(e.T), name)
}

func (e *everything) menuItems() (all []string) {
	e.Helper()
	var menus []string
	for key := range e.last.Widgets {
		if strings.Count(key, ".") == 1 && strings.HasPrefix(key, "menu.") {
			menus = append(menus, key)
		}
	}
	slices.Sort(menus)
	for _, menu := range menus {
		e.clickOn(e.last.Widgets[menu])
		e.wait("the menu "+menu, func(*fly.LogLine) bool { return len(e.below(menu)) > 0 })
		e.waitFrames(3)
		for _, item := range e.below(menu) {
			e.pointAt(item)
			inner := e.below(item)
			if len(inner) == 0 {
				inner = []string{item}
			}
			all = append(all, inner...)
		}
		e.closeAll()
	}
	return slices.DeleteFunc(all, func(item string) bool { return e.out[item] != "" })
}

func (e *everything) below(menu string) (items []string) {
	for _, key := range slices.Sorted(maps.Keys(e.last.Widgets)) {
		if rest, is := strings.CutPrefix(key, menu+"."); is && !slices.ContainsFunc(items, func(item string) bool { return strings.HasPrefix(key, item+".") }) && rest != "" {
			items = append(items, key)
		}
	}
	return items
}

func (e *everything) pointAt(key string) {
	r := e.last.Widgets[key]
	e.moveTo(fmt.Sprint(r[0]+r[2]/2), fmt.Sprint(r[1]+r[3]/2))
	e.waitFrames(3)
}

func (e *everything) choose(item string) {
	e.Helper()
	for range 3 { // repeated, because on a busy machine a click sometimes closes a menu that it should open
		if e.reach(item) {
			e.clickOn(e.last.Widgets[item])
			return
		}
		e.closeAll()
	}
	e.Fatalf("the menus do not show %s", item)
}

// reach opens the menu of an item and, if the item is in a submenu, the submenu. It reports whether the item
// is shown.
func (e *everything) reach(item string) bool {
	e.Helper()
	if _, shown := e.last.Widgets[item]; shown {
		e.Fatalf("%s is shown before its menu is opened", item)
	}
	menu := strings.Join(strings.Split(item, ".")[:2], ".")
	e.clickOn(e.last.Widgets[menu])
	e.waitFrames(8)
	for _, outer := range e.below(menu) {
		if strings.HasPrefix(item, outer+".") {
			e.clickOn(e.last.Widgets[outer])
			e.waitFrames(8)
		}
	}
	return e.last.Widgets[item] != [4]int{}
}

// waitForScene waits until a scene is open. If the window asks what to do with the edits, they are
// discarded. It ignores the messages before the index said.
func (e *everything) waitForScene(item string, said int) {
	e.Helper()
	opened := func(l *fly.LogLine) bool {
		return slices.ContainsFunc(e.said[said:], func(m string) bool { return strings.HasPrefix(m, "opened ") })
	}
	asks := func(l *fly.LogLine) bool { return l.Widgets["ask.lose"] != [4]int{} }
	e.wait("the scene "+item+" or a question", func(l *fly.LogLine) bool { return opened(l) || asks(l) })
	if asks(&e.last) {
		e.clickOn(e.last.Widgets["ask.lose"])
	}
	e.wait("the scene "+item, opened)
}

// replacesScene reports whether a menu item opens a built-in scene, by itself or for its lesson.
func replacesScene(item string) bool {
	return strings.HasPrefix(item, "menu.file.built-in_scenes.") || strings.HasPrefix(item, "menu.help.lessons.")
}

func (e *everything) try(name string, do func()) {
	e.Helper()
	before, said := e.scene(), len(e.said)
	do()
	e.waitFrames(8)
	e.closeAll()
	for _, message := range e.said[said:] {
		if wrongMessage.MatchString(message) {
			e.Errorf("%s: the window says %q", name, message)
		}
	}
	e.answers(name)
	if replacesScene(name) {
		return
	}
	for range 4 {
		if e.scene() == before {
			return
		}
		e.key("ctrl+z")
	}
	if after := e.scene(); after != before {
		e.Errorf("%s: undo does not bring back the scene: %s", name, difference(before, after))
	}
}

// wrongMessage matches messages that a click on a menu item should never cause.
var wrongMessage = regexp.MustCompile(`(?i)\berror\b|panic|invalid|no such file|goroutine|nil pointer`)

func (e *everything) answers(name string) {
	e.Helper()
	e.moveTo(e.sky())
	if e.last.Paused {
		e.key("space")
		e.wait("the flock to fly after "+name, func(l *fly.LogLine) bool { return !l.Paused })
	}
	e.key("space")
	e.wait("a pause after "+name, func(l *fly.LogLine) bool { return l.Paused })
}

func (e *everything) closeAll() {
	e.Helper()
	for range 3 {
		e.chord("Escape")
	}
	e.waitFrames(3)
	if e.last.Picture[2] >= everythingWide { // if the panel is hidden, the log names no widgets
		e.key("h")
		e.wait("the panel", func(l *fly.LogLine) bool { return l.Picture[2] < everythingWide })
	}
	if e.last.Past {
		e.key("End")
	}
}

// scene describes the part of the window's state that undo must restore: parameters, look and things, but not
// the camera.
func (e *everything) scene() string {
	var all []string
	for key, v := range e.last.Params {
		if strings.HasPrefix(key, "fear_") {
			continue // leave out the pointer, while it frightens the flock
		}
		all = append(all, fmt.Sprintf("%s=%v", key, v))
	}
	for key, v := range e.last.Look {
		if key != "show.speed" && !strings.HasPrefix(key, "camera.") { // Undo does not change the speed or the camera
			all = append(all, fmt.Sprintf("%s=%v", key, v))
		}
	}
	for key := range e.last.Widgets {
		if strings.HasPrefix(key, "thing.") && strings.Count(key, ".") == 1 {
			all = append(all, key)
		}
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

func difference(a, b string) string {
	var all []string
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for _, line := range x {
		if !slices.Contains(y, line) {
			all = append(all, "-"+line)
		}
	}
	for _, line := range y {
		if !slices.Contains(x, line) {
			all = append(all, "+"+line)
		}
	}
	return strings.Join(all, " ")
}

func (e *everything) keys() []string {
	return slices.DeleteFunc(allKeys(e.T), func(key string) bool { return e.out[key] != "" })
}

func allKeys(t *testing.T) (keys []string) {
	text, err := os.ReadFile("../../../ui/guide/keys.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "## Keyboard")
	table, _, _ = strings.Cut(table, "\n## ")
	for _, line := range strings.Split(table, "\n") {
		if cells := strings.Split(line, " | "); len(cells) == 2 {
			if key := strings.TrimPrefix(cells[0], "| "); key != "key" {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

func xKey(key string) string {
	names := map[string]string{
		"Space": "space", ".": "period", ",": "comma", "Page Up": "Prior", "Page Down": "Next", "[": "bracketleft", "]": "bracketright", "\\": "backslash",
		"Enter": "Return", "-": "minus", "=": "equal", "Esc": "Escape",
	}
	prefix := ""
	for _, modifier := range []string{"Ctrl", "Shift", "Alt"} {
		if rest, is := strings.CutPrefix(key, modifier+" "); is {
			key, prefix = rest, prefix+strings.ToLower(modifier)+"+"
		}
	}
	if x, ok := names[key]; ok {
		return prefix + x
	}
	if len(key) == 1 {
		key = strings.ToLower(key)
	}
	return prefix + key
}
