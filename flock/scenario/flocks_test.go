package scenario

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"skein/flock/cloud"
	"skein/flock/model"
	"skein/flock/vec"
)

// twoFlocksFile is a typical scenario file of a user.
const twoFlocksFile = `version = 1
model = "cornell"
species = "sparrow"
flees = ["hawk"]

[params]
count = 50

[[flock]]
species = "hawk"
follows = ["sparrow"]
[flock.start]
altitude = 20
[flock.params]
count = 2
max_speed = 9
[flock.bird]
file = "gull"

[[flock]]
model = "hartman"
notices = ["hawk", "sparrow"]
`

func TestFlocksOfAScenario(t *testing.T) {
	s, err := Parse("s.toml", []byte(twoFlocksFile))
	if err != nil {
		t.Fatal(err)
	}
	def := s.Def()
	all := def.Flocks()
	if len(all) != 3 {
		t.Fatalf("%d flocks", len(all))
	}
	var got []any
	for k := range all {
		f := &all[k]
		got = append(got, f.Name(), f.Params.Model().Name(), f.Params.Count(), f.Notices, f.Follows, f.Flees)
	}
	none := []string(nil)
	want := []any{
		"sparrow", "cornell", 50, none, none, []string{"hawk"},
		"hawk", "cornell", 2, none, []string{"sparrow"}, none,
		"hartman", "hartman", model.Hartman().Params().Count(), []string{"hawk", "sparrow"}, none, none,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the flocks are\n%v\nwant\n%v", got, want)
	}
	if hawk := s.Others[0]; hawk.Start.Altitude != 20 || hawk.Params.Float("max_speed") != 9 || hawk.Bird.File != "gull" || s.Bird.File != "" {
		t.Errorf("the hawk is %+v, want the values of the file", hawk)
	}
	second, err := Parse("s.toml", s.TOML())
	if err != nil {
		t.Fatalf("%v in\n%s", err, s.TOML())
	}
	if key, a, b := Difference(s, second); key != "" || !reflect.DeepEqual(s.Def(), second.Def()) {
		t.Errorf("written and read back, %s is %s, want %s", key, b, a)
	}
	if err := second.Others[0].Params.Set("count", 3); err != nil {
		t.Fatal(err)
	}
	if key, a, b := Difference(s, second); key != "flock 2: params.count" || a != "2" || b != "3" {
		t.Errorf("the difference is %q, %s and %s, want the hawks' count, 2 and 3", key, a, b)
	}
	if strings.Count(s.Settings("params"), "max_speed = 9.0") != 1 {
		t.Errorf("the settings lack those of the hawks: %s", s.Settings("params"))
	}
}

func TestFlocksErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"[[flock]]\nspecies = \"hawk\"\n[flock.params]\nvison = 3\n", `s.toml:6: unknown key "vison", did you mean "vision"?`},
		{"[[flock]]\nspecies = \"hawk\"\n[[flock]]\nspecies = \"owl\"\n[flock.params]\ncount = -1\n", "s.toml:8: params.count = -1 is out of range"},
		{"[[flock]]\nspecies = \"hawk\"\nseed = 3\n", `s.toml:5: unknown key "seed"`},
		{"[[flock]]\nmodel = \"eagle\"\n", `s.toml:4: unknown model "eagle"`},
		{"[[flock]]\nspecies = \"hawk\"\n[flock.light]\nhaze = 0\n", `s.toml:5: unknown key "light"`},
		{"[flock]\nspecies = \"hawk\"\n", "s.toml:3: flock must be a list of tables, each under [[flock]]"},
		{"flock = 3\n", "s.toml:3: flock must be a list of tables"},
		{"flock = [{species = \"hawk\"}]\n", "s.toml:3: flock must be a list of tables"},
		{"[flock.params]\ncount = 3\n", "s.toml:3: flock must be a list of tables"},
		{"[[flock]]\n", `s.toml:3: another flock already has the species "hartman"; choose a different species`},
		{"flees = [\"hawk\"]\n", `s.toml:3: the key "flees" lists "hawk": no flock has this species; there are no other flocks`},
		{"flees = \"hawk\"\n", `s.toml:3: flees = "hawk" must be a list of names`},
		{"flees = [\"hawk\"]\nfollows = [\"hawk\"]\n[[flock]]\nspecies = \"hawk\"\n", `s.toml:3: the keys "follows" and "flees" both list "hawk"; use only one of them`},
		{"[[flock]]\nspecies = \"hawk\"\nfollows = [\"hawk\"]\n", `s.toml:5: the key "follows" lists "hawk", which is the flock itself`},
		{"follows = [\"hwak\"]\n[[flock]]\nspecies = \"hawk\"\n", `s.toml:3: the key "follows" lists "hwak": no flock has this species, did you mean "hawk"?`},
		{"follows = [\"hawk\", \"hawk\"]\n[[flock]]\nspecies = \"hawk\"\n", `s.toml:3: the key "follows" lists "hawk" twice`},
		{"[[flock]]\nspecies = \"Big Hawk\"\n", `s.toml: species Big Hawk: species is "Big Hawk": use up to 64 lower-case letters`},
		{"[[flock]]\nspecies = \"" + strings.Repeat("k", 65) + "\"\n", "s.toml: species kkk"},
		{"[[obstacle]]\nname = \"" + strings.Repeat("k", 65) + "\"\nradius = 1.0\n", `s.toml:4: name is "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk": use up to 64 lower-case letters`},
		{"[flocks.params]\ncount = 3\n", `s.toml:3: unknown table [flocks], did you mean "flock"?`},
		{"flocks = 3\n", `s.toml:3: unknown key "flocks", did you mean "flock"?`},
	} {
		_, err := Parse("s.toml", []byte("version = 1\n\n"+c.text))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: the error is %v, want %s", c.text, err, c.want)
		}
	}
}

// A group has the radius and speed of the start by default. Groups may be tables or an inline list, in any
// flock, and replace those of the base.
func TestGroups(t *testing.T) {
	s, err := Parse("s.toml", []byte(`version = 1
[start]
radius = 4
speed = 7
[[start.group]]
count = 5
place = [-60, 0, 8]
heading = 90
[[start.group]]
share = 1
speed = 3
[[flock]]
species = "hawk"
start.group = [{count = 2, radius = 1, speed = 2}]
`))
	if err != nil {
		t.Fatal(err)
	}
	want := []cloud.Group{{Count: 5, Place: vec.Vec{X: -60, Z: 8}, Radius: 4, Heading: 90, Speed: 7}, {Share: 1, Radius: 4, Speed: 3}}
	if !reflect.DeepEqual(s.Start.Groups, want) {
		t.Errorf("the groups are %+v, want %+v", s.Start.Groups, want)
	}
	if got := s.Others[0].Start.Groups; !reflect.DeepEqual(got, []cloud.Group{{Count: 2, Radius: 1, Speed: 2}}) {
		t.Errorf("the hawk's groups are %+v, want one of 2", got)
	}
	second, err := Parse("s.toml", s.TOML())
	if err != nil || !reflect.DeepEqual(second, s) {
		t.Errorf("written and read back, the scene differs (error %v): %+v", err, second)
	}
	if got := s.Settings("start"); !strings.Contains(got, "heading = 90.0") {
		t.Errorf("the settings are %q, want heading = 90.0 among them", got)
	}
	// the file sets a radius, which switches start.roomy off
	if key, _, _ := Difference(s, defaults()); key != "start.roomy" {
		t.Errorf("the first difference is %q, want start.roomy", key)
	}
	other, _ := Parse("s.toml", s.TOML())
	other.Start.Groups[1].Speed = 4
	if key, _, _ := Difference(s, other); key != "start.group" {
		t.Errorf("with other groups, the first difference is %q, want start.group", key)
	}
}

// A list of species uses the name that the window shows for a flock: its species or, without one, its
// bird. The name of its model is valid, too. An error names the other flocks.
func TestNamesOfFlocks(t *testing.T) {
	parse := func(base, name string) (*Scenario, error) {
		return Parse("s.toml", []byte("version = 1\nbase = \""+base+"\"\n[[flock]]\nspecies = \"hawk\"\nmodel = \"hartman\"\nfollows = [\""+name+"\"]\n[flock.bird]\nfile = \"falcon\"\n"))
	}
	for _, c := range []struct{ base, name, want string }{
		{"starlings", "starling", "starling"},
		{"starlings", "starlings", "starling"},
		{"paper", "starling", "hartman"},
		{"paper", "hartman", "hartman"},
		{"paper", "boid", "hartman"},
		{"geese", "goose", "hartman"},
	} {
		s, err := parse(c.base, c.name)
		if err != nil {
			t.Errorf("base %s, follows %s: %v", c.base, c.name, err)
			continue
		}
		if name, follows := s.Flock.Name(), s.Others[0].Follows; name != c.want || !slices.Equal(follows, []string{c.want}) {
			t.Errorf("base %s, follows %s: the flock %q follows %q, want %q", c.base, c.name, name, follows, c.want)
		}
	}
	const event = "\n[[event]]\nat = 1.0\nspecies = \"boid\"\ndo = \"scatter\"\n"
	s, err := Parse("s.toml", []byte("version = 1\nbase = \"paper\"\n[[flock]]\nspecies = \"hawk\"\nmodel = \"hartman\"\n"+event))
	if err == nil {
		err = s.AddEvent("2s:boid.cohesion=0")
	}
	if err != nil || s.Events[0].Species != "hartman" || s.Events[1].Species != "hartman" {
		t.Errorf("events of the species boid: error %v", err)
	}
	if _, err := parse("starlings", "gull"); err == nil || !strings.HasSuffix(err.Error(), `the key "follows" lists "gull": no flock has this species; use one of starling`) {
		t.Errorf("follows gull: the error is %v", err)
	}
}
