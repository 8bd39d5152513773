package flock

import (
	"math"
	"strings"
	"testing"

	"skein/flock/vec"
)

// Rules for tests embed these types. about has the rule's name. stay also has a method Steer.
type (
	about struct{}
	stay  struct{ about }
)

func (about) About() About          { return About{Name: "test"} }
func (stay) Steer(me *Self) vec.Vec { return vec.Vec{} }
func (*listless) Columns() []Column { return listlessColumns }

type listless struct{ stay }

var listlessColumns []Column

func def(rules ...Rule) ModelDef {
	return ModelDef{
		Name: "test", Count: 20,
		Sight:  Sight{Vision: 5, Nearest: 7, FieldOfView: 360},
		Speeds: Speeds{MaxSpeed: 9},
		Space:  Space{BoundsSize: 60},
		Flight: Flight{Wingspan: 0.7, FlapRate: 5},
		Rules:  rules,
	}
}

type (
	formless  struct{ about }
	nameless  struct{ stay }
	otherForm struct{ about }
	byValue   struct{ stay }

	onceKey struct {
		stay
		A float32 `key:"force" range:"0,1" doc:"force"`
	}
	twiceKey struct {
		stay
		B float32 `key:"force" range:"0,1" doc:"force"`
	}
	sharesKey struct {
		stay
		C float32 `key:"force"`
	}
	sharesWrongly struct {
		stay
		C int `key:"force"`
	}
	forgotDoc struct {
		stay
		C float32 `key:"force" range:"0,5"`
	}
	noRange struct {
		stay
		A float32 `key:"force" doc:"force"`
	}
	rangeBackwards struct {
		stay
		A float32 `key:"force" range:"2,1" doc:"force"`
	}
	rangeOfWords struct {
		stay
		A float32 `key:"force" range:"low,high" doc:"force"`
	}
	rangeEndless struct {
		stay
		A float32 `key:"force" range:"0,Inf" doc:"force"`
	}
	sliderOutside struct {
		stay
		A float32 `key:"force" range:"0,1" slider:"3" doc:"force"`
	}
	oddKey struct {
		stay
		A float32 `key:"The Force" range:"0,1" doc:"force"`
	}
	unexported struct {
		stay
		a float32 `key:"force" range:"0,1" doc:"force"`
	}
	ofText struct {
		stay
		A string `key:"force" doc:"force"`
	}
	oneOption struct {
		stay
		A option `key:"force" options:"may" doc:"force"`
	}
	optionTwice struct {
		stay
		A option `key:"force" options:"may,may" doc:"force"`
	}
	outOfRange struct {
		stay
		A float32 `key:"force" range:"1,2" doc:"force"`
	}
)

func (*nameless) About() About              { return About{} }
func (*otherForm) Steer(at vec.Vec) vec.Vec { return at }

// Each error describes its fault in one line.
func TestNewModelRefuses(t *testing.T) {
	var none *onceKey
	for what, c := range map[string]struct {
		def  ModelDef
		want string
	}{
		"without a formula":          {def(&formless{}), "has none of the methods that a rule needs: Steer(me *Self) Vec; Steer"},
		"another formula":            {def(&otherForm{}), "has none of the methods that a rule needs: Steer(me *Self) Vec; Steer"},
		"no name":                    {def(&nameless{}), "has no name"},
		"nil":                        {def(nil), "not a pointer to a struct"},
		"a nil pointer":              {def(none), "not a pointer to a struct"},
		"a value":                    {def(byValue{}), "not a pointer to a struct"},
		"a rule twice":               {def(&stay{}, &stay{}), "is in the model twice"},
		"a key twice":                {def(&onceKey{}, &twiceKey{}), `twiceKey.B: another parameter has the key "force"`},
		"a key of the core":          {def(&onceKey{}, &struct{ twiceKey }{}, &coreKey{}), `another parameter has the key "vision"`},
		"a key that nobody declares": {def(&sharesKey{}), `nothing declares the parameter "force"`},
		"shared as another":          {def(&onceKey{}, &sharesWrongly{}), `the parameter "force" is a float32, not a int`},
		"a forgotten doc":            {def(&onceKey{}, &forgotDoc{}), "has the tag range, but no doc"},
		"no range":                   {def(&noRange{}), `the range is missing`},
		"backwards":                  {def(&rangeBackwards{}), `the range is "2,1"`},
		"words":                      {def(&rangeOfWords{}), `the range is "low,high"`},
		"endless":                    {def(&rangeEndless{}), `the range is "0,Inf"`},
		"slider":                     {def(&sliderOutside{}), `the slider ends at "3"`},
		"key":                        {def(&oddKey{}), `invalid key "The Force"`},
		"unexported":                 {def(&unexported{}), "must be exported"},
		"text":                       {def(&ofText{}), "not a string"},
		"one option":                 {def(&oneOption{}), `the options are "may"`},
		"an option twice":            {def(&optionTwice{}), `the options are "may,may"`},
		"a value out of range":       {def(&outOfRange{}), "force is 0: must be 1 to 2"},
		"a guest that is active":     {func() ModelDef { d := def(); d.Guests = []Guest{{Rule: &stay{}}}; return d }(), "it must be switched off"},
		"a model's name":             {func() ModelDef { d := def(); d.Name = ""; return d }(), `invalid name ""`},
	} {
		m, err := NewModel(c.def)
		if err == nil || m != nil {
			t.Errorf("%s: the model was accepted, want an error", what)
		} else if !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: the error is %v, want %q in one line", what, err, c.want)
		}
	}
	if _, err := NewModel(def(&onceKey{}, &sharesKey{})); err != nil {
		t.Error(err)
	}
}

type coreKey struct {
	stay
	A float32 `key:"vision" range:"0,1" doc:"force"`
}

// A column needs its own name and a range that includes its initial value 0.
func TestNewModelRefusesColumns(t *testing.T) {
	nan := float32(math.NaN())
	for what, c := range map[string][]Column{
		"has no 0":     {{Name: "rest", Low: 1, High: 2}},
		"has no end":   {{Name: "rest", High: float32(math.Inf(1))}},
		"is nothing":   {{Name: "rest"}},
		"no number":    {{Name: "rest", Low: nan, High: nan}},
		"no name":      {{High: 1}},
		"a name twice": {{Name: "rest", High: 1}, {Name: "rest", High: 1}},
	} {
		listlessColumns = c
		if _, err := NewModel(def(&listless{})); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("a column that %s gives the error %v, want an error of one line", what, err)
		}
	}
	listlessColumns = nil
}

type option int
