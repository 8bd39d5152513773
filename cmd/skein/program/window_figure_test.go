//go:build cgo && !nowindow && linux

package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skein/cmd/skein/internal/fly"
)

func TestWindowFigure(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	p := launch(t, "murmuration", "--count", "20", "--size", "1100x770")
	p.key("space")
	p.choose("menu.file", "menu.file.save_figure")
	p.wait("the dialog", func(l *fly.LogLine) bool { return l.Widgets["figure.save"] != [4]int{} })
	p.waitFrames(4)
	waitFor := func(text string) {
		p.Helper()
		p.wait(text, func(l *fly.LogLine) bool { return l.Said == text })
	}
	save := func() { p.click(p.pointOf("figure.save", 0.5, 0.5)) }
	saved := func(name string) string {
		text, err := os.ReadFile(filepath.Join(p.dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	p.typeOver("figure.file", "one.svg")
	save()
	waitFor("saved one.svg")
	if text := saved("one.svg"); !strings.Contains(text, `width="85mm"`) || !strings.Contains(text, ">z (m)<") || strings.Contains(text, ">(b) t = ") {
		t.Errorf("%.300s", text)
	}
	p.click(p.pointOf("figure.add", 0.5, 0.5))
	p.key("period")
	p.click(p.pointOf("figure.add", 0.5, 0.5))
	p.waitFrames(3)
	p.typeOver("figure.file", "one.bmp")
	save()
	waitFor(`"one.bmp": a figure must end in .svg, .pdf or .png`)
	old := filepath.Join(p.dir, "old.svg")
	if err := os.WriteFile(old, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	p.typeOver("figure.file", "old.svg")
	save()
	waitFor("old.svg exists; save again to replace it")
	if text, _ := os.ReadFile(old); string(text) != "old" {
		t.Errorf("the old file was replaced by %.100s", text)
	}
	save()
	waitFor("saved old.svg")
	if text := saved("old.svg"); !strings.Contains(text, ">(b) t = ") {
		t.Errorf("no second panel: %.300s", text)
	}
}
