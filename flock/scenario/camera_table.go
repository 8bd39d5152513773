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

func tableColumns() []string {
	return []string{"time", "px", "py", "pz", "qw", "qx", "qy", "qz", "tx", "ty", "tz", "fov", "cut"}
}

// LoadCameraTable reads the path of a camera from a .csv file; see [ParseCameraTable].
func LoadCameraTable(path string) ([]CameraKey, error) {
	data, err := files.Read(path, maxCamera)
	if err != nil {
		return nil, fmt.Errorf("camera: %w", err)
	}
	return ParseCameraTable(path, data)
}

// ParseCameraTable reads the path of a camera from a table, as written by camera tracking programs. The first
// line has the names of the columns, and each further line is a key. These columns are used, and all others
// are ignored:
//
//	time        simulated time, s
//	px py pz    position, m, with Y up
//	qw qx qy qz rotation from right, up, backward to the world's axes
//	tx ty tz    point that the camera looks at, instead of a rotation
//	fov         full vertical angle of view, degrees; optional
//	cut         1 if the camera jumps to this row; optional
//
// The camera moves in straight lines. file is the name used in messages.
func ParseCameraTable(file string, data []byte) ([]CameraKey, error) {
	if len(data) > maxCamera {
		return nil, fmt.Errorf("%s: larger than %d MiB, so it is not a camera path", file, maxCamera>>20)
	}
	r := csv.NewReader(bytes.NewReader(TrimBOM(data)))
	r.FieldsPerRecord, r.Comment, r.TrimLeadingSpace = -1, '#', true
	line := 0
	next := func() ([]string, error) {
		row, err := r.Read()
		if bad := (*csv.ParseError)(nil); errors.As(err, &bad) {
			return nil, fmt.Errorf("%s:%d: not a row of a table: %w", file, bad.Line, bad.Err)
		} else if err == nil {
			line, _ = r.FieldPos(0)
		}
		return row, err
	}
	head, err := next()
	if err != nil {
		return nil, fmt.Errorf("%s:1: must contain the names of columns, such as %s", file, strings.Join(tableColumns(), ","))
	}
	return CameraOfRows(file+":1", head, func() ([]string, string, error) {
		row, err := next()
		return row, fmt.Sprintf("%s:%d", file, line), err
	})
}

const maxTableKeys = 1_000_000

// CameraOfRows reads the path of a camera from any table. head has the names of the columns, as in
// [ParseCameraTable], and where is their location for messages. next returns the cells and the location of
// the next row, or io.EOF.
func CameraOfRows(where string, head []string, next func() (row []string, place string, err error)) ([]CameraKey, error) {
	columns := map[string]int{}
	for k, name := range head {
		if name = strings.ToLower(strings.TrimSpace(name)); slices.Contains(tableColumns(), name) {
			columns[name] = k
		}
	}
	rotated, targeted := hasColumns(columns, "qw", "qx", "qy", "qz"), hasColumns(columns, "tx", "ty", "tz")
	switch {
	case !hasColumns(columns, "time", "px", "py", "pz"):
		return nil, fmt.Errorf("%s: must have the columns time, px, py and pz", where)
	case rotated == targeted:
		return nil, fmt.Errorf("%s: must have either the columns qw, qx, qy and qz or the columns tx, ty and tz", where)
	}
	var keys []CameraKey
	for {
		row, place, err := next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		k, why := tableKey(row, columns, rotated, keys)
		if why != "" {
			return nil, fmt.Errorf("%s: %s", place, why)
		}
		if keys = append(keys, k); len(keys) > maxTableKeys {
			return nil, fmt.Errorf("%s: more than %d rows", where, maxTableKeys)
		}
	}
	if len(keys) == 0 {
		return nil, fmt.Errorf("%s: has no rows after the names of the columns", where)
	}
	return keys, nil
}

func hasColumns(columns map[string]int, names ...string) bool {
	return !slices.ContainsFunc(names, func(n string) bool { _, ok := columns[n]; return !ok })
}

// tableKey returns the key of a row, or the reason why the row is invalid. columns holds the index of each
// column. rotated is true if the table has rotations instead of targets.
func tableKey(row []string, columns map[string]int, rotated bool, previous []CameraKey) (k CameraKey, why string) {
	number := func(name string) (x float64) {
		n, ok := columns[name]
		if !ok || n >= len(row) {
			if why == "" {
				why = name + " is missing"
			}
			return 0
		}
		x, err := strconv.ParseFloat(strings.TrimSpace(row[n]), 64)
		if (err != nil || !(math.Abs(x) <= maxCoordinate)) && why == "" {
			why = fmt.Sprintf("%s = %.40q: must be a number, at most %g", name, row[n], float64(maxCoordinate))
		}
		return x
	}
	vec := func(x, y, z string) mgl32.Vec3 {
		return mgl32.Vec3{float32(number(x)), float32(number(y)), float32(number(z))}
	}
	k = CameraKey{Time: number("time"), Position: vec("px", "py", "pz"), FOV: defaultFOV, Linear: true}
	if rotated {
		q := vec("qx", "qy", "qz").Vec4(0)
		k.Orientation = &mgl32.Vec4{float32(number("qw")), q[0], q[1], q[2]}
	} else {
		t := vec("tx", "ty", "tz")
		k.Target = &t
	}
	if _, ok := columns["fov"]; ok {
		k.FOV = float32(number("fov"))
	}
	if _, ok := columns["cut"]; ok {
		k.Cut = number("cut") != 0
	}
	if n := len(previous); why == "" && n > 0 && k.Time <= previous[n-1].Time {
		why = fmt.Sprintf("time = %g is not after the time of the previous row, %g", k.Time, previous[n-1].Time)
	}
	if why == "" && !(k.FOV >= 1 && k.FOV <= 150) {
		why = fmt.Sprintf("fov = %g is out of range 1 to 150", k.FOV)
	}
	if why == "" {
		why = k.checkView()
	}
	return k, why
}
