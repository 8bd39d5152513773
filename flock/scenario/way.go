package scenario

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/files"
)

// wayColumns returns the columns of a table of a camera's way: the time, where it is, and then
// either how it is turned or what it looks at.
func wayColumns() []string {
	return []string{"time", "px", "py", "pz", "qw", "qx", "qy", "qz", "tx", "ty", "tz", "fov"}
}

// LoadCameraTable reads a camera's path from a .csv file. See [ParseCameraTable].
func LoadCameraTable(path string) ([]CameraKey, error) {
	data, err := files.Read(path, maxCamera)
	if err != nil {
		return nil, fmt.Errorf("camera: %w", err)
	}
	return ParseCameraTable(path, data)
}

// ParseCameraTable reads a camera's way from a table, as programs that match a camera to a
// film write it: a line with the columns' names, and one for each key. time is s of simulated
// time; px py pz the place, m with Y up; qw qx qy qz the rotation from right, up, backward to
// the world's axes, or tx ty tz a place that it looks at; fov, if it is there, the full
// vertical angle in degrees. Other columns are left out. Between its lines the camera goes
// straight. The file's name is for messages.
func ParseCameraTable(file string, data []byte) ([]CameraKey, error) {
	if len(data) > maxCamera {
		return nil, fmt.Errorf("%s: larger than %d MiB, not a camera's way", file, maxCamera>>20)
	}
	r := csv.NewReader(bytes.NewReader(TrimBOM(data)))
	r.FieldsPerRecord, r.Comment, r.TrimLeadingSpace = -1, '#', true
	head, err := r.Read()
	if err != nil {
		return nil, fmt.Errorf("%s:1: want the names of columns, such as %s", file, strings.Join(wayColumns(), ","))
	}
	at := map[string]int{}
	for k, name := range head {
		if name = strings.ToLower(strings.TrimSpace(name)); slices.Contains(wayColumns(), name) {
			at[name] = k
		}
	}
	turned, aimed := has(at, "qw", "qx", "qy", "qz"), has(at, "tx", "ty", "tz")
	switch {
	case !has(at, "time", "px", "py", "pz"):
		return nil, fmt.Errorf("%s:1: want columns time, px, py and pz", file)
	case turned == aimed:
		return nil, fmt.Errorf("%s:1: want either columns qw, qx, qy and qz or columns tx, ty and tz", file)
	}
	var keys []CameraKey
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if bad := (*csv.ParseError)(nil); errors.As(err, &bad) {
			return nil, fmt.Errorf("%s:%d: not a row of a table: %w", file, bad.Line, bad.Err)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		line, _ := r.FieldPos(0)
		k, why := wayKey(row, at, turned, keys)
		if why != "" {
			return nil, fmt.Errorf("%s:%d: %s", file, line, why)
		}
		keys = append(keys, k)
	}
	if len(keys) == 0 {
		return nil, fmt.Errorf("%s: no rows below the columns' names", file)
	}
	return keys, nil
}

func has(at map[string]int, names ...string) bool {
	return !slices.ContainsFunc(names, func(n string) bool { _, ok := at[n]; return !ok })
}

// wayKey returns the key of a row, after those before it, or why it is none.
func wayKey(row []string, at map[string]int, turned bool, before []CameraKey) (k CameraKey, why string) {
	number := func(name string) (x float64) {
		n, there := at[name]
		if !there || n >= len(row) {
			if why == "" {
				why = name + " is missing"
			}
			return 0
		}
		x, err := strconv.ParseFloat(strings.TrimSpace(row[n]), 64)
		if (err != nil || !(math.Abs(x) <= place)) && why == "" {
			why = fmt.Sprintf("%s = %.40q: want a number, %g at most", name, row[n], float64(place))
		}
		return x
	}
	vec := func(x, y, z string) mgl32.Vec3 {
		return mgl32.Vec3{float32(number(x)), float32(number(y)), float32(number(z))}
	}
	k = CameraKey{Time: number("time"), Position: vec("px", "py", "pz"), FOV: defaultFOV, Linear: true}
	if turned {
		q := vec("qx", "qy", "qz").Vec4(0)
		k.Orientation = &mgl32.Vec4{float32(number("qw")), q[0], q[1], q[2]}
	} else {
		t := vec("tx", "ty", "tz")
		k.Target = &t
	}
	if _, there := at["fov"]; there {
		k.FOV = float32(number("fov"))
	}
	if n := len(before); why == "" && n > 0 && k.Time <= before[n-1].Time {
		why = fmt.Sprintf("time = %g does not come after that of the row before, %g", k.Time, before[n-1].Time)
	}
	if why == "" && !(k.FOV >= 1 && k.FOV <= 150) {
		why = fmt.Sprintf("fov = %g is out of range 1 to 150", k.FOV)
	}
	if why == "" {
		why = k.facing()
	}
	return k, why
}
