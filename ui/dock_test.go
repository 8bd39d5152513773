//go:build cgo && !nowindow

package ui

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// OpenWindows returns the names of the open windows, and OpenOnly opens exactly the named windows. Every
// window's key binding exists.
func TestOpenedWindows(t *testing.T) {
	p := newPanel()
	for _, w := range subwindows() {
		if w.key != "" && p.binding(w.key) == nil {
			t.Errorf("the window %s names the key %q, which does not exist", w.name, w.key)
		}
	}
	p.OpenOnly([]string{"Ledger", "Plots", "Nothing"})
	if got := p.OpenWindows(); !slices.Equal(got, []string{"Ledger", "Plots"}) {
		t.Errorf("open are %v", got)
	}
	p.flip(p.drawers()["Plots"])
	p.drawers()["Ledger"].behind = true
	p.flip(p.drawers()["Ledger"]) // brings the ledger to the front
	if got := p.OpenWindows(); !slices.Equal(got, []string{"Ledger"}) || p.studies.ledger.fresh == 0 {
		t.Errorf("open are %v", got)
	}
}

func TestIncompleteLayoutsAreNotUsed(t *testing.T) {
	layout := func(pages []string, docked string) string {
		text := "[Window][Debug##Default]\nPos=60,60\n\n"
		for _, name := range pages {
			text += "[Window][" + name + "]\nPos=60,60\nSize=216,359\nCollapsed=0\n"
			if name == docked {
				text += "DockId=0x00000002,0\n"
			}
			text += "\n"
		}
		return text + "[Docking][Data]\nDockSpace ID=0x08BD597D\n"
	}
	pages := []string{"Outliner", "Properties", "Timeline"}
	for _, c := range []struct {
		text string
		want bool
	}{
		{layout(pages, "Properties"), true}, {layout(pages, ""), false}, {layout(pages[:2], "Properties"), false}, {"", false},
		{layout(append([]string{"Ledger"}, pages...), "Ledger"), false},
	} {
		file := filepath.Join(t.TempDir(), "layout.ini")
		if err := os.WriteFile(file, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if got := isCompleteLayout(file); got != c.want {
			t.Errorf("isCompleteLayout is %t, want %t, for %q", got, c.want, c.text)
		}
	}
	if isCompleteLayout(filepath.Join(t.TempDir(), "none.ini")) {
		t.Error("a file that does not exist counts as a complete layout")
	}
}

// In a low window the picture keeps its height, and in an even lower window the analysis moves to the left
// of the picture. The heights do not include the timeline.
func TestShareBelow(t *testing.T) {
	for _, c := range []struct {
		height, scale float32
		picture       float32
		below         bool
	}{{1000, 1, 520, true}, {500, 1, 310, true}, {440, 1, 310, true}, {430, 1, 0, false}, {1000, 2, 620, true}, {870, 2, 0, false}} {
		share, below := shareBelow(c.height, c.scale)
		picture := (1 - share) * c.height
		if below != c.below || below && (picture < c.picture-0.1 || picture > c.picture+0.1) {
			t.Errorf("of %g at scale %g the picture gets %g, with analysis below it: %v; want %g, %v", c.height, c.scale, picture, below, c.picture, c.below)
		}
	}
}
