package param

import (
	"fmt"
	"testing"
)

type hue int

// bird declares a parameter of each kind.
type bird struct {
	Span   float32 `key:"span" group:"Body" unit:"m" range:"0.1,5" varies:"" body:"" doc:"wingspan"`
	Flock  int     `key:"flock" range:"0,100" doc:"number"`
	Shy    bool    `key:"shy" doc:"whether it flees"`
	Colour hue     `key:"colour" options:"grey,white" absent:"\"white\"" doc:"colour"`
	Turn   Curve   `key:"turn" doc:"how it turns"`
}

// tail shares a parameter with bird, and is a guest.
type tail struct {
	Span float32 `key:"span"`
	Fork float32 `key:"fork" unit:"m" range:"0,1" with:"shy" doc:"length of the fork"`
}

func birdList(t *testing.T) *List {
	t.Helper()
	guest := func(part any) (owner, rule string) {
		if _, ok := part.(*tail); ok {
			return "swallow", "tail"
		}
		return "", ""
	}
	l, err := NewList([]any{&bird{}, &tail{}}, guest, []string{"Flock", "Body"})
	if err != nil {
		t.Fatal(err)
	}
	l.Own = NewValues(l)
	l.Store(&bird{Span: 1.5, Flock: 7, Colour: 1}, &l.Own)
	l.Store(&tail{Fork: 0.25}, &l.Own)
	return l
}

func TestSpecsOfStructs(t *testing.T) {
	var got []string
	for _, s := range birdList(t).Specs() {
		got = append(got, fmt.Sprintf("%s in %s, owner %q", s.Key, s.Group, s.Owner))
	}
	want := `[span in Body, owner "" flock in Body, owner "" shy in Body, owner "" colour in Body, owner "" turn in Body, owner "" ` +
		`span_spread in Individuality, owner "" fork in Rules of other models, owner "swallow"]`
	if fmt.Sprint(got) != want {
		t.Errorf("the parameters are\n%v, want\n%v", got, want)
	}
}

func TestValuesReachStructs(t *testing.T) {
	l := birdList(t)
	p := l.Own
	for key, value := range map[string]any{"span": 2.5, "flock": 40, "shy": true, "colour": "grey", "fork": 0.0001, "turn": [][2]float32{{0, 1}, {1, 0.5}}} {
		if err := p.Set(key, value); err != nil {
			t.Error(err)
		}
	}
	var b bird
	var a tail
	l.Load(&b, &p)
	l.Load(&a, &p)
	if b.Span != 2.5 || b.Flock != 40 || !b.Shy || b.Colour != 0 || fmt.Sprint(b.Turn.Pairs()) != "[[0 1] [1 0.5]]" {
		t.Errorf("the bird is %+v", b)
	}
	const quantum = 1. / 4096 // no length above 0 is smaller
	if a.Span != 2.5 || a.Fork != quantum {
		t.Errorf("the tail is %+v, want 2.5 m and %v m", a, quantum)
	}
	if *l.Field(&a, "span") = 4; a.Span != 4 || l.Field(&a, "flock") != nil {
		t.Errorf("Field does not find the number of a tail, or finds one that it lacks: %+v", a)
	}
}

func TestJSONHasWhatDiffers(t *testing.T) {
	p := birdList(t).Own
	text, err := p.MarshalJSON()
	if want := `{"span":1.5,"flock":7,"shy":false,"colour":"white","turn":[],"span_spread":0}`; err != nil || string(text) != want {
		t.Errorf("without a change of the guest: %s (error %v), want %s", text, err, want)
	}
	q := p
	if err := q.Set("fork", 0.5); err != nil {
		t.Fatal(err)
	}
	if text, err = q.MarshalJSON(); err != nil {
		t.Fatal(err)
	}
	if err := p.ReadJSON(text, nil); err != nil || p != q {
		t.Errorf("%s is read as %v (error %v)", text, p.Value("fork"), err)
	}
	old := func(key string) bool { return key == "old" }
	if err := p.ReadJSON([]byte(`{"old":1}`), old); err != nil {
		t.Errorf("a key to ignore is an error: %v", err)
	}
	if err := p.ReadJSON([]byte(`{"new":1}`), old); err == nil || err.Error() != `unknown parameter "new"` {
		t.Errorf("an unknown key gives the error %v", err)
	}
}

func TestAsRecorded(t *testing.T) {
	p := birdList(t).Own
	if err := p.Set("colour", "grey"); err != nil {
		t.Fatal(err)
	}
	if got := p.AsRecorded(); got.Value("colour") != "white" || got.Value("span") != float32(1.5) {
		t.Errorf("recorded without its key, the colour is %v and the span %v, want white and 1.5", got.Value("colour"), got.Value("span"))
	}
}

func TestSetRefuses(t *testing.T) {
	p := birdList(t).Own
	for key, value := range map[string]any{"span": true, "flock": "many", "shy": 1, "colour": "red", "turn": 3, "size": 1} {
		before := p
		if err := p.Set(key, value); err == nil || p != before {
			t.Errorf("Set(%q, %v) gives the error %v and changes the values: %v", key, value, err, p != before)
		}
	}
	if err := p.Set("span", 7); err != nil {
		t.Fatal(err)
	}
	s, _ := p.Spec("span")
	if err := s.CheckIn(&p); err == nil || err.Error() != "span is 7 m: must be 0.1 to 5 m" {
		t.Errorf("a span of 7 m gives the error %v", err)
	}
}
