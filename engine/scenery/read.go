package scenery

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"math"
	"path"
	"strings"

	"github.com/go-gl/mathgl/mgl64"

	"skein/flock/around"
	"skein/models/gltf"

	"skein/flock/files"
	"skein/flock/vec"
)

// MeshCache stores results that take long to compute for a model. Its names contain no slash.
type MeshCache interface {
	Get(name string) ([]byte, bool)
	Put(name string, data []byte)
}

// ReadMesh reads the file of an obstacle: a glTF model or a greyscale height map (.png). It returns the mesh
// and the names of all files that belong to it. It stores slow results in cache, which may be nil. The error
// is one line that begins with the file's name.
func ReadMesh(folder fs.FS, name string, cache MeshCache) (*around.Mesh, []string, error) {
	if strings.EqualFold(path.Ext(name), ".png") {
		m, err := readRelief(folder, name)
		if err == nil {
			m.Name = name
		}
		return m, []string{name}, err
	}
	model, err := gltf.LoadFS(folder, name)
	if err != nil {
		return nil, nil, err
	}
	m, err := newMesh(model)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	m.Name = name
	useCache(m, cache)
	var files []string
	for _, file := range model.Files {
		files = append(files, path.Join(path.Dir(name), file))
	}
	return m, files, nil
}

func useCache(m *around.Mesh, cache MeshCache) {
	if cache == nil {
		return
	}
	name := m.Digest() + ".field"
	if data, ok := cache.Get(name); ok {
		if field := decodeField(data); field != nil {
			m.UseField(field)
			return
		}
	}
	cache.Put(name, encodeField(m.Field()))
}

func encodeField(field []float32) []byte {
	b := make([]byte, 0, 4*len(field)+4)
	for _, d := range field {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(d))
	}
	return binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
}

func decodeField(b []byte) []float32 {
	n := len(b) - 4
	if n <= 0 || n%4 != 0 || binary.LittleEndian.Uint32(b[n:]) != crc32.ChecksumIEEE(b[:n]) {
		return nil
	}
	field := make([]float32, n/4)
	for k := range field {
		field[k] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*k:]))
	}
	return field
}

// newMesh returns the triangles of a model in its rest pose, placed by its nodes. Positions are rounded to a
// four-millionth of its size, so that they are the same on every machine.
func newMesh(model *gltf.Model) (*around.Mesh, error) {
	parts, err := model.PosePrimitives(-1, 0)
	if err != nil {
		return nil, err
	}
	var low, high mgl64.Vec3
	first, size := true, 0.0
	for _, part := range parts {
		for _, v := range part.Positions {
			if first {
				low, high, first = v, v, false
			}
			for k := range v {
				low[k], high[k] = min(low[k], v[k]), max(high[k], v[k])
				size = max(size, high[k]-low[k], math.Abs(v[k]))
			}
		}
	}
	_, exponent := math.Frexp(size)
	unit := math.Ldexp(1, exponent-22)
	var vertices []vec.Vec
	var triangles [][3]uint32
	for _, part := range parts {
		at := uint32(len(vertices))
		for _, v := range part.Positions {
			to := [3]float32{}
			for k := range v {
				to[k] = float32(math.RoundToEven(v[k]/unit) * unit)
			}
			vertices = append(vertices, vec.Vec{X: to[0], Y: to[1], Z: to[2]})
		}
		for k := 0; k+2 < len(part.Triangles); k += 3 {
			t := part.Triangles[k:]
			triangles = append(triangles, [3]uint32{at + t[0], at + t[1], at + t[2]})
		}
	}
	m, err := around.NewMesh(vertices, nil, triangles)
	if err == nil {
		if l := newFinish(parts); l != nil {
			m.Look = l
		}
	}
	return m, err
}

const maxRelief = 64 << 20

func readRelief(folder fs.FS, name string) (*around.Mesh, error) {
	fail := func(err error) (*around.Mesh, error) {
		var pathErr *fs.PathError
		if errors.As(err, &pathErr) {
			err = pathErr.Err
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	data, err := files.ReadFS(folder, name, maxRelief)
	if err != nil {
		return fail(err)
	}
	head, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return fail(fmt.Errorf("not a height map: %w; use a greyscale PNG with 8 or 16 bits", err))
	}
	if head.ColorModel != color.GrayModel && head.ColorModel != color.Gray16Model {
		return fail(errors.New("the image is in colour; a height map must be a greyscale PNG with 8 or 16 bits"))
	}
	if max(head.Width, head.Height) > around.MaxRelief {
		return fail(fmt.Errorf("the image has %d × %d pixels; a height map must have 2 to %d pixels in each direction", head.Width, head.Height, around.MaxRelief))
	}
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return fail(fmt.Errorf("not a height map: %w", err))
	}
	heights := make([]float32, 0, head.Width*head.Height)
	for y := range head.Height {
		for x := range head.Width {
			heights = append(heights, grey(picture, x, y))
		}
	}
	m, err := around.NewRelief(head.Width, head.Height, heights)
	if err != nil {
		return fail(err)
	}
	return m, nil
}

func grey(picture image.Image, x, y int) float32 {
	switch p := picture.(type) {
	case *image.Gray:
		return float32(p.GrayAt(x, y).Y) / 255
	case *image.Gray16:
		return float32(p.Gray16At(x, y).Y) / 65535
	}
	return 0
}
