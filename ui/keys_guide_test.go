//go:build cgo && !nowindow

package ui

import (
	"strings"
	"testing"

	"skein/ui/guide/guidetest"
)

func TestGuideListsTheKeys(t *testing.T) {
	p := &Panel{}
	p.bindings = p.allBindings()
	var b strings.Builder
	row := func(key, text string) {
		b.WriteString("| " + guidetest.Escape(key) + " | " + guidetest.Escape(text) + " |\n")
	}
	b.WriteString("## Keyboard\n\n| key | effect |\n|---|---|\n")
	for _, k := range p.bindings {
		row(k.name, k.text)
	}
	b.WriteString("\n## Mouse and files\n\n| action | effect |\n|---|---|\n")
	for _, line := range mouseHelp {
		row(line[0], line[1])
	}
	b.WriteString("\n## Gamepad\n\n| control | effect |\n|---|---|\n")
	for _, line := range p.padHelp() {
		row(line[0], line[1])
	}
	guidetest.Table(t, "keys", "keys", b.String())
}
