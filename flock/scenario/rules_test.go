package scenario

import (
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"skein/flock"
	"skein/flock/model"
	"skein/flock/vec"
)

const lazyRule = `[[rule]]
name = "lazy"
perceives = "range"
range = "lazy_range"
switch = "lazy_gain"
steer = '''
near = distance < 2[m]
lazy_gain * mean(offset, near)
'''

[[rule.param]]
key = "lazy_gain"
label = "Lazy gain"
unit = "1/s"
range = [0, 1]
slider = 0.2
default = 0.02
doc = "Gain"

[[rule.param]]
key = "lazy_range"
unit = "m"
range = [0, 10]
default = 4
doc = "Range"
`

const lazyScene = "version = 1\nbase = \"paper\"\nwarm_up = 0.0\n\n[params]\nlazy_gain = 0.05\ncount = 30\n\n" + lazyRule

// A saved scene has its rules.
func TestRuleIsSaved(t *testing.T) {
	s, err := Parse("lazy.toml", []byte(lazyScene))
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Params.Float("lazy_gain"); got != 0.05 {
		t.Errorf("lazy_gain is %v, want the value in the table [params]", got)
	}
	if got := s.Params.Float("lazy_range"); got != 4 {
		t.Errorf("lazy_range is %v, want its default", got)
	}
	spec, _ := s.Params.Spec("lazy_gain")
	if spec.Label != "Lazy gain" || spec.Unit != "1/s" || spec.Soft != 0.2 || spec.Group != "Rule lazy" {
		t.Errorf("the parameter is %+v", spec.Description)
	}
	second, err := Parse("again.toml", s.TOML())
	if err != nil {
		t.Fatalf("%v\n%s", err, s.TOML())
	}
	if key, a, b := Difference(s, second); key != "" {
		t.Errorf("%s is %s in the saved scene, want %s", key, b, a)
	}
	if second.Params != s.Params {
		t.Error("the saved scene has other parameters or another model")
	}
	other, err := Parse("other.toml", []byte(strings.Replace(lazyScene, "2[m]", "3[m]", 1)))
	if err != nil {
		t.Fatal(err)
	}
	if key, _, _ := Difference(s, other); key != "rule" {
		t.Errorf("scenes with other formulas differ in %q, want rule", key)
	}
	amended, lost := other.Amend("lazy.toml", []byte(lazyScene))
	if after, err := Parse("lazy.toml", amended); err != nil || after.Params.Model() != other.Params.Model() || lost {
		t.Errorf("the file with another formula gives the error %v, and comments were lost: %v", err, lost)
	}
}

const columnScene = `version = 1
name = "circles"
model = "plain"

[[rule]]
name = "circle"
perceives = "nobody"
velocity = """
next_rate = rate
rotate(velocity, up, rate * tick)
"""

[[rule.column]]
key = "rate"
start = "0.5 * (2 * random() - 1) * 1[1/s]"
unit = "1/s"
range = [-1, 1]
doc = "Rate of turning"
`

// A rule's column is saved with the formula of its start. Start values differ between boids, within the
// column's range.
func TestColumnsAreSaved(t *testing.T) {
	s, err := Parse("circles.toml", []byte(columnScene))
	if err != nil {
		t.Fatal(err)
	}
	second, err := Parse("again.toml", s.TOML())
	if err != nil {
		t.Fatalf("%v\n%s", err, s.TOML())
	}
	if key, a, b := Difference(s, second); key != "" {
		t.Errorf("%s is %s in the saved scene, want %s", key, b, a)
	}
	if !strings.Contains(string(s.TOML()), "random() - 1") {
		t.Errorf("the saved scene has no start:\n%s", s.TOML())
	}
}

func TestColumnErrors(t *testing.T) {
	for want, c := range map[string][2]string{
		`circles.toml:15:21: unknown function "randm"`: {"random()", "randm()"},
		`circles.toml:15:9: `:                          {`"0.5 * (2 * random() - 1) * 1[1/s]"`, "1"},
		`circles.toml:14: key: "velocity" is reserved`: {`key = "rate"`, `key = "velocity"`},
	} {
		text := strings.Replace(columnScene, c[0], c[1], 1)
		if _, err := Parse("circles.toml", []byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("the error is %v, want %s", err, want)
		}
	}
}

// A range in quotes is saved as a number, and can be read again.
func TestQuotedRangeIsSaved(t *testing.T) {
	for _, number := range []string{".5", "5.", "05", "2"} {
		s, err := Parse("lazy.toml", []byte(strings.Replace(lazyScene, `"lazy_range"`, `"`+number+`"`, 1)))
		if err != nil {
			t.Fatal(err)
		}
		if second, err := Parse("again.toml", s.TOML()); err != nil || second.Params != s.Params && number == "2" {
			t.Errorf("range = %q: the saved scene gives the error %v", number, err)
		}
	}
}

// A rule belongs to the flock of its table. A flock without a model has the first flock's, without formula
// rules.
func TestRuleOfTheFirstFlock(t *testing.T) {
	s, err := Parse("two.toml", []byte(lazyScene+"\n[[flock]]\nspecies = \"crow\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := Parse("plain.toml", []byte("version = 1\nbase = \"paper\"\n\n[[flock]]\nspecies = \"crow\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := s.Others[0], plain.Others[0]; got.Params != want.Params || !reflect.DeepEqual(got.Start, want.Start) || want.Start.Radius == 0 {
		t.Errorf("with a rule in the first flock, the second one starts as %+v, want %+v", got.Start, want.Start)
	}
}

// Scenes with different formulas have different settings. A preset of a flock with a rule can be read again.
func TestSettingsContainRules(t *testing.T) {
	var all []string
	for _, text := range []string{lazyScene, strings.Replace(lazyScene, "2[m]", "3[m]", 1)} {
		s, err := Parse("lazy.toml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s.Settings("params"))
		from, err := Parse("preset.toml", PresetTOML(&s.Params))
		if err != nil {
			t.Fatal(err)
		}
		if p, err := Preset(s.Params, from); err != nil || p != s.Params {
			t.Errorf("the preset gives the error %v, or other parameters", err)
		}
	}
	if all[0] == all[1] {
		t.Error("scenes with different formulas have the same settings")
	}
}

func TestRuleOfAnotherFlock(t *testing.T) {
	text := strings.ReplaceAll(lazyRule, "[[rule", "[[flock.rule")
	s, err := Parse("two.toml", []byte("version = 1\nbase = \"paper\"\nwarm_up = 1.0\n\n[[flock]]\nspecies = \"crow\"\nmodel = \"hartman\"\n\n[flock.params]\ncount = 60\nlazy_gain = 0.5\n\n"+text))
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Others[0].Params.Float("lazy_gain"); got != 0.5 || s.Params.Model() != model.Hartman() {
		t.Errorf("lazy_gain of the second flock is %v", got)
	}
	second, err := Parse("again.toml", s.TOML())
	if err != nil || second.Others[0].Params != s.Others[0].Params {
		t.Errorf("the saved scene has another second flock (%v)", err)
	}
	def := s.Def()
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	resumed, err := flock.ResumeAmong(nil, w.Checkpoint(), 1, flock.Auto, def.Params.Model(), def.Others[0].Params.Model())
	if err != nil {
		t.Fatal(err)
	}
	w.Step()
	if resumed.Step(); resumed.Hash() != w.Hash() {
		t.Error("the resumed world flies differently")
	}
}

// An error has the column in the file, even behind an escape sequence in a formula.
func TestErrorsAfterEscapes(t *testing.T) {
	for formula, want := range map[string]string{
		`"\tmeen(offset)"`:                           "3:12",
		`"gain = 1\n2[m/s] * meen(offset)"`:          "3:29",
		`"\u0067ain = 1\nmeen(offset)"`:              "3:25",
		`'meen(offset)'`:                             "3:10",
		`"""a = 1\n\tb = 2\n meen(offset)"""`:        "3:29",
		"\"\"\"a = 1 + \\\n   2\nmeen(offset)\"\"\"": "5:1",
		"'''\na = 1\n  meen(offset)'''":              "5:3",
	} {
		_, err := Parse("lazy.toml", []byte("version = 1\n[[rule]]\nsteer = "+formula+"\nname = \"lazy\"\nperceives = \"neighbourhood\"\n"))
		if err == nil || !strings.HasPrefix(err.Error(), "lazy.toml:"+want+": unknown function \"meen\"") {
			t.Errorf("%s gives the error %v, want one at %s", formula, err, want)
		}
	}
}

func TestRuleErrors(t *testing.T) {
	for want, c := range map[string][2]string{
		`lazy.toml:15:8: unknown name "distanse", did you mean "distance"?`:                                    {"distance", "distanse"},
		`lazy.toml:16:11: cannot add a number in 1/s and a vector in m`:                                        {"gain *", "gain +"},
		`lazy.toml:15:17: cannot compare a number in m with a pure number; a number with a unit is written as`: {"2[m]", "2"},
		`lazy.toml:11: perceives: "rang" is not one of nobody, neighbourhood, range, nearest, everyone, did`:   {`"range"`, `"rang"`},
		`lazy.toml:12: range: "lazy_rang" is not the name of a parameter in m, did you mean "lazy_range"?`:     {`range = "lazy_range"`, `range = "lazy_rang"`},
		`lazy.toml:13: switch: this rule has no parameter with the key "lazy"`:                                 {`"lazy_gain"`, `"lazy"`},
		`lazy.toml:11: unknown key "percieves", did you mean "perceives"?`:                                     {"perceives", "percieves"},
		`lazy.toml:10: name = 3 must be text in quotes`:                                                        {`name = "lazy"`, `name = 3`},
		`lazy.toml:22: unit: unknown unit "kg"`:                                                                {`"1/s"`, `"kg"`},
		`lazy.toml:23: range = [0] must be the lowest and the highest value, such as [0, 1]`:                   {"[0, 1]", "[0]"},
		`lazy.toml:25: default: default is 2 1/s: must be 0 to 1 1/s`:                                          {"default = 0.02", "default = 2"},
		`lazy.toml:20: key: the model already has a parameter "vision"; choose another key`:                    {`key = "lazy_gain"`, `key = "vision"`},
		`lazy.toml:21: unknown key "lable", did you mean "label"?`:                                             {"label", "lable"},
		`lazy.toml:9: rule must be a list of tables, each under [[rule]]`:                                      {"[[rule]]", "[rule]"},
	} {
		text := strings.Replace(lazyScene, c[0], c[1], 1)
		if strings.HasPrefix(c[0], "[[") {
			text = text[:strings.Index(text, "[[rule.param]]")]
		}
		if _, err := Parse("lazy.toml", []byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("the error is %v, want %s", err, want)
		}
	}
	short := strings.Replace(lazyScene, lazyScene[strings.Index(lazyScene, "steer"):strings.Index(lazyScene, "[[rule.param]]")], "steer = \"lazy_gain * meen(offset)\"\n", 1)
	if _, err := Parse("lazy.toml", []byte(short)); err == nil || !strings.HasPrefix(err.Error(), `lazy.toml:14:22: unknown function "meen"`) {
		t.Errorf("the error is %v, want one in line 14, column 22", err)
	}
}

// The rules of a rule file are added to the first flock. Such a file may contain only rules.
func TestRuleFile(t *testing.T) {
	write := func(text string) string {
		path := filepath.Join(t.TempDir(), "lazy.rule.toml")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	s, err := Builtin("paper")
	if err != nil {
		t.Fatal(err)
	}
	vision := s.Params.Float("vision")
	if err := s.AddRules(write(lazyRule)); err != nil {
		t.Fatal(err)
	}
	if s.Params.Float("lazy_range") != 4 || s.Params.Float("vision") != vision {
		t.Errorf("lazy_range is %v and vision %v, want 4 and %v", s.Params.Float("lazy_range"), s.Params.Float("vision"), vision)
	}
	for text, want := range map[string]string{
		lazyRule: `:2: name: the model hartman already has a rule "lazy"`,
		strings.ReplaceAll(strings.ReplaceAll(lazyRule, "lazy", "other"), "distance", "distanse"): `:7:8: unknown name "distanse"`,
		"count = 3\n" + lazyRule: `:1: unknown key "count": a file of rules may contain only tables [[rule]]`,
		"version = 1\n":          `: contains no [[rule]]`,
		"[[rule":                 `:1: `,
	} {
		path := write(text)
		if err := s.AddRules(path); err == nil || !strings.HasPrefix(err.Error(), path+want) {
			t.Errorf("the error is %v, want %s", err, path+want)
		}
	}
}

func guideExample(t *testing.T, name string) *Scenario {
	t.Helper()
	page, err := os.ReadFile("../../ui/guide/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range regexp.MustCompile("(?s)```toml\n(.*?)```").FindAllSubmatch(page, -1) {
		s, err := Parse("example.toml", block[1])
		if err != nil {
			t.Fatal(err)
		}
		if s.Name == name {
			s.WarmUp = 0
			return s
		}
	}
	t.Fatalf("the page has no example %q", name)
	return nil
}

func newWorldOf(t *testing.T, s *Scenario) *flock.World {
	t.Helper()
	w, err := flock.NewWorld(s.Def())
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// The examples on the page "Write a rule" of the guide fly, with the effects on the page.
func TestRulesOfTheGuide(t *testing.T) {
	var last [2]flock.Snapshot
	for k, name := range []string{"space", "order from noise"} {
		w := newWorldOf(t, guideExample(t, name))
		for range 400 {
			w.Step()
		}
		w.Snapshot(&last[k])
	}
	if got := meanNearest(&last[0]); got < 0.9 || got > 2 {
		t.Errorf("the nearest neighbour is %v m away on average, want about the personal space, 1.5 m", got)
	}
	var sum [3]float32
	for _, v := range last[1].Vel {
		h := v.Normalize()
		sum[0], sum[1], sum[2] = sum[0]+h[0], sum[1]+h[1], sum[2]+h[2]
	}
	n := float32(len(last[1].Vel))
	if order := sum[0]/n*sum[0]/n + sum[2]/n*sum[2]/n; order < 0.6 || sum[1] != 0 {
		t.Errorf("the square of the order is %v, want at least 0.6", order)
	}
}

// slowZones returns the next heading of boid i in Couzin's model, from equations 1 to 3 of the paper and
// its limit of the turn, without the random error.
func slowZones(pos, heading []vec.Vec64, i int, orientation, attraction float64) vec.Vec64 {
	var repulsion, others vec.Vec64
	repelled := 0
	for j := range pos {
		offset := pos[j].Sub(pos[i])
		d := offset.Length()
		inView := math.Acos(max(-1, min(1, offset.Unit().Dot(heading[i])))) < 135*math.Pi/180
		switch {
		case j == i || d >= attraction:
		case d < 1:
			repulsion, repelled = repulsion.Sub(offset.Unit()), repelled+1
		case inView && d < orientation:
			others = others.Add(heading[j])
		case inView:
			others = others.Add(offset.Unit())
		}
	}
	wanted := others
	if repelled > 0 {
		wanted = repulsion
	}
	if wanted.Length() == 0 {
		return heading[i]
	}
	wanted = wanted.Unit()
	angle, most := math.Acos(max(-1, min(1, wanted.Dot(heading[i])))), 4*math.Pi/180
	if angle <= most {
		return wanted
	}
	side := wanted.Sub(heading[i].Scale(wanted.Dot(heading[i]))).Unit()
	return heading[i].Scale(math.Cos(most)).Add(side.Scale(math.Sin(most)))
}

// Couzin's model in the guide agrees with slowZones step by step, within the quantum of velocities. A few
// boids may differ, because rounding can decide whether a boid is inside a zone or the field of view.
func TestZonesOfTheGuide(t *testing.T) {
	s := guideExample(t, "three zones")
	if err := s.Params.Set("error", 0.0); err != nil {
		t.Fatal(err)
	}
	w, offset, steps := newWorldOf(t, s), 0, 200
	var current flock.Snapshot
	for range steps {
		w.Snapshot(&current)
		var pos, heading []vec.Vec64
		for k := range current.Pos {
			pos, heading = append(pos, vec.Vec64Of(current.Pos[k])), append(heading, vec.Vec64Of(current.Vel[k]).Unit())
		}
		w.Step()
		w.Snapshot(&current)
		for k := range pos {
			want := slowZones(pos, heading, k, 3, 14).Scale(0.3)
			got := vec.Vec64Of(current.Vel[k]).Scale(1 / float64(s.TickRate))
			for c := range 3 {
				if math.Abs(got[c]-want[c]) > 0.51*vec.Quantum {
					offset++
					break
				}
			}
		}
	}
	if most := steps * len(current.Pos) / 1000; offset > most {
		t.Errorf("%d of %d velocities differ from the paper's, want at most %d", offset, steps*len(current.Pos), most)
	}
}

func meanNearest(s *flock.Snapshot) float32 {
	sum := float32(0)
	for i, p := range s.Pos {
		nearest := float32(1e9)
		for j, q := range s.Pos {
			if i != j {
				nearest = min(nearest, q.Sub(p).Len())
			}
		}
		sum += nearest
	}
	return sum / float32(len(s.Pos))
}
