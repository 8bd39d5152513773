package scenario

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/pelletier/go-toml/v2"

	"skein/flock/files"
	"skein/flock/message"
)

// CameraKey is the position and direction of a camera at a given time. Exactly one of Target (a point to look
// at), Look (a direction) and Orientation is set.
type CameraKey struct {
	Time        float64    // s
	Position    mgl32.Vec3 // m
	Target      *mgl32.Vec3
	Look        *mgl32.Vec3
	Orientation *mgl32.Vec4 // quaternion w, x, y, z that rotates the world's axes to the camera's right, up and backward
	Roll        float32     // degrees clockwise; used only with Target or Look
	FOV         float32     // full vertical angle, degrees
	Cut         bool        // whether the camera jumps to this key
	Linear      bool        // whether the camera moves to this key in a straight line at constant speed instead of along a curve
}

// Equal reports whether k and other have the same values.
func (k CameraKey) Equal(other CameraKey) bool {
	return k.Time == other.Time && k.Position == other.Position && k.Roll == other.Roll && k.FOV == other.FOV &&
		k.Cut == other.Cut && k.Linear == other.Linear &&
		equalValues(k.Target, other.Target) && equalValues(k.Look, other.Look) && equalValues(k.Orientation, other.Orientation)
}

func equalValues[T comparable](a, b *T) bool {
	return a == b || a != nil && b != nil && *a == *b
}

// ToMetres converts a key to metres and to axes with Y up. unit is the key's unit in metres, and zUp reports
// whether its Z axis is up. The key must not have a Look.
func (k *CameraKey) ToMetres(unit float64, zUp bool) {
	convert := func(p mgl32.Vec3) mgl32.Vec3 {
		if zUp {
			p = mgl32.Vec3{p[0], p[2], -p[1]}
		}
		return p.Mul(float32(unit))
	}
	k.Position = convert(k.Position)
	if k.Target != nil {
		t := convert(*k.Target)
		k.Target = &t
	}
	if o := k.Orientation; o != nil && zUp {
		turn := mgl32.Quat{W: math.Sqrt2 / 2, V: mgl32.Vec3{-math.Sqrt2 / 2, 0, 0}}
		q := turn.Mul(mgl32.Quat{W: o[0], V: mgl32.Vec3{o[1], o[2], o[3]}})
		k.Orientation = &mgl32.Vec4{q.W, q.V[0], q.V[1], q.V[2]}
	}
}

type writtenKey struct {
	Time        *float64  `toml:"time"`
	Position    []float32 `toml:"position"`
	Target      []float32 `toml:"target"`
	Look        []float32 `toml:"look"`
	Orientation []float32 `toml:"orientation"`
	Roll        float32   `toml:"roll"`
	FOV         *float32  `toml:"fov"`
	Cut         bool      `toml:"cut"`
	Linear      bool      `toml:"linear"`
}

// defaultFOV is the default angle of view in degrees.
const defaultFOV = 47

func cameraKeys() []string {
	return []string{"version", "key", "time", "position", "target", "look", "orientation", "roll", "fov", "cut", "linear"}
}

// LoadCamera reads a camera file; see [ParseCamera].
func LoadCamera(path string) ([]CameraKey, error) {
	data, err := files.Read(path, maxCamera)
	if err != nil {
		return nil, fmt.Errorf("camera: %w", err)
	}
	return ParseCamera(path, data)
}

// maxCamera is the largest camera file, in bytes.
const maxCamera = 16 << 20

// ParseCamera parses a camera file. It contains version = 1 and a [[key]] for each time, in ascending order.
// Missing angles of view get the default. file is the name used in messages.
func ParseCamera(file string, data []byte) ([]CameraKey, error) {
	if len(data) > maxCamera {
		return nil, fmt.Errorf("%s: larger than %d MiB, so it is not a camera file", file, maxCamera>>20)
	}
	data = TrimBOM(data)
	var doc struct {
		Version int          `toml:"version"`
		Key     []writtenKey `toml:"key"`
	}
	for _, e := range walk(data) {
		if name := e.keys[len(e.keys)-1]; !slices.Contains(cameraKeys(), name) {
			return nil, fmt.Errorf("%s:%d: unknown key %s%s", file, e.line, message.Line(strconv.Quote(name)), message.DidYouMean(name, cameraKeys()))
		}
	}
	d := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields()
	if err := d.Decode(&doc); err != nil {
		return nil, cameraError(file, err)
	}
	if doc.Version != Version {
		return nil, fmt.Errorf("%s: version = %d: must be %d", file, doc.Version, Version)
	}
	if len(doc.Key) == 0 {
		return nil, fmt.Errorf("%s: has no [[key]] table; add at least one, with time, position and target", file)
	}
	keys := make([]CameraKey, 0, len(doc.Key))
	for i := range doc.Key {
		k, why := doc.Key[i].cameraKey(keys)
		if why != "" {
			return nil, fmt.Errorf("%s:%d: %s", file, lineOfKey(data, i), why)
		}
		keys = append(keys, k)
	}
	return keys, nil
}

func cameraError(file string, err error) error {
	var strict *toml.StrictMissingError
	if !errors.As(err, &strict) || len(strict.Errors) == 0 {
		return syntaxError(file, err)
	}
	first := &strict.Errors[0]
	line, _ := first.Position()
	name := first.Key()[len(first.Key())-1]
	return fmt.Errorf("%s:%d: unknown key %s%s", file, line, message.Line(strconv.Quote(name)), message.DidYouMean(name, cameraKeys()))
}

func lineOfKey(data []byte, n int) int {
	for _, e := range walk(data) {
		if e.table && e.path() == "key" {
			if n == 0 {
				return e.line
			}
			n--
		}
	}
	return 1
}

// cameraKey checks a key against the previous keys. why is the reason why the key is invalid, or "".
func (w *writtenKey) cameraKey(previous []CameraKey) (k CameraKey, why string) {
	if why = w.checkNumbers(); why != "" {
		return k, why
	}
	k = CameraKey{Time: *w.Time, Position: mgl32.Vec3(w.Position), Roll: w.Roll, FOV: defaultFOV, Cut: w.Cut, Linear: w.Linear}
	if n := len(previous); n > 0 {
		if k.FOV = previous[n-1].FOV; k.Time <= previous[n-1].Time {
			return k, fmt.Sprintf("time = %g is not after the time of the previous key, %g", k.Time, previous[n-1].Time)
		}
	}
	if w.FOV != nil {
		k.FOV = *w.FOV
	}
	if w.Target != nil {
		k.Target = (*mgl32.Vec3)(w.Target)
	}
	if w.Look != nil {
		k.Look = (*mgl32.Vec3)(w.Look)
	}
	if w.Orientation != nil {
		k.Orientation = (*mgl32.Vec4)(w.Orientation)
	}
	if !(k.FOV >= 1 && k.FOV <= 150) {
		return k, fmt.Sprintf("fov = %g is out of range 1 to 150", k.FOV)
	}
	return k, k.checkView()
}

func (k *CameraKey) checkView() string {
	count := 0
	for _, isSet := range []bool{k.Target != nil, k.Look != nil, k.Orientation != nil} {
		if isSet {
			count++
		}
	}
	switch {
	case count != 1:
		return "a key must have exactly one of target, look and orientation"
	case k.Target != nil && k.Target.Sub(k.Position).Len() < 1e-3:
		return "target is at the camera's position"
	case k.Look != nil && k.Look.Len() < 1e-6:
		return "look = [0, 0, 0] is not a direction"
	case k.Orientation != nil && k.Orientation.Len() < 1e-6:
		return "orientation = [0, 0, 0, 0] is not a rotation"
	case k.Orientation != nil && k.Roll != 0:
		return "roll and orientation cannot be used together: the orientation includes the roll"
	}
	return ""
}

func (w *writtenKey) checkNumbers() string {
	if w.Time == nil {
		return "time is missing"
	}
	if !(math.Abs(*w.Time) <= maxCoordinate) {
		return fmt.Sprintf("time = %g is out of range %g to %g", *w.Time, -maxCoordinate, maxCoordinate)
	}
	if w.Position == nil {
		return "position is missing"
	}
	for _, list := range []struct {
		name   string
		want   int
		values []float32
	}{{"position", 3, w.Position}, {"target", 3, w.Target}, {"look", 3, w.Look}, {"orientation", 4, w.Orientation}, {"roll", 1, []float32{w.Roll}}} {
		if n := len(list.values); list.values != nil && n != list.want {
			return fmt.Sprintf("%s has %d numbers instead of %d", list.name, n, list.want)
		}
		for _, x := range list.values {
			if !(math.Abs(float64(x)) <= maxCoordinate) {
				return fmt.Sprintf("%s = %g is out of range %g to %g", list.name, x, -maxCoordinate, maxCoordinate)
			}
		}
	}
	return ""
}

func decimal(x float64) string {
	text := strconv.FormatFloat(x, 'g', -1, 64)
	if strings.ContainsAny(text, ".en") {
		return text
	}
	return text + ".0"
}

func list(v []float32) string {
	var all []string
	for _, x := range v {
		all = append(all, formatFloat(x))
	}
	return "[" + strings.Join(all, ", ") + "]"
}

// CameraTOML returns a camera file. ParseCamera returns the same keys for it.
func CameraTOML(keys []CameraKey) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Camera path: seconds of simulated time, metres with Y up, degrees.\nversion = %d\n", Version)
	for i := range keys {
		k := &keys[i]
		fmt.Fprintf(&b, "\n[[key]]\ntime = %s\nposition = %s\n", decimal(k.Time), list(k.Position[:]))
		switch {
		case k.Target != nil:
			fmt.Fprintf(&b, "target = %s\n", list(k.Target[:]))
		case k.Look != nil:
			fmt.Fprintf(&b, "look = %s\n", list(k.Look[:]))
		case k.Orientation != nil:
			fmt.Fprintf(&b, "orientation = %s\n", list(k.Orientation[:]))
		}
		if k.Roll != 0 {
			fmt.Fprintf(&b, "roll = %s\n", formatFloat(k.Roll))
		}
		fmt.Fprintf(&b, "fov = %s\n", formatFloat(k.FOV))
		if k.Cut {
			b.WriteString("cut = true\n")
		}
		if k.Linear {
			b.WriteString("linear = true\n")
		}
	}
	return b.Bytes()
}
