package scenario

import (
	"reflect"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/look"
)

// handWrittenCamera is a typical camera file of a user.
const handWrittenCamera = `version = 1
[[key]]
time = 0
position = [1, 2.5, -3]
target = [0, 10, 0]

[[key]]
time = 2.5
position = [4, 5, 6]
look = [0, 0, -1]
roll = 10
fov = 30

[[key]]
time = 3
position = [7.0, 8.0, 9.0]
orientation = [1, 0, 0, 0]
cut = true
`

func TestCameraFile(t *testing.T) {
	want := []CameraKey{
		{Position: mgl32.Vec3{1, 2.5, -3}, Target: &mgl32.Vec3{0, 10, 0}, FOV: 47},
		{Time: 2.5, Position: mgl32.Vec3{4, 5, 6}, Look: &mgl32.Vec3{0, 0, -1}, Roll: 10, FOV: 30},
		{Time: 3, Position: mgl32.Vec3{7, 8, 9}, Orientation: &mgl32.Vec4{1, 0, 0, 0}, FOV: 30, Cut: true},
	}
	got, err := ParseCamera("c.toml", []byte(handWrittenCamera))
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("error %v, keys\ngot  %+v\nwant %+v", err, got, want)
	}
	second, err := ParseCamera("c.toml", CameraTOML(got))
	if err != nil || !reflect.DeepEqual(second, want) {
		t.Errorf("the written file gives the error %v, or is read back as %+v", err, second)
	}
}

func TestCameraFileErrors(t *testing.T) {
	key := "version = 1\n[[key]]\ntime = 1\nposition = [0, 1, 0]\n"
	for _, c := range []struct{ text, want string }{
		{"", "c.toml: version = 0: must be 1"},
		{"version = 1\n", "c.toml: has no [[key]]"},
		{"version = 1\n[[keys]]\n", `c.toml:2: unknown key "keys", did you mean "key"?`},
		{key + "tagret = [1, 2, 3]\n", `c.toml:5: unknown key "tagret", did you mean "target"?`},
		{"version = 1\n[[key]]\nposition = [0, 1, 0]\n", "c.toml:2: time is missing"},
		{"version = 1\n[[key]]\ntime = 1\n", "c.toml:2: position is missing"},
		{key, "c.toml:2: a key must have exactly one of target, look and orientation"},
		{key + "look = [0, 0, 1]\ntarget = [1, 2, 3]\n", "c.toml:2: a key must have exactly one"},
		{key + "target = [0, 1, 0]\n", "c.toml:2: target is at the camera's position"},
		{key + "look = [0, 0, 0]\n", "c.toml:2: look = [0, 0, 0] is not a direction"},
		{key + "look = [0, 0, nan]\n", "c.toml:2: look = NaN is out of range"},
		{key + "look = [0, 0]\n", "c.toml:2: look has 2 numbers instead of 3"},
		{key + "look = 3\n", "c.toml:5: "},
		{key + "look = [0, 0, 1]\nfov = 200\n", "c.toml:2: fov = 200 is out of range 1 to 150"},
		{key + "orientation = [1, 0, 0, 0]\nroll = 5\n", "c.toml:2: roll and orientation"},
		{key + "look = [0, 0, 1]\n[[key]]\ntime = 1\nposition = [0, 1, 0]\nlook = [0, 0, 1]\n", "c.toml:6: time = 1 is not after the time of the previous key, 1"},
		{key + "look = [0, 0,\n", "c.toml:"},
	} {
		_, err := ParseCamera("c.toml", []byte(c.text))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: the error is %v, want %s", c.text, err, c.want)
		}
	}
}

// Keys are equal only if all fields are equal. Pointers are compared by the values that they point to.
func TestEqualCameraKeys(t *testing.T) {
	key := func() CameraKey {
		return CameraKey{Target: new(mgl32.Vec3), Look: new(mgl32.Vec3), Orientation: new(mgl32.Vec4)}
	}
	if !key().Equal(key()) || !(CameraKey{}).Equal(CameraKey{}) {
		t.Error("keys with equal values are not equal")
	}
	for n := range reflect.TypeFor[CameraKey]().NumField() {
		other := key()
		f := reflect.ValueOf(&other).Elem().Field(n)
		name := reflect.TypeFor[CameraKey]().Field(n).Name
		if f.Kind() == reflect.Pointer {
			none := key()
			reflect.ValueOf(&none).Elem().Field(n).SetZero()
			if none.Equal(key()) || key().Equal(none) {
				t.Errorf("a key without %s equals one with it", name)
			}
			f = f.Elem()
		}
		if f.Kind() == reflect.Array {
			f = f.Index(f.Len() - 1)
		}
		if f.Kind() == reflect.Bool {
			f.SetBool(true)
		} else {
			f.SetFloat(1)
		}
		if other.Equal(key()) || key().Equal(other) {
			t.Errorf("keys with different values of %s are equal", name)
		}
	}
}

// The path of a camera file is relative to the folder of the scenario.
func TestScenarioNamesACameraFile(t *testing.T) {
	s, err := Parse("scenes/s.toml", []byte("version = 1\n[camera]\npath = \"shots/a.toml\"\nmode = \"leader\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	if s.CameraPath() != "scenes/shots/a.toml" || s.Camera.Mode != look.Leader {
		t.Errorf("the camera's path is %q and its mode %v, want scenes/shots/a.toml and leader", s.CameraPath(), s.Camera.Mode)
	}
}
