package scenario

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/cloud"
	"skein/flock/lead"
	"skein/flock/look"
	"skein/flock/model"
	"skein/flock/param"
	"skein/flock/sample"
	"skein/flock/vec"
)

// A scenario can contain an escape curve (H13).
func TestEscapePoints(t *testing.T) {
	text := "version = 1\n[params]\nescape_shape = \"custom\"\nescape_points = [\n  [0, 0], # at once\n  [0.2, 1],\n  [1, 0.25],\n]\n"
	s, err := Parse("s.toml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	want := param.Curve{N: 3, At: [param.MaxPoints]param.Point{{}, {T: 0.2, Gain: 1}, {T: 1, Gain: 0.25}}}
	if s.Params.Points("escape_points") != want || lead.Shape(s.Params.Choice("escape_shape")) != lead.Custom {
		t.Errorf("the escape's shape is %v with the points %+v, want custom with %+v", lead.Shape(s.Params.Choice("escape_shape")), s.Params.Points("escape_points"), want)
	}
	if line := "\nescape_points = [[0.0, 0.0], [0.2, 1.0], [1.0, 0.25]] # "; !strings.Contains(string(s.TOML()), line) {
		t.Errorf("the written file lacks %q:\n%s", line, s.TOML())
	}
	s, err = Parse("s.toml", []byte("version = 1\n[params]\nescape_points = []\n"))
	if err != nil || s.Params.Points("escape_points") != (param.Curve{}) {
		t.Errorf("an empty list of points is read as %+v (error %v), want no points", s.Params.Points("escape_points"), err)
	}
}

// When the scene wire begins, all its birds sit on perches.
func TestWireBeginsPerched(t *testing.T) {
	wire, err := Builtin("wire")
	if err != nil {
		t.Fatal(err)
	}
	w, err := flock.NewWorld(wire.Def())
	if err != nil {
		t.Fatal(err)
	}
	var s flock.Snapshot
	w.Snapshot(&s)
	for i, f := range s.Flags {
		if f&flock.Perched == 0 {
			t.Errorf("bird %d flies", i)
		}
	}
	if s.Len() != 64 {
		t.Errorf("wire has %d birds, want 64", s.Len())
	}
}

func TestBuiltinScenes(t *testing.T) {
	murmuration, err := Load("murmuration")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := murmuration.Def(), defaults().Def(); !reflect.DeepEqual(got, want) {
		t.Errorf("murmuration simulates %+v, want the default %+v", got, want)
	}
	falcon, err := Load("falcon")
	if err != nil {
		t.Fatal(err)
	}
	if falcon.Params.Count() != 3000 || len(falcon.Others) != 1 || falcon.Others[0].Bird.File != "falcon" {
		t.Errorf("falcon simulates %+v, want 3000 starlings and a falcon", falcon.Def())
	}
	based, err := Parse("s.toml", []byte("version = 1\nbase = \"falcon\"\n"))
	if err != nil || !reflect.DeepEqual(based.Def(), falcon.Def()) || based.Others[0].Bird.File != "falcon" {
		t.Errorf("a scene with the base falcon is %+v (error %v), want the same", based, err)
	}
	paper, err := Load("paper")
	if err != nil {
		t.Fatal(err)
	}
	if paper.Params.Int("count") != 250 || paper.Show.Style != look.Spheres {
		t.Errorf("paper is %+v", paper)
	}
	for _, name := range Names() {
		if s, err := Load(name); err != nil || s.Name != name || s.Description == "" || s.File != "" {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
	}
}

// Each message is compared as a whole, because the user sees only the message.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", `s.toml: version is missing: add version = 1`},
		{"version = 2", `s.toml:1: version = 2: must be 1`},
		{"version = \"1\"", `s.toml:1: version = "1": must be 1`},
		{"version = 1\n[params]\nvision = 3.0\n\n# closer\nseperation = 0.2\n", `s.toml:6: unknown key "seperation", did you mean "separation"?`},
		{"version = 1\nparams.seperation = 0.2\n", `s.toml:2: unknown key "seperation", did you mean "separation"?`},
		{"version = 1\nparams = {vision = 2, seperation = 0.2}\n", `s.toml:2: unknown key "seperation", did you mean "separation"?`},
		{"version = 1\n[parms]\nvision = 3.0\n", `s.toml:2: unknown key "parms", did you mean "params"?`},
		{"version = 1\n[view]\ncolour = \"speed\"\n", `s.toml:2: unknown table [view], did you mean "show.colour"?`},
		{"version = 1\nvision = 3.0\n", `s.toml:2: unknown key "vision", did you mean "params.vision"?`},
		{"version = 1\nleadership = 0.3\n", `s.toml:2: unknown key "leadership", did you mean "params.leadership"?`},
		{"version = 1\n\"params.vision\" = 3.0\n", `s.toml:2: unknown key "params.vision"`},
		{"version = 1\n[camera]\nlens = 50\n", `s.toml:3: unknown key "camera.lens"`},
		{"version = 1\n[[event]]\nat = 5.0\n", `s.toml:2: key is missing: give the key of a parameter or property, or set "do" to one of scatter, loose, land, leave, move, start, stop`},
		{"version = 1\n[camera.lens]\nmm = 50\n", `s.toml:2: unknown key "camera.lens"`},
		{"version = 1\nseed.x.y = 1\n", `s.toml:2: unknown key "seed.x.y"`},
		{"version = 1\n[seed]\n", `s.toml:2: seed = {…0 keys…} must be a whole number`},
		{"version = 1\n\n[params]\nleadership = 3\n", `s.toml:4: params.leadership = 3 is out of range 0 to 1`},
		{"version = 1\n[params]\nvision = nan\n", `s.toml:3: params.vision = NaN is out of range 0.1 to 100`},
		{"version = 1\n[params]\nvision = \"far\"\n", `s.toml:3: params.vision = "far" must be a number`},
		{"version = 1\n[params]\ncount = 2.5\n", `s.toml:3: params.count = 2.5 must be a whole number`},
		{"version = 1\n[params]\nfront_test = 1\n", `s.toml:3: params.front_test = 1 must be true or false`},
		{"version = 1\n[params]\nfalloff = \"linaer\"\n", `s.toml:3: params.falloff = "linaer" is not one of sum, linear, inverse, inverse_square, did you mean "linear"?`},
		{"version = 1\n[params]\nescape_points = 3\n", `s.toml:3: params.escape_points = 3 must be a list of points, [[time, gain], …]`},
		{"version = 1\n[params]\n\nescape_points = [[0, 0], [0.5]]\n", `s.toml:4: params.escape_points point 2 = [0.5] must be two numbers, [time, gain]`},
		{"version = 1\n[params]\nescape_points = [[0, 0], 1]\n", `s.toml:3: params.escape_points point 2 = 1 must be two numbers, [time, gain]`},
		{"version = 1\n[params]\nescape_points = [[0, 0], [0.5, \"high\"]]\n", `s.toml:3: params.escape_points point 2 = "high" must be a number`},
		{"version = 1\n[params]\nescape_points = [[0, 0], [1.5, 1]]\n", `s.toml:3: params.escape_points point 2 = 1.5 is out of range 0 to 1`},
		{"version = 1\n[params]\nescape_points = [[0, 0], [1, nan]]\n", `s.toml:3: params.escape_points point 2 = NaN is out of range 0 to 1`},
		{"version = 1\n[params]\nescape_points = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0]]\n", `s.toml:3: params.escape_points = […9 values…] has too many points: at most 8 are allowed`},
		{"version = 1\n[params]\nescape_points = [[0, 0]]\n", `s.toml:3: escape_points: the curve has 1 points; it must have 2 to 8, or none`},
		{"version = 1\n[params]\nvision = 3\nescape_points = [[0, 0], [0.5, 1], [0.5, 0]]\n", `s.toml:4: escape_points: point 3 is at 0.5, the point before it at 0.5: they must be at least 0.001 apart`},
		{"version = 1\n[params]\nmax_speed = 4.0\n", `s.toml:3: min_speed is 5 m/s: must be at most max_speed, 4 m/s`},
		{"version = 1\nparams = 3\n", `s.toml:2: params must be one table, [params]`},
		{"version = 1\n[[params]]\nvision = 3.0\n", `s.toml:2: params must be one table, [params]`},
		{"version = 1\nbase = \"papper\"\n", `s.toml:2: base = "papper" is not a built-in scene, did you mean "paper"?`},
		{"version = 1\nbase = \"qqqqqqqqq\"\n", `s.toml:2: base = "qqqqqqqqq" is not one of none, ` + strings.Join(Names(), ", ")},
		{"version = 1\ntick_rate = 50\n", `s.toml:2: tick_rate = 50 is not a multiple of 30`},
		{"version = 1\nseed = -1\n", `s.toml:2: seed = -1 is out of range 0 to 9.223372036854776e+18`},
		{"version = 1\nseed = \"x\"\n", `s.toml:2: seed = "x" must be a whole number from 0 to 18446744073709551615`},
		{"version = 1\nname = 3\n", `s.toml:2: name = 3 must be text in quotes`},
		{"version = 1\n[start.group]\ncount = 3\n", `s.toml:2: start.group must be a list of tables, each under [[start.group]]`},
		{"version = 1\nstart.group.count = 3\n", `s.toml:2: start.group must be a list of tables, each under [[start.group]]`},
		{"version = 1\n[start]\ngroup = 3\n", `s.toml:3: start.group must be a list of tables, each under [[start.group]]`},
		{"version = 1\n[start]\ngroup = [3]\n", `s.toml:3: start.group must be a list of tables, each under [[start.group]]`},
		{"version = 1\n[start]\ngroup = [{count = 3}, {count = 1, wide = 2}]\n", `s.toml:3: start.group 2: unknown key "wide"`},
		{"version = 1\n[[start.group]]\ncount = 3\n[[start.group]]\ncount = 5\nhaeding = 3\n", `s.toml:6: start.group 2: unknown key "haeding", did you mean "heading"?`},
		{"version = 1\n[[start.group]]\ncount = 3\nplace.x = 3\n", `s.toml:4: start.group 1: unknown key "place.x", did you mean "place"?`},
		{"version = 1\n[[start.group]]\ncount = 3\nplace = [1, 2]\n", `s.toml:4: start.group 1: place = [1, 2] must be three numbers, [x, y, z]`},
		{"version = 1\n[[start.group]]\ncount = 3\nplace = [1, 2, 900]\n", `s.toml:4: start.group 1: place = 900 is out of range -500 to 500`},
		{"version = 1\n[[start.group]]\ncount = 2.5\n", `s.toml:3: start.group 1: count = 2.5 must be a whole number`},
		{"version = 1\n[[start.group]]\nheading = 720\n", `s.toml:3: start.group 1: heading = 720 is out of range -360 to 360`},
		{"version = 1\n[[start.group]]\ncount = 2\n[[start.group]]\n", `s.toml: start.group 2: count is 0 and share is 0: one of them must be above 0`},
		{"version = 1\n[[start.group]]\ncount = 2\nshare = 0.5\n", `s.toml: start.group 1: count is 2 and share is 0.5: one of them must be above 0`},
		{"version = 1\nmodel = \"cornell\"\n[[start.group]]\ncount = 2\nplace = [0, 5, 0]\n", `s.toml: start.group 1: place y is 5 m: must be 0 in the plane`},
		{"version = 1\n[[flock]]\nspecies = \"hawk\"\n[[flock.start.group]]\ncount = -1\n", `s.toml:5: start.group 1: count = -1 is out of range 0 to 4000000`},
		{"version = 1\n[camera]\ntarget = [1, 2]\n", `s.toml:3: camera.target = [1, 2] must be "flock" or three numbers, [x, y, z]`},
		{"version = 1\n[camera]\ntarget = [1, inf, 2]\n", `s.toml:3: camera.target = +Inf is out of range -1000000 to 1000000`},
	} {
		_, err := Parse("s.toml", []byte(c.text))
		if err == nil {
			t.Errorf("%q: no error, want %q", c.text, c.want)
		} else if err.Error() != c.want {
			t.Errorf("%q:\n got %s\nwant %s", c.text, err, c.want)
		}
	}
}

// The TOML library words these messages, so only file and line are checked.
func TestSyntaxErrors(t *testing.T) {
	for text, prefix := range map[string]string{
		"version = 1\nseed =\n":                     "s.toml:2: ",
		"version = 1\n[params\n":                    "s.toml:2: ",
		"version = 1\n\nseed = 1\nseed = 2\n":       "s.toml:4: ",
		"version = 1\n[params]\n[show]\n[params]\n": "s.toml:4: ",
		"version = 1\nseed = 99999999999999999999":  "s.toml:2: ",
		"version = 1\nname = \"\xff\"":              "s.toml:2: ",
		"PK\x03\x04\x00\x00":                        "s.toml:1: ",
	} {
		_, err := Parse("s.toml", []byte(text))
		if err == nil || !strings.HasPrefix(err.Error(), prefix) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: the error is %v, want %s…", text, err, prefix)
		}
	}
}

// Deep nesting must not overflow the stack.
func TestDeepNesting(t *testing.T) {
	for _, unit := range []string{"[", "{a=", "a."} {
		text := "version = 1\na = " + strings.Repeat(unit, maxBytes/len(unit)-20)
		if unit == "a." {
			text = "version = 1\n" + strings.Repeat(unit, maxBytes/len(unit)-20) + "a = 1"
		}
		if _, err := Parse("s.toml", []byte(text)); err == nil {
			t.Errorf("%q repeated: no error", unit)
		} else if len(err.Error()) > maxBytes*2 {
			t.Errorf("%q repeated: the error has %d bytes, which is too long", unit, len(err.Error()))
		}
	}
	if _, err := Parse("s.toml", make([]byte, maxBytes+1)); err == nil {
		t.Error("an oversized file was read")
	}
}

func TestLoad(t *testing.T) {
	for name, want := range map[string]string{
		"murmurtion": `unknown scenario "murmurtion", did you mean "murmuration"?`,
		"README.md":  "README.md: neither a scenario file (.toml) nor a built-in scene (skein scenario list shows them)",
		"zork":       `unknown scenario "zork"; use a built-in one (skein scenario list shows them) or a .toml file`,
	} {
		if _, err := Load(name); err == nil || err.Error() != want {
			t.Errorf("the error is %v\nwant %s", err, want)
		}
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "own.toml")
	if _, err := Load(file); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("a missing file gives the error %v, want one that names it", err)
	}
	text := "version = 1\nbase = \"paper\"\n[params]\nvision = 4\n[camera]\ntarget = [1.0, 20.0, 3.0]\n[bird]\nfile = \"birds/owl.glb\"\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := Load(file)
	if err != nil {
		t.Fatal(err)
	}
	params := scene(t, "version = 1\nbase = \"paper\"\n").Params
	params = model.With(params, "vision", 4)
	if s.Params != params {
		t.Errorf("the parameters are %+v, want those of paper with vision 4", s.Params)
	}
	if want := (Target{Fixed: true, At: mgl32.Vec3{1, 20, 3}}); s.Camera.Target != want {
		t.Errorf("the target is %v, want %v", s.Camera.Target, want)
	}
	if want := filepath.Join(dir, "birds", "owl.glb"); s.BirdPath() != want {
		t.Errorf("the bird's path is %s, want %s", s.BirdPath(), want)
	}
}

// Every key is written and parsed back to the same bits, for random values.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := defaults()
		for _, f := range s.fields() {
			draw(t, f, s)
		}
		s.TickRate = 30 * rapid.IntRange(1, 32).Draw(t, "tick_rate")
		if s.Start.Perched {
			name := map[bool]string{true: "q", false: "p"}[s.Flocks()[0].Name() == "p"] // a different name from that of the first flock
			*s.Surroundings.Add("perch").(*around.Perch) = around.Perch{Name: name, Points: []vec.Vec{{}}, Spacing: 1, Open: true, Calls: 1, Leave: "wave"}
		}
		s.Params = model.With(s.Params, "min_speed", min(s.Params.Float("min_speed"), s.Params.Float("max_speed")))
		if flock.Bounds(s.Params.Choice("bounds")) == flock.Wrap {
			s.Params = model.With(s.Params, "bounds_size", min(990, max(s.Params.Float("bounds_size"), 201))) // more than twice the largest vision radius
		}
		if s.Params.Validate() != nil { // an active rule may need one value for all boids
			s.Params = model.With(s.Params, "vision_spread", 0, "max_speed_spread", 0, "cruise_speed_spread", 0)
		}
		text := s.TOML()
		if err := s.Params.Validate(); err != nil {
			t.Skip(err) // float32 may round a bound such as 0.01 out of the range
		}
		got, err := Parse("s.toml", text)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		got.File = ""
		if !reflect.DeepEqual(got, s) {
			t.Fatalf("the scene is %+v\nwant %+v\nread from\n%s", got, s, text)
		}
		if string(got.TOML()) != string(text) {
			t.Fatalf("written a second time, the file differs (-first +second):\n%s", cmp.Diff(string(text), string(got.TOML())))
		}
	})
}

// A negative zero is written as 0.0, so that a file stays the same when it is parsed and written.
func TestNegativeZeroIsWrittenWithoutItsSign(t *testing.T) {
	s := defaults()
	s.Look.Camera.Azimuth = float32(math.Copysign(0, -1))
	text := s.TOML()
	if strings.Contains(string(text), "-0.0") {
		t.Errorf("the file contains -0.0:\n%s", text)
	}
	second, err := Parse("s.toml", text)
	if err != nil || string(second.TOML()) != string(text) {
		t.Errorf("written a second time, the file differs (error %v)", err)
	}
}

func draw(t *rapid.T, f field, s *Scenario) {
	switch p := f.pointer(s).(type) {
	case *int:
		*p = rapid.IntRange(int(f.Min), int(f.Max)).Draw(t, f.Key)
	case *uint64:
		*p = rapid.Uint64().Draw(t, f.Key)
	case *float32:
		*p = rapid.Float32Range(float32(f.Min), float32(f.Max)).Draw(t, f.Key)
	case *bool:
		*p = rapid.Bool().Draw(t, f.Key)
	case *string:
		if f.Key == "species" {
			*p = rapid.StringMatching("[a-z][a-z0-9_-]{0,9}").Draw(t, f.Key)
		} else if f.Options == nil {
			*p = strings.ToValidUTF8(rapid.String().Draw(t, f.Key), "?")
		} else {
			*p = rapid.SampledFrom(f.Options).Draw(t, f.Key)
		}
	case *[]string: // every species in the list must exist
	case *Target:
		if rapid.Bool().Draw(t, "fixed") {
			c := rapid.Float32Range(-maxCoordinate, maxCoordinate)
			*p = Target{Fixed: true, At: mgl32.Vec3{c.Draw(t, "x"), c.Draw(t, "y"), c.Draw(t, "z")}}
		}
	case *mgl32.Vec3:
		c := rapid.Float32Range(float32(f.Min), float32(f.Max))
		*p = mgl32.Vec3{c.Draw(t, "red"), c.Draw(t, "green"), c.Draw(t, "blue")}
	case *param.Curve:
		*p = param.Curve{N: rapid.IntRange(0, param.MaxPoints).Draw(t, f.Key)}
		if p.N == 1 {
			p.N = 2
		}
		gain := rapid.Float32Range(0, 1)
		for i := range p.Points() {
			at := (float32(i) + gain.Draw(t, "time")*0.9) / param.MaxPoints
			p.At[i] = param.Point{T: at, Gain: gain.Draw(t, "gain")}
		}
	case *vec.Vec:
		c := rapid.Float32Range(float32(f.Min), float32(f.Max))
		*p = vec.Vec{X: c.Draw(t, "x"), Y: c.Draw(t, "y"), Z: c.Draw(t, "z")}
	case *[]cloud.Group:
		for k := range rapid.IntRange(0, 3).Draw(t, f.Key) {
			*p = append(*p, cloud.Group{})
			for _, part := range groupFields(k, "") {
				draw(t, part, s)
			}
			if g := &(*p)[k]; g.Count > 0 {
				g.Share = 0
			} else {
				g.Share = max(g.Share, 0.001)
			}
		}
	case choice:
		p.set(rapid.IntRange(0, len(f.Options)-1).Draw(t, f.Key))
	case texts:
		p.set(rapid.SliceOfN(rapid.StringN(1, 5, -1), 1, MaxModels).Draw(t, f.Key))
	case wholes:
		n := len(s.Bird.Files())
		p.set(rapid.SliceOfN(rapid.IntRange(int(f.Min), int(f.Max)), n, n).Draw(t, f.Key))
	}
}

// Every field of a scene and every parameter is a key of the file.
func TestEveryFieldIsWritten(t *testing.T) {
	seen := map[any]bool{}
	s := defaults()
	choices := 0
	for _, f := range s.fields() {
		if p := f.pointer(s); reflect.TypeOf(p).Kind() == reflect.Pointer {
			seen[p] = true
		} else if _, ok := p.(choice); ok {
			choices++
		}
	}
	missing := 0
	for _, part := range []any{&s.Start, &s.Camera, &s.Light, &s.Show} {
		v := reflect.ValueOf(part).Elem()
		for _, f := range reflect.VisibleFields(v.Type()) {
			if !f.Anonymous && !seen[v.FieldByIndex(f.Index).Addr().Interface()] {
				missing++
			}
		}
	}
	for _, spec := range s.Params.Specs() {
		if spec.Choice != nil {
			choices--
		} else if f := paramAt(spec)(s); !seen[f] {
			t.Errorf("%s is not in the table", spec.Key)
		}
	}
	if missing != choices {
		t.Errorf("%d fields are not in the table, but only %d are choices", missing, choices)
	}
}

// A file with only a model equals the model's own scene. Models in the plane are seen from above.
func TestModelAlone(t *testing.T) {
	for name, elevation := range map[string]float32{"cornell": 90, "brundage": 90, "parker": -8, "cornell-3d": 15, "erneholm": 90, "erneholm-3d": 15, "heppner": -8, "hartman": -13.5} {
		s, err := Parse("s.toml", []byte("version = 1\nmodel = \""+name+"\"\n"))
		if err != nil {
			t.Fatal(err)
		}
		home := name
		if name == "hartman" {
			home = "murmuration"
		}
		scene, err := Builtin(home)
		if err != nil {
			t.Fatal(err)
		}
		alone := scene.Def()
		alone.Flock, alone.Others = flock.Flock{Start: alone.Start, Params: alone.Params}, nil
		if !reflect.DeepEqual(s.Def(), alone) {
			t.Errorf("the model %s simulates %+v, want %+v", name, s.Def(), alone)
		}
		if s.Camera.Elevation != elevation {
			t.Errorf("the model %s is seen from an elevation of %v°, want %v°", name, s.Camera.Elevation, elevation)
		}
		speed, _ := s.Params.Spec("max_speed")
		if steps := name != "hartman" && name != "heppner"; steps != (speed.Unit == "m/step") {
			t.Errorf("the model %s has speeds in %s, want the other unit", name, speed.Unit)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, name := range Names() {
		text, err := Text(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add(defaults().TOML())
	f.Add([]byte("version = 1\nparams = {vision = 2, camera.x = [{a=1}]}\n[[show]]\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Parse("f.toml", data)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("the error %q has more than one line", err)
			}
			return
		}
		second, err := Parse("f.toml", s.TOML())
		if err != nil {
			t.Fatalf("the written file gives the error %v", err)
		}
		if !reflect.DeepEqual(second, s) {
			t.Fatalf("the scene is read back as %+v, want %+v", second, s)
		}
	})
}

// Difference returns the first key that differs, and both values as in a file.
func TestDifference(t *testing.T) {
	a, err := Parse("a.toml", []byte("version = 1\nseed = 3\n[params]\nvision = 2.5\n[camera]\nmode = \"eye\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	same, err := Parse("b.toml", a.TOML())
	if err != nil {
		t.Fatal(err)
	}
	if key, x, y := Difference(a, same); key != "" {
		t.Errorf("the same scene has the difference %s: %s and %s", key, x, y)
	}
	for change, want := range map[string]string{
		"seed = 4":                 "seed 3 4",
		"params.vision = 3.0":      "params.vision 2.5 3.0",
		"camera.mode = \"follow\"": "camera.mode \"eye\" \"follow\"",
		"show.plain = true":        "show.plain false true",
	} {
		key, _, _ := strings.Cut(change, " = ")
		text := "version = 1\n" + change + "\n"
		for _, line := range []string{"seed = 3", "params.vision = 2.5", "camera.mode = \"eye\""} {
			if !strings.HasPrefix(line, key+" ") {
				text += line + "\n"
			}
		}
		b, err := Parse("c.toml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if key, x, y := Difference(a, b); key+" "+x+" "+y != want {
			t.Errorf("%s: the difference is %s: %s and %s, want %s", change, key, x, y, want)
		}
	}
	if got := a.Settings("light"); !strings.HasPrefix(got, "weather = \"clear\"; clouds = 1.0; cloud_seed = 0; next_weather = \"clear\"; next_at = 0.0; next_seconds = 0.0; turbidity = 2.1; ") || !strings.Contains(got, "; sun_azimuth = 14.0; sun_elevation = 34.0; haze = 0.0018; fog_top = 120.0; exposure = 1.0; adapt = 0.5; bloom = 0.04; land = \"meadow\"; land_seed = 0; sky = \"air\"; sun = [6.0, 3.3, 1.5]; ") {
		t.Errorf("the settings of the light are %s, want all in their order", got)
	}
}

// A file can set the parameters of other models' rules. Of these, only the ones that were set are written.
// The test takes a sample of the parameters.
func TestRulesOfOtherModels(t *testing.T) {
	for _, m := range model.All() {
		home := m.Params()
		for _, spec := range sample.Some(t, len(home.Specs())/5, home.Specs()) {
			if spec.Owner == "" || spec.Options != nil || spec.Bool != nil {
				continue
			}
			value := spec.Min + (spec.Max-spec.Min)*3/8
			if spec.Int != nil {
				value = math.Floor(value)
			}
			s, err := Parse("s.toml", fmt.Appendf(nil, "version = 1\nmodel = %q\n[params]\n%s = %v\n", m.Name(), spec.Key, value))
			if err != nil {
				t.Errorf("%s: %v", m.Name(), err)
				continue
			}
			if got := float64(s.Params.Float(spec.Key)) + float64(s.Params.Int(spec.Key)); float32(got) != float32(value) {
				t.Errorf("%s: %s is %v, want %v", m.Name(), spec.Key, got, value)
			}
			text := string(s.TOML())
			_, below, own := strings.Cut(text, "# Rules of other models: "+spec.Rule+" of "+spec.Owner+"\n"+spec.Key+" = ")
			if !own || strings.Contains(below, "# Rules of other models") {
				t.Errorf("%s: %s is not alone under the heading of its rule in\n%s", m.Name(), spec.Key, text)
			}
			second, err := Parse("s.toml", []byte(text))
			if err != nil || !reflect.DeepEqual(second, s) {
				t.Errorf("%s: %s is read back with another value (error %v)", m.Name(), spec.Key, err)
			}
		}
	}
	for _, name := range Names() {
		s, err := Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		if hunts := name == "falcon"; strings.Contains(string(s.TOML()), "other models") != hunts {
			t.Errorf("%s: rules of other models are written: %v, want the opposite", name, !hunts)
		}
	}
}
