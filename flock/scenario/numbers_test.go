package scenario

import (
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/around"
	"skein/flock/cloud"
	"skein/flock/param"
	"skein/flock/sample"
	"skein/flock/vec"
)

type table struct {
	name   string
	lines  string
	fields func(*Scenario) []field
}

func tables() (all []table) {
	first := func(s *Scenario) []field { return s.fields() }
	for _, section := range []string{"", "start", "params", "bird", "camera", "light", "show"} {
		all = append(all, table{section, header("[%s]", section), inSection(section, first)})
	}
	other := func(s *Scenario) []field { return flockFields(&s.Others[0].Params) }
	for _, section := range []string{"start", "params", "bird"} {
		name := "flock." + section
		all = append(all, table{name, "[[flock]]\nspecies = \"hawk\"\n" + header("[%s]", name), inSection(section, other)})
	}
	group := func(s *Scenario) []field { return groupFields(0, "") }
	for _, size := range []string{"count = 1\n", "share = 0.5\n"} {
		all = append(all,
			table{"start.group", "[[start.group]]\n" + size, group},
			table{"flock.start.group", "[[flock]]\nspecies = \"hawk\"\n[[flock.start.group]]\n" + size, group})
	}
	for _, kind := range around.ThingKinds() {
		all = append(all, table{kind, header("[[%s]]", kind), func(s *Scenario) []field {
			return thingFields(new(around.Surroundings).Add(kind))
		}})
	}
	return append(all, table{"event", "[[event]]\nat = 1\nkey = \"cohesion\"\nvalue = 0.5\n", func(s *Scenario) []field {
		return eventFields(&Event{})
	}})
}

func header(format, name string) string {
	if name == "" {
		return ""
	}
	return fmt.Sprintf(format+"\n", name)
}

func inSection(section string, all func(*Scenario) []field) func(*Scenario) []field {
	return func(s *Scenario) []field {
		return slices.DeleteFunc(all(s), func(f field) bool { return f.section != section })
	}
}

type numberKey struct {
	name     string // such as "start.group.share"
	before   string // lines of the file before the key
	key      string
	form     string // value with the letter N in place of a number: "N" or "[N, N, N]"
	float    bool   // whether the number is a float32, not an integer
	min, max float64
}

func numberKeys(t testing.TB) (all []numberKey) {
	t.Helper()
	for _, table := range tables() {
		s, err := Parse("s.toml", []byte("version = 1\n"+table.lines))
		if err != nil && !strings.Contains(err.Error(), "missing") && !strings.Contains(err.Error(), "points") {
			t.Fatalf("%s: %v", table.name, err)
		}
		if s == nil {
			s = defaults()
		}
		of := s
		if strings.HasPrefix(table.name, "flock.") {
			of = &Scenario{Flock: s.Others[0]}
		}
		for _, f := range table.fields(s) {
			if k, ok := numberKeyOf(f, of); ok {
				k.name = strings.TrimPrefix(table.name+"."+f.Key, ".")
				k.before = withoutLine(table.lines, f.Key) + requiredLine(table.name, f.Key)
				all = append(all, k)
			}
		}
	}
	return all
}

func numberKeyOf(f field, of *Scenario) (k numberKey, ok bool) {
	k = numberKey{key: f.Key, form: "[N, N, N]", float: true, min: f.Min, max: f.Max}
	at := f.pointer(of)
	if setting, ok := at.(perModel); ok {
		at = setting(new(ModelSettings))
	}
	switch at.(type) {
	case *int, *uint64:
		k.form, k.float = "N", false
	case *float32:
		k.form = "N"
	case *Target:
		k.min, k.max = -maxCoordinate, maxCoordinate
	case *mgl32.Vec3, *vec.Vec:
	case *[]vec.Vec:
		k.form = "[[N, N, N], [N, N, N]]"
	case *param.Curve:
		k.form = "[[N, N]]"
	default:
		return k, false
	}
	return k, true
}

func withoutLine(lines, key string) string {
	all := strings.SplitAfter(lines, "\n")
	return strings.Join(slices.DeleteFunc(all, func(line string) bool { return strings.HasPrefix(line, key+" = ") }), "")
}

// requiredLine returns the line that a thing with the key needs, or "".
func requiredLine(kind, key string) string {
	t := new(around.Surroundings).Add(kind)
	if t == nil {
		return ""
	}
	p, _ := around.PropertyOf(t, key)
	with, options, ok := strings.Cut(p.With, "=")
	if !ok {
		return ""
	}
	option, _, _ := strings.Cut(options, ",")
	return fmt.Sprintf("%s = %q\n", with, option)
}

func (k *numberKey) file(number string) string {
	return "version = 1\n" + k.before + k.key + " = " + strings.ReplaceAll(k.form, "N", number) + "\n"
}

// try parses a file with a number for the key. The error must be "out of range" exactly for numbers outside
// of it.
func (k *numberKey) try(t *testing.T, number string) {
	t.Helper()
	x, err := strconv.ParseFloat(number, 64)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Parse("s.toml", []byte(k.file(number)))
	isWhole := !strings.ContainsAny(number, ".en")
	slack := 1e-6*max(math.Abs(k.min), math.Abs(k.max)) + 1e-44
	switch outside := err != nil && strings.Contains(err.Error(), "is out of range"); {
	case err != nil && (!strings.HasPrefix(err.Error(), "s.toml:") || strings.ContainsAny(err.Error(), "\r\n")):
		t.Errorf("%s = %s: %q does not begin with the file or is not one line", k.name, number, err)
	case !k.float && !isWhole && (err == nil || !strings.Contains(err.Error(), "whole number")):
		t.Errorf("%s = %s: the error is %v, want an error that asks for a whole number", k.name, number, err)
	case !k.float && !isWhole:
	case outside && x >= k.min && x <= k.max:
		t.Errorf("%s = %s: the error is %v, but the number is within %v to %v", k.name, number, err, k.min, k.max)
	case err == nil && (x < k.min-slack || x > k.max+slack):
		t.Errorf("%s = %s is accepted, want an error: the range is %v to %v", k.name, number, k.min, k.max)
	}
	if err != nil {
		return
	}
	second, err := Parse("s.toml", s.TOML())
	if err != nil {
		t.Errorf("%s = %s: the file that TOML writes gives the error %v", k.name, number, err)
	} else if key, a, b := Difference(s, second); key != "" {
		t.Errorf("%s = %s: TOML writes %s = %s, which is read back as %s", k.name, number, key, a, b)
	}
}

// edgeNumbers returns numbers with many digits, near the limits of a key and inside its range.
func edgeNumbers(k *numberKey) []string {
	if !k.float {
		return []string{"1.0000000000000002", "-1e-60", "9223372036854775807", "-9223372036854775808"}
	}
	all := []string{"-1e-60"}
	for _, x := range []float64{
		math.Nextafter(k.max, math.Inf(1)), math.Nextafter(k.min, math.Inf(-1)), k.max * (1 + 1e-9),
		k.min + (k.max-k.min)/3, k.max + (k.max-k.min)/3,
	} {
		all = append(all, decimal(x))
	}
	return all
}

func TestNumberKeysCoverEveryTable(t *testing.T) {
	found := map[string]bool{}
	for _, k := range numberKeys(t) {
		found[k.name] = true
	}
	for _, name := range []string{
		"seed", "start.radius", "start.group.share", "params.cohesion", "params.escape_points", "bird.span", "camera.fov", "camera.target",
		"light.exposure", "light.sun", "flock.start.radius", "flock.start.group.speed", "flock.params.cohesion", "flock.bird.from",
		"obstacle.at", "path.points", "place.at", "perch.points", "wind.speed", "event.ramp",
	} {
		if !found[name] {
			t.Errorf("%s is not among the keys with numbers", name)
		}
	}
}

// A number with more digits than a float32 is accepted or refused correctly, for a sample of the keys.
func TestNumbersWithManyDigits(t *testing.T) {
	keys := numberKeys(t)
	for _, k := range sample.Some(t, len(keys)/5, keys) {
		for _, number := range edgeNumbers(&k) {
			k.try(t, number)
		}
	}
}

// A number that float32 rounds to a limit of its range is accepted, also in groups.
func TestGroupNumbersRoundToTheirBounds(t *testing.T) {
	for _, table := range []string{"start", "flock.start"} {
		for _, c := range []struct {
			lines string
			want  cloud.Group
		}{
			{"share = 1.00000001\nradius = 2\nspeed = 3", cloud.Group{Share: 1, Radius: 2, Speed: 3}},
			{"count = 1\nradius = 2\nspeed = 3\nheading = 360.00000000000006", cloud.Group{Count: 1, Radius: 2, Speed: 3, Heading: 360}},
			{"count = 1\nradius = 2\nspeed = 50.00000005", cloud.Group{Count: 1, Radius: 2, Speed: 50}},
			{"count = 1\nradius = -1e-60\nspeed = 3", cloud.Group{Count: 1, Speed: 3}},
		} {
			s, err := Parse("s.toml", []byte("version = 1\n[[flock]]\nspecies = \"hawk\"\n[["+table+".group]]\n"+c.lines+"\n"))
			if err != nil {
				t.Errorf("%s: %s: %v", table, c.lines, err)
				continue
			}
			got := s.Start.Groups
			if table != "start" {
				got = s.Others[0].Start.Groups
			}
			if len(got) != 1 || got[0] != c.want {
				t.Errorf("%s: %s is read as %+v, want %+v", table, c.lines, got, c.want)
			}
		}
	}
}

// Numbers in camera files are rounded to float32, and a written file parses back to the same keys.
func TestCameraNumbersWithManyDigits(t *testing.T) {
	lines := map[string]string{"time": "0.1", "position": "[1.0, 2.0, 3.0]", "target": "[4.0, 5.0, 6.0]", "roll": "0.1", "fov": "47.1"}
	for key, form := range map[string]string{"time": "N", "position": "[N, N, N]", "target": "[N, N, N]", "roll": "N", "fov": "N"} {
		for _, number := range []string{"0.10000000000000000555111512312578", "150.00000000000003", "1000000.0000000001", "1e39", "1e300", "-1e-60"} {
			own := maps.Clone(lines)
			own[key] = strings.ReplaceAll(form, "N", number)
			text := "version = 1\n[[key]]\n"
			for _, k := range slices.Sorted(maps.Keys(own)) {
				text += k + " = " + own[k] + "\n"
			}
			keys, err := ParseCamera("c.toml", []byte(text))
			if err != nil {
				if !strings.HasPrefix(err.Error(), "c.toml:") || strings.ContainsAny(err.Error(), "\r\n") {
					t.Errorf("%s = %s: %q does not begin with the file or is not one line", key, number, err)
				}
				continue
			}
			second, err := ParseCamera("c.toml", CameraTOML(keys))
			if err != nil || !reflect.DeepEqual(second, keys) {
				t.Errorf("%s = %s is read back as %+v (error %v), want %+v", key, number, second, err, keys)
			}
		}
	}
}

// FuzzNumbers parses files that set a key to a number with many digits.
func FuzzNumbers(f *testing.F) {
	all := numberKeys(f)
	f.Fuzz(func(t *testing.T, name string, x float64, digits uint8) {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			t.Skip("TOML writes these without digits")
		}
		n := slices.IndexFunc(all, func(k numberKey) bool { return k.name == name })
		if n < 0 {
			h := fnv.New32a()
			h.Write([]byte(name))
			n = int(h.Sum32() % uint32(len(all)))
		}
		number := strconv.FormatFloat(x, 'f', int(digits%64), 64)
		if _, err := strconv.ParseInt(number, 10, 64); digits%64 == 0 && err != nil {
			t.Skip("the number is too large for a TOML integer")
		}
		all[n].try(t, number)
	})
}
