package guide

import (
	"slices"
	"strings"
	"testing"
)

// For a heading, FindPassage returns the text up to the next heading of the same level. For a term of the
// glossary, it returns the explanation.
func TestFindPassage(t *testing.T) {
	for topic, want := range map[string]struct {
		page, begins, contains, lacks string
	}{
		"ledger":   {"why", "## Ledger\n", "Filter by kind, bird and time.", "## Overlay"},
		"LEDGER":   {"why", "## Ledger\n", "patterns of collective escape", "colour-blind"},
		"follower": {"glossary", "## follower\n", "leader", "|"},
		"scenario": {"glossary", "## scene, scenario\n", "TOML", "|"},
	} {
		p, ok := FindPassage(topic)
		if !ok || p.Name != want.page || !strings.HasPrefix(p.Source, want.begins) || !strings.Contains(p.Source, want.contains) || strings.Contains(p.Source, want.lacks) {
			t.Errorf("%s: found %v on the page %q, want the expected passage:\n%s", topic, ok, p.Name, p.Source)
		}
		if text := p.Text(80); !strings.Contains(text, "(skein help "+want.page+")") {
			t.Errorf("%s: the text does not say where it is from:\n%s", topic, text)
		}
	}
	for _, topic := range []string{"", "why a bird does that", "term", "ledge"} {
		if p, ok := FindPassage(topic); ok {
			t.Errorf("%q finds %q", topic, p.Source)
		}
	}
}

// For any other word, FindMention returns the section that mentions it most often, and lists the other
// pages.
func TestFindMention(t *testing.T) {
	p, ok := FindMention("Slurm")
	if !ok || p.Name != "pictures" || !strings.Contains(p.Source, "Submit a Slurm script") || strings.Count(p.Source, "\n## ")+strings.Count(p.Source, "\n# ") > 0 {
		t.Errorf("found %v on the page %q:\n%s", ok, p.Name, p.Source)
	}
	if !strings.HasSuffix(p.Source, "(recordings.md).\n") {
		t.Errorf("the page recordings mentions Slurm too, but the passage does not say so:\n%s", p.Source)
	}
	for _, topic := range []string{"", " ", "slur", "tensor"} {
		if p, ok := FindMention(topic); ok {
			t.Errorf("%q finds %q", topic, p.Source)
		}
	}
}

func TestTermsOfTheWindow(t *testing.T) {
	for _, want := range []string{"front", "random draw", "wave", "null", "follower", "leader", "polarization", "eccentricity", "reabsorbed"} {
		if !slices.Contains(Terms(), want) {
			t.Errorf("the glossary does not explain %s", want)
		}
	}
}
