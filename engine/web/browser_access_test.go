//go:build browser

package web

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

var named = []string{"button", "slider", "checkbox", "combobox", "textbox", "searchbox", "spinbutton", "image", "toolbar", "complementary", "region", "DisclosureTriangle", "dialog"}

type accessible struct {
	Ignored bool `json:"ignored"`
	Role    text `json:"role"`
	Name    text `json:"name"`
}

type text struct {
	Value any `json:"value"`
}

func (t text) String() string {
	s, _ := t.Value.(string)
	return strings.TrimSpace(s)
}

// Every control and every part of a lesson has a name for screen readers. The controls that a reader
// needs have the expected names.
func TestBrowserNamesForScreenReaders(t *testing.T) {
	b := openLesson(t, 1280, 800)
	b.press(" ")
	b.wait(`document.querySelector('button[aria-label="Play"]') !== null`)
	var tree struct {
		Nodes []accessible `json:"nodes"`
	}
	b.run(chromedp.ActionFunc(func(ctx context.Context) error {
		return cdp.Execute(ctx, "Accessibility.getFullAXTree", nil, &tree)
	}))
	var found []string
	for _, n := range tree.Nodes {
		role, name := n.Role.String(), n.Name.String()
		if n.Ignored || !slices.Contains(named, role) {
			continue
		}
		if name == "" {
			t.Errorf("an element with the role %s has no name", role)
		}
		found = append(found, role+" "+name)
	}
	for _, want := range []string{
		"button Play", "button Restart", "button Full screen", "button Keys and gestures", "button Orbit around the flock", "combobox Speed",
		"image Flock of birds in 3D", "complementary Lesson", "region Why did it leave?", "region Settings", "toolbar Player", "slider Leadership",
	} {
		if !slices.ContainsFunc(found, func(one string) bool { return strings.HasPrefix(one, want) }) {
			t.Errorf("screen readers do not find %q in %q", want, found)
		}
	}
	b.end()
}

// The Tab key reaches every control once, in the order of the page: the panels, then the bar. Every
// focused control is visible, and each press of Tab focuses the next control.
func TestBrowserFocusOrder(t *testing.T) {
	b := openLesson(t, 1280, 800)
	b.press(" ")
	evaluate[bool](b, `globalThis.stop = () => { const e = document.activeElement; return e === document.body ? "" :
		(e.closest(".bar") ? "bar " : e.closest(".panel") ? "panel " : "other ") + (e.offsetWidth > 0 && e.checkVisibility() ? "" : "hidden ") +
		(e.ariaLabel ?? e.labels?.[0]?.textContent ?? e.textContent) }; true`)
	var stops []string
	for range 120 {
		b.run(chromedp.KeyEvent(kb.Tab))
		at := evaluate[string](b, "stop()")
		if at == "" || len(stops) > 0 && at == stops[0] {
			break
		}
		stops = append(stops, at)
	}
	last := stops[len(stops)-1]
	if last != "bar Full screen" || slices.ContainsFunc(stops, func(s string) bool { return strings.Contains(s, "hidden ") }) {
		t.Errorf("Tab stops at %q; want visible stops only, and Full screen as the last", stops)
	}
	panel, bar := slices.Index(stops, "panel Restart"), slices.Index(stops, "bar Pause")
	if bar < 0 {
		bar = slices.Index(stops, "bar Play")
	}
	if panel < 0 || bar < panel {
		t.Errorf("Tab reaches Restart as stop %d and Play as stop %d, want the panel before the bar", panel, bar)
	}
	b.end()
}
