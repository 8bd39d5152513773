//go:build cgo && !nowindow

package ui

import (
	"slices"
	"strings"
	"testing"
)

func TestGuideTurnsPages(t *testing.T) {
	p := newPanel()
	p.openGuide("glossary")
	if !p.guide.open || p.guide.page.Title != "Glossary" || len(p.guide.blocks) < 3 {
		t.Fatalf("the guide shows %q with %d blocks, want Glossary", p.guide.page.Title, len(p.guide.blocks))
	}
	p.followLink(&p.guide, "keys.md#mouse", &Outcome{})
	if p.guide.page.Name != "keys" || !p.guide.turned {
		t.Errorf("the link leads to %q, want keys", p.guide.page.Name)
	}
	if p.guide.turn("nothing") || p.guide.page.Name != "keys" {
		t.Errorf("an unknown page leads to %q, want no change", p.guide.page.Name)
	}
}

func TestHelpOpensTheGuide(t *testing.T) {
	p := newPanel()
	for _, m := range p.menus {
		if m.name != "Help" {
			continue
		}
		items, s, o := p.itemsOf(m, &State{}), &State{}, &Outcome{}
		k := slices.IndexFunc(items, func(it item) bool { return it.label == "Guide…" })
		p.pick(&items[k], s, o)
		for _, do := range o.later {
			do(p, s, o)
		}
	}
	if !p.guide.open || p.guide.page.Name != "start" {
		t.Errorf("the guide is open: %v, on the page %q; want true, on start", p.guide.open, p.guide.page.Name)
	}
}

func TestSplitWords(t *testing.T) {
	for _, text := range []string{"a b", " a", "b ", "", "one", " ", "a, b."} {
		words := splitWords(text)
		if strings.Join(words, "") != text || slices.Contains(words, "") {
			t.Errorf("%q is split into %q, want words that join to the text", text, words)
		}
	}
}
