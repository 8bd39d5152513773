package formula

import (
	"strings"
	"testing"
)

// spelled returns the formula with a letter before each part. The letter is the part's kind.
func spelled(text string, words []Word) string {
	var b strings.Builder
	index := 0
	for _, s := range Spans(text, words) {
		if s.From != index {
			return "the parts have gaps"
		}
		part := text[s.From:s.To]
		if index = s.To; strings.TrimSpace(part) != "" {
			b.WriteString("pcnkfwou"[s.Kind:s.Kind+1] + ":" + strings.TrimSpace(part) + " ")
		}
	}
	if index != len(text) {
		return "the parts end too early"
	}
	return strings.TrimSpace(b.String())
}

// The parts of a text have the kinds that an editor colours, even if the text is invalid.
func TestSpans(t *testing.T) {
	d := Definition{Params: []Param{{Key: "gain"}}, Columns: []Column{{Key: "phase"}}}
	words := d.Words(testModel(t))
	for text, want := range map[string]string{
		"near = distance < 1.5[m/s]  # close":                  "o:near p:= w:distance p:< n:1.5[m/s] c:# close",
		"gain * mean(offset) if phase > 0 else vsion * vision": "w:gain p:* f:mean p:( w:offset p:) k:if w:phase p:> n:0 k:else u:vsion p:* w:vision",
		"a == 2 ? ä": "u:a p:== n:2 p:? ä",
		"x = 1[m":    "o:x p:= n:1[m",
		"":           "",
	} {
		if got := spelled(text, words); got != want {
			t.Errorf("%q:\n%s\nwant\n%s", text, got, want)
		}
	}
}

// Complete returns the words that may follow. Words that begin with the letters at the cursor come first.
// Inside a sum, it also returns the names of a neighbour.
func TestComplete(t *testing.T) {
	d := Definition{Params: []Param{{Key: "gain", Unit: "m/s", Doc: "Gain"}}}
	words := d.Words(testModel(t))
	for _, c := range []struct {
		text        string // | is the cursor
		first, from string // the first completion, and the text before the word
		asked       bool
	}{
		{"ga|", "gain", "", false},
		{"mean(of|", "offset", "mean(", false},
		{"mean(offset, dis|tance)", "distance", "mean(offset, ", false},
		{"me|", "mean", "", false},
		{"nearby = 1\nnea|", "nearby", "nearby = 1\n", false},
		{"sum(v|", "velocity", "sum(", false},
		{"1.5[m|", "", "", false},
		{"# ga|", "", "", false},
		{"offset.x|", "", "", false},
		{"gain * |", "", "", false},
		{"mean(|", "offset", "mean(", true},
		{"1e|", "", "", false},
	} {
		index := strings.IndexByte(c.text, '|')
		text := strings.Replace(c.text, "|", "", 1)
		from, all := Complete(text, index, words, c.asked)
		switch {
		case c.first == "" && len(all) > 0:
			t.Errorf("%q: the completion is %s, want none", c.text, all[0].Text)
		case c.first != "" && (len(all) == 0 || all[0].Text != c.first || text[:from] != c.from):
			t.Errorf("%q: the completions are %v from %d, want %s first", c.text, all, from, c.first)
		}
	}
	if _, all := Complete("gai", 3, words, false); len(all) != 1 || all[0].Unit != "m/s" || all[0].Doc != "Gain" {
		t.Errorf("the completions are %v, want gain with its unit and help", all)
	}
}

func TestWithSuffix(t *testing.T) {
	r := columnRule(t)
	d := r.definition.WithSuffix("_2")
	if d.Steer != "next_first_2 = second_2\nnext_second_2 = first_2 + 1[m]\nnext_way_2 = way_2 + tick * velocity\nvelocity" || d.Columns[0].Start != "far_2 * random()" {
		t.Errorf("the formula is %q, with the start %q", d.Steer, d.Columns[0].Start)
	}
	if _, err := NewRule(d, testModel(t)); err != nil {
		t.Error(err)
	}
	if r.definition.Params[0].Key != "far" {
		t.Error("the rule itself was changed")
	}
}
