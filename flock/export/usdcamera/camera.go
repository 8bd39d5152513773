package usdcamera

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/files"
	"skein/flock/scenario"
)

const (
	maxSamples  = 200_000 // largest number of samples of a value
	maxDistance = 1e6     // largest coordinate in m and largest time in s, as in camera files
	cutGap      = 0.0015  // samples that are at most this many time codes apart form a cut
)

// Load reads the path of the camera from a .usda, .usdc, .usd or .usdz file. An error is a single line that
// contains the file's name.
func Load(name string) ([]scenario.CameraKey, error) {
	f, info, err := files.Open(name)
	if err != nil {
		return nil, fmt.Errorf("camera: %w", err)
	}
	defer f.Close()
	keys, err := read(f, info.Size())
	if err != nil {
		return nil, fmt.Errorf("camera: %s: %w", name, err)
	}
	return keys, nil
}

func read(file io.ReaderAt, size int64) ([]scenario.CameraKey, error) {
	l, err := readLayer(file, size)
	if errors.Is(err, errPackage) {
		if file, size, err = firstEntry(file, size); err != nil {
			return nil, err
		}
		if l, err = readLayer(file, size); errors.Is(err, errPackage) {
			err = errors.New("the package's first file is another package; it must be a USD layer")
		}
	}
	if err != nil {
		return nil, err
	}
	return l.keys()
}

var errPackage = errors.New("a package")

// readLayer reads a layer in either format. For a package, it returns errPackage.
func readLayer(file io.ReaderAt, size int64) (*layer, error) {
	head := make([]byte, 8)
	n, err := file.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	switch head = head[:n]; {
	case bytes.HasPrefix(head, []byte("#usda")):
		return readText(io.NewSectionReader(file, 0, size))
	case string(head) == signature:
		return readBinary(file, size)
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return nil, errPackage
	}
	return nil, errors.New("not a USD file")
}

// firstEntry returns the first file of a package, which is its layer. A package is a zip file without
// compression.
func firstEntry(file io.ReaderAt, size int64) (io.ReaderAt, int64, error) {
	const fixed = 30 // size of the header of an entry without its name, bytes
	head := make([]byte, fixed)
	if _, err := file.ReadAt(head, 0); err != nil {
		return nil, 0, errDamaged
	}
	const described, stored = 1 << 3, 0
	if little.Uint16(head[6:])&described != 0 || little.Uint16(head[8:]) != stored {
		return nil, 0, errors.New("the layer in the package must not be compressed")
	}
	offset := fixed + int64(little.Uint16(head[26:])) + int64(little.Uint16(head[28:]))
	length := int64(little.Uint32(head[18:]))
	if length > size-offset {
		return nil, 0, errDamaged
	}
	return io.NewSectionReader(file, offset, length), length, nil
}

type layer struct {
	first, rate float64 // first time code, and time codes per second
	start       float64 // time of the first time code, s
	metres      float64 // unit of lengths, m
	up          string  // up-axis, Y or Z
	found       bool    // whether /Flock/Camera exists and is a camera
	moved       bool    // whether /Flock has a transform
	projection  string
	order       []string // order of the camera's transforms
	place, turn track
	focal, film track // focal length and height of the film, in the same unit
}

func newLayer() *layer {
	return &layer{rate: 24, metres: 0.01, up: "Y",
		place: track{name: "position", width: 3}, turn: track{name: "rotation", width: 4},
		focal: track{name: "focal length", width: 1}, film: track{name: "vertical aperture", width: 1},
	}
}

// trackOf returns the track of a property of the camera. It returns nil if the property is not used.
func (l *layer) trackOf(property string) *track {
	switch property {
	case "xformOp:translate":
		return &l.place
	case "xformOp:orient":
		return &l.turn
	case "focalLength":
		return &l.focal
	case "verticalAperture":
		return &l.film
	}
	return nil
}

func (l *layer) setNumber(key string, x float64) {
	switch key {
	case "startTimeCode":
		l.first = x
	case "timeCodesPerSecond":
		l.rate = x
	case "metersPerUnit":
		l.metres = x
	case "startSeconds":
		l.start = x
	}
}

func (l *layer) setText(key, text string) {
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		l.setNumber(key, x)
	}
}

// check returns an error if the camera was not written by skein.
func (l *layer) check() error {
	switch {
	case !l.found:
		return errors.New("there is no camera /Flock/Camera; skein export --camera writes one")
	case l.projection != "" && l.projection != "perspective":
		return fmt.Errorf("the camera's projection is %.40q; it must be perspective", l.projection)
	case l.moved || !slices.Equal(l.order, []string{"xformOp:translate", "xformOp:orient"}):
		return errors.New("the camera was not written by skein, which uses only xformOp:translate and xformOp:orient")
	case l.up != "Y" && l.up != "Z":
		return fmt.Errorf("upAxis is %.40q; it must be Y or Z", l.up)
	case !(l.rate > 0 && l.metres > 0):
		return errors.New("timeCodesPerSecond and metersPerUnit must be above 0")
	}
	for _, t := range l.tracks() {
		if err := t.check(); err != nil {
			return err
		}
	}
	return nil
}

func (l *layer) tracks() []*track { return []*track{&l.place, &l.turn, &l.focal, &l.film} }

func (l *layer) keys() ([]scenario.CameraKey, error) {
	if err := l.check(); err != nil {
		return nil, err
	}
	var times []float64
	for _, t := range l.tracks() {
		times = append(times, t.times...)
	}
	slices.Sort(times)
	if times = slices.Compact(times); len(times) == 0 {
		times = []float64{l.first}
	}
	var keys []scenario.CameraKey
	cut := false
	for k, timeCode := range times {
		if k+1 < len(times) && times[k+1]-timeCode < cutGap {
			cut = true
			continue
		}
		key := l.key(timeCode)
		if key.Cut, cut = cut && len(keys) > 0, false; !valid(&key) {
			return nil, fmt.Errorf("time code %g: the camera's place, direction, angle of view or time is out of range", timeCode)
		}
		if keys = append(keys, key); len(keys) > maxSamples {
			return nil, errTooMany
		}
	}
	return keys, nil
}

func (l *layer) key(timeCode float64) scenario.CameraKey {
	p, q := l.place.at(timeCode), l.turn.at(timeCode)
	fov := 2 * math.Atan(l.film.at(timeCode)[0]/2/l.focal.at(timeCode)[0])
	k := scenario.CameraKey{
		Time: l.start + (timeCode-l.first)/l.rate, Position: mgl32.Vec3{float32(p[0]), float32(p[1]), float32(p[2])},
		Orientation: &mgl32.Vec4{float32(q[0]), float32(q[1]), float32(q[2]), float32(q[3])},
		FOV:         float32(fov * 180 / math.Pi), Linear: true,
	}
	k.ToMetres(l.metres, l.up == "Z")
	return k
}

func valid(k *scenario.CameraKey) bool {
	ok := math.Abs(k.Time) <= maxDistance && k.FOV >= 1 && k.FOV <= 150 && k.Orientation.Len() > 1e-6
	for _, x := range append(k.Position[:], k.Orientation[:]...) {
		ok = ok && math.Abs(float64(x)) <= maxDistance
	}
	return ok
}

// track is a value with samples over time. If it has no times, it is constant.
type track struct {
	name   string
	width  int // numbers per value
	times  []float64
	values []float64 // values of width numbers each, one for each time
}

var errTooMany = fmt.Errorf("the camera has more than %d samples", maxSamples)

func (t *track) add(time float64, value []float64) error {
	if len(t.times) == maxSamples {
		return errTooMany
	}
	t.times, t.values = append(t.times, time), append(t.values, value...)
	return nil
}

func (t *track) check() error {
	if want := t.width * max(1, len(t.times)); len(t.values) != want {
		return fmt.Errorf("the camera has no %s", t.name)
	}
	for k := range t.times {
		if k > 0 && !(t.times[k] > t.times[k-1]) {
			return errors.New("the times of the camera's samples are not in ascending order")
		}
	}
	return nil
}

// at returns the value at a time, interpolated linearly between samples.
func (t *track) at(time float64) []float64 {
	k, exact := slices.BinarySearch(t.times, time)
	value := func(k int) []float64 { return t.values[k*t.width : (k+1)*t.width] }
	switch n := len(t.times); {
	case n == 0:
		return value(0)
	case exact:
		return value(k)
	case k == 0 || k == n:
		return value(min(k, n-1))
	}
	share := (time - t.times[k-1]) / (t.times[k] - t.times[k-1])
	all := make([]float64, t.width)
	for i := range all {
		all[i] = (1-share)*value(k - 1)[i] + share*value(k)[i]
	}
	return all
}
