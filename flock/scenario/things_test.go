package scenario

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/vec"
)

const surrounded = `version = 1

[[obstacle]]
name = "tower"
shape = "cylinder"
at = [10, 0, -5]
radius = 4
height = 30

[[obstacle]]
at = [0, 5, 0]

[[path]]
name = "river"
points = [[0, 10, 0], [50, 12, 0], [50, 10, 50]]
closed = true

[[wind]]
name = "breeze"
speed = 3

[[event]]
at = 5
thing = "breeze"
key = "speed"
value = 9
ramp = 2
`

// Things that are written and parsed again are the same, and can be simulated.
func TestThingsOfAScenario(t *testing.T) {
	s, err := Parse("a.toml", []byte(surrounded))
	if err != nil {
		t.Fatal(err)
	}
	tower, ok := s.Surroundings.Thing("tower").(*around.Obstacle)
	if !ok || tower.Shape != "cylinder" || tower.At != (vec.Vec{X: 10, Z: -5}) || tower.Radius != 4 || tower.Height != 30 {
		t.Errorf("the tower is %+v, want the values of the file", tower)
	}
	if n := len(s.Surroundings.Things()); n != 4 || s.Surroundings.Thing("obstacle-1") == nil {
		t.Errorf("there are %d things, want 4, one of them obstacle-1", n)
	}
	second, err := Parse("b.toml", s.TOML())
	if err != nil {
		t.Fatalf("the written file gives the error %v\n%s", err, s.TOML())
	}
	if d := cmp.Diff(s.Surroundings.Things(), second.Surroundings.Things()); d != "" {
		t.Error(d)
	}
	if key, a, b := Difference(s, second); key != "" {
		t.Errorf("%s is %s, but %s when read again", key, a, b)
	}
	tower.Radius = 5
	if key, _, _ := Difference(s, second); key != "obstacle" {
		t.Errorf("with another tower, the difference is %q, want obstacle", key)
	}
}

// An event changes a thing at its time, and back at its end.
func TestEventsOfThings(t *testing.T) {
	s, err := Parse("a.toml", []byte(surrounded))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.AddEvent("1s+1s:tower.at=[20, 0, 0]"); err != nil {
		t.Fatal(err)
	}
	d := s.Def()
	d.WarmUp = 0
	if err := d.Params.Set("count", 3); err != nil {
		t.Fatal(err)
	}
	w, err := flock.NewWorld(d)
	if err != nil {
		t.Fatal(err)
	}
	seen := func(seconds float64) (speed float32, x float32) {
		for w.Tick() < int64(seconds*float64(d.TickRate))+1 {
			w.Step()
		}
		all := w.Surroundings()
		return all.Winds[0].Speed, all.Obstacles[0].At.X
	}
	for _, c := range []struct {
		at       float64
		speed, x float32
	}{{0.5, 3, 10}, {1.5, 3, 20}, {2.5, 3, 10}, {6, 6, 10}, {8, 9, 10}} {
		if speed, x := seen(c.at); speed != c.speed || x != c.x {
			t.Errorf("at %g s, the wind is %g m/s and the tower at %g m, want %g and %g", c.at, speed, x, c.speed, c.x)
		}
	}
	if _, err := flock.Resume(w.Checkpoint(), 1, flock.Auto, d.Params.Model()); err != nil {
		t.Error(err)
	}
}

func TestBadThings(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"[[obstacle]]\nradius = 0", "a.toml:3: radius = 0 is out of range 0.01 to 1000"},
		{"[[obstacle]]\nshape = \"blob\"", `a.toml:3: shape = "blob" is not one of`},
		{"[[obstacle]]\nshape = \"model\"", "a.toml:3: file is missing"},
		{"[[obstacle]]\nradios = 1", `a.toml:3: unknown key "radios", did you mean "radius"?`},
		{"[[path]]\npoints = [[0, 0, 0]]", "a.toml:3: points: a path needs at least two, not 1"},
		{"[[path]]\npoints = [[0, 0, 0], [1, 2]]", "a.toml:3: points point 2 = [1, 2] must be three numbers"},
		{"[[wind]]\nname = \"a\"\n[[wind]]\nname = \"a\"", `a.toml:5: wind a: wind 1 has the same name, "a"; names must be unique`},
		{"[[wind]]\nname = \"a\"\n[[place]]\nname = \"a\"", `a.toml:3: wind a: place 1 has the same name, "a"`},
		{"[[wind]]\nfor = \"crow\"\nform = \"thermal\"", `a.toml:3: wind wind-1: for = "crow": no flock has this species; use one of hartman`},
		{strings.Repeat("[[wind]]\nspeed = 1\n", 300), "a.toml:514: wind wind-257: 300 obstacles, paths, places, perches and winds: at most 256 are allowed"},
		{strings.Repeat("[[path]]\npoints = ["+strings.Repeat("[0,0,0],[9,9,9],", 450)+"]\n", 30), "a.toml:47: path path-23: the paths have more than 20000 points in total"},
		{strings.Repeat("[[perch]]\nspacing = 0.1\npoints = [[0, 9, 0], [900, 9, 0]]\n", 6), "a.toml:18: perch perch-6: the perches have more than 50000 seats"},
		{"[[obstacle]]\n[[perch]]\nopen = true\npoints = [[1, 0, 1]]", "a.toml:5: perch perch-1: seat 1 at [1, 0, 1] is inside the obstacle obstacle-1; move it outside, or set on = \"obstacle-1\""},
		{"[[obstacle]]\nshape = \"ground\"\n[[perch]]\nopen = true\non = \"obstacle-1\"", `a.toml:6: perch perch-1: on = "obstacle-1": birds cannot perch on an obstacle with shape = "ground"; give the places of the seats as points = [[x, y, z]] instead of "on"`},
		{"[[perch]]\nopen = true\non = \"tower\"", `a.toml:4: perch perch-1: on = "tower": there is no obstacle with this name`},
		{"[[perch]]\non = \"tower\"\npoints = [[1, 0, 1]]", `a.toml:4: points and "on" cannot be used together; remove points to put the seats on top of the obstacle, or remove "on"`},
		{"[[obstacle]]\n[[perch]]\non = \"obstacle-1\"\nradius = 5", `a.toml:5: radius is 5 m: only a patch around a point has one; remove radius, or give a point instead of "on"`},
		{"[[perch]]\nradius = 5\npoints = [[1, 0, 1], [5, 0, 1]]", `a.toml:3: radius is 5 m: only a patch around a single point has one; remove radius, or all points but one`},
		{"[[perch]]\npoints = [[1, 0, 1]]\nspacing = 0.05\nradius = 500", `a.toml:4: spacing is 0.05 m: must be at least 8.87 m here, because a perch has at most 10000 seats`},
		{"[[perch]]\npoints = [[-1000, 0, 0], [1000, 0, 0]]\nspacing = 0.05", `a.toml:4: spacing is 0.05 m: must be at least 0.2 m here, because a perch has at most 10000 seats`},
		{"[[obstacle]]\n[[perch]]\non = \"obstacle-1\"\nspacing = 0.05\n[[obstacle]]\nshape = \"box\"\nname = \"lid\"\nat = [0, 5, 0]", `a.toml:4: perch perch-1: on = "obstacle-1": there is no free seat on top of it`},
		{"[[obstacle]]\nradius = 100\n[[perch]]\non = \"obstacle-1\"\nspacing = 0.1", `a.toml:6: perch perch-1: spacing is 0.1 m: must be larger, because the obstacle obstacle-1 has room for more than 10000 seats`},
		{"[[obstacle]]\nshape = \"box\"\nradius = 3", `a.toml:4: radius cannot be combined with shape = "box"; use size instead, or set shape to sphere or cylinder`},
		{"[[obstacle]]\nradius = 3\nshape = \"plane\"", `a.toml:3: radius cannot be combined with shape = "plane"; remove it, or set shape to sphere or cylinder`},
		{"[[wind]]\nheight = 30", `a.toml:3: height cannot be combined with form = "steady"; use from instead, or set form to shear or thermal`},
		{"[[event]]\nat = 1\nwhen = \"sped > 1\"\nkey = \"cohesion\"\nvalue = 0.1", `a.toml:4: event 1: unknown measure "sped": use one of polarization`},
		{"[[event]]\nat = 1\nvalue = 0.1\nkey = \"cohesion\"\nwhen = \"distance owl < 1\"", `a.toml:6: event 1: distance "owl": must name a species, or a thing`},
		{"[[wind]]\nname = \"hartman\"", `a flock and the wind are both called "hartman"`},
		{"[obstacle]\nradius = 1", "a.toml:2: obstacle must be a list of tables, each under [[obstacle]]"},
		{"[[event]]\nat = 1\ndo = \"loose\"", "a.toml:2: loose: the flock hartman already has 300 boids; use a flock with count = 0"},
		{"[[event]]\nat = 1\nthing = \"x\"\nkey = \"speed\"\nvalue = 1", `a.toml:4: unknown thing "x"`},
		{"[[wind]]\n[[event]]\nat = 1\nthing = \"wind-1\"\nkey = \"sped\"\nvalue = 1", `a.toml:6: the wind wind-1 has no "sped", did you mean "speed"?`},
	} {
		_, err := Parse("a.toml", []byte("version = 1\n"+c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: the error is %v\nwant %s", c.text, err, c.want)
		}
	}
}

func TestEventActions(t *testing.T) {
	const scene = "version = 1\n[[perch]]\nname = \"wire\"\npoints = [[0, 9, 0], [9, 9, 0]]\n[[place]]\nname = \"lure\"\n[[wind]]\nname = \"breeze\"\n[[flock]]\nspecies = \"hawk\"\n[flock.params]\ncount = 0\n"
	for _, c := range []struct {
		event, word, thing, species, key string
		value                            any
	}{
		{"thing = \"wire\"\ndo = \"leave\"", "wire.leave", "wire", "", "open", false},
		{"thing = \"wire\"\ndo = \"land\"", "wire.land", "wire", "", "open", true},
		{"thing = \"breeze\"\ndo = \"stop\"", "breeze.stop", "breeze", "", "speed", float32(0)},
		{"thing = \"breeze\"\ndo = \"start\"\nvalue = 7", "breeze.start=7", "breeze", "", "speed", float32(7)},
		{"thing = \"lure\"\ndo = \"move\"\nvalue = [1, 2, 3]", "lure.move=[1, 2, 3]", "lure", "", "at", vec.Vec{X: 1, Y: 2, Z: 3}},
		{"species = \"hawk\"\ndo = \"loose\"", "hawk.loose", "", "hawk", "count", 1},
		{"do = \"scatter\"", "scatter", "", "", "scatter", float32(1)},
	} {
		s, err := Parse("a.toml", []byte(scene+"[[event]]\nwhen = \"speed > 3\"\n"+c.event))
		if err != nil {
			t.Error(err)
			continue
		}
		if err := s.AddEvent("speed>3:" + c.word); err != nil {
			t.Error(err)
			continue
		}
		for _, e := range s.Events {
			if e.Thing != c.thing || e.Species != c.species || e.Key != c.key || e.Value != c.value {
				t.Errorf("%s: %+v", c.event, e)
			}
		}
		if a, b := s.schedule()[0], s.schedule()[1]; a.When == nil || *a.When != *b.When || a.Hold != b.Hold {
			t.Errorf("%s: the two ways to write the event give different conditions: %+v and %+v", c.event, a, b)
		}
		if _, err := Parse("b.toml", s.TOML()); err != nil {
			t.Error(err)
		}
	}
}

// The reference has every key, and parses as a scene with the required values.
func TestReference(t *testing.T) {
	text := string(Reference())
	things, events, ok := strings.Cut(text, "[[event]]")
	if !ok {
		t.Fatal("the printed keys contain no events")
	}
	things = strings.ReplaceAll(things, "points = []", "points = [[0, 9, 0], [9, 9, 0]]")
	s, err := Parse("a.toml", []byte("version = 1\n"+things))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(s.Surroundings.Things()); n != len(around.ThingKinds()) {
		t.Errorf("the printed keys give %d things, want one of each kind", n)
	}
	for _, f := range eventFields(&Event{}) {
		if !strings.Contains(events, "\n"+f.Key+" = ") {
			t.Errorf("the printed keys lack the key %q of an event", f.Key)
		}
	}
}
