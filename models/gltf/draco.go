package gltf

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/qmuntal/gltf"

	"skein/models/draco"
)

// extDraco is the extension that compresses a primitive's vertices and triangles.
const extDraco = "KHR_draco_mesh_compression"

type dracoExtension struct {
	BufferView int
	Attributes map[string]int
}

// dracoPrimitive is the decoded data of a primitive. It replaces the data of the accessors while the
// primitive is read.
type dracoPrimitive struct {
	*draco.Mesh
	attributes map[int]*draco.Attribute
}

// openDraco decodes the compressed data of a primitive, if there are any. Damaged data are an error. But if
// the file does not require the extension and the primitive also has uncompressed data, they only cause a
// warning.
func (l *loader) openDraco(mesh, primitive int, p *gltf.Primitive) error {
	l.draco = nil
	extension, ok := p.Extensions[extDraco]
	if !ok {
		return nil
	}
	raw, _ := extension.(json.RawMessage)
	decoded, err := l.decodeDraco(p, raw)
	switch {
	case err == nil:
		l.draco = decoded
	case !l.requiresDraco && l.hasUncompressed(p):
		l.warn("mesh %d: primitive %d: %s: %v; the uncompressed data are drawn", mesh, primitive, extDraco, err)
	default:
		return fmt.Errorf("%s: %w", extDraco, err)
	}
	return nil
}

// hasUncompressed reports whether all accessors of a primitive have their own data.
func (l *loader) hasUncompressed(p *gltf.Primitive) bool {
	has := func(i int) bool {
		return i >= 0 && i < len(l.doc.Accessors) && l.doc.Accessors[i].BufferView != nil
	}
	for _, i := range p.Attributes {
		if !has(i) {
			return false
		}
	}
	return p.Indices == nil || has(*p.Indices)
}

func (l *loader) decodeDraco(p *gltf.Primitive, raw json.RawMessage) (*dracoPrimitive, error) {
	var extension dracoExtension
	if err := decodeObject(&extension, raw, "bufferView", "attributes"); err != nil {
		return nil, err
	}
	limits, err := l.dracoLimits(p, &extension)
	if err != nil {
		return nil, err
	}
	data, _, err := l.bufferView(extension.BufferView)
	if err != nil {
		return nil, err
	}
	if err := l.spend(12*limits.Triangles + 12*limits.Points); err != nil {
		return nil, err
	}
	m, err := draco.Decode(data, limits)
	if err != nil {
		l.dracoBudget -= limits.Bytes
		return nil, err
	}
	l.dracoBudget -= m.Bytes
	return l.matchDraco(m, p, &extension)
}

func (l *loader) dracoLimits(p *gltf.Primitive, extension *dracoExtension) (draco.Limits, error) {
	out := draco.Limits{Bytes: min(l.dracoBudget, 2*decodeBudget(l.model.Bytes))}
	if p.Mode != gltf.PrimitiveTriangles && p.Mode != gltf.PrimitiveTriangleStrip {
		return out, fmt.Errorf("the mode is %v; must be TRIANGLES or TRIANGLE_STRIP", p.Mode)
	}
	for _, name := range slices.Sorted(maps.Keys(extension.Attributes)) {
		i, ok := p.Attributes[name]
		if !ok {
			return out, fmt.Errorf("%s is not an attribute of the primitive", displayName(name))
		}
		n, err := l.dracoCount(displayName(name), i)
		if err != nil {
			return out, err
		}
		out.Points = max(out.Points, n)
	}
	if p.Indices == nil {
		return out, errors.New("the primitive has no indices")
	}
	n, err := l.dracoCount("indices", *p.Indices)
	if out.Triangles = n / 3; p.Mode == gltf.PrimitiveTriangleStrip {
		out.Triangles = n
	}
	return out, err
}

func (l *loader) dracoCount(name string, i int) (int, error) {
	if err := checkIndex("accessor", i, len(l.doc.Accessors)); err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	const most = min(1<<40, math.MaxInt>>10) // larger sizes might overflow
	if n := l.doc.Accessors[i].Count; n < 1 || n > most {
		return 0, fmt.Errorf("%s: accessor %d: invalid count %d", name, i, n)
	}
	return l.doc.Accessors[i].Count, nil
}

func (l *loader) matchDraco(m *draco.Mesh, p *gltf.Primitive, extension *dracoExtension) (*dracoPrimitive, error) {
	byID := map[int]*draco.Attribute{}
	for i := range m.Attributes {
		byID[int(m.Attributes[i].ID)] = &m.Attributes[i]
	}
	out := &dracoPrimitive{m, map[int]*draco.Attribute{}}
	for _, name := range slices.Sorted(maps.Keys(extension.Attributes)) {
		id, i := extension.Attributes[name], p.Attributes[name]
		if byID[id] == nil {
			return nil, fmt.Errorf("%s: the compressed data have no attribute %d", displayName(name), id)
		}
		fitted, err := l.fitDraco(byID[id], l.doc.Accessors[i])
		if err != nil {
			return nil, fmt.Errorf("%s: accessor %d: %w", displayName(name), i, err)
		}
		if n := l.doc.Accessors[i].Count; n != m.Points {
			l.warn("accessor %d has the count %d, but its compressed data have %d vertices; the compressed data are used", i, n, m.Points)
		}
		out.attributes[i] = fitted
	}
	return out, nil
}

func dracoType(c gltf.ComponentType) draco.Type {
	return map[gltf.ComponentType]draco.Type{
		gltf.ComponentByte: draco.Int8, gltf.ComponentUbyte: draco.Uint8, gltf.ComponentShort: draco.Int16,
		gltf.ComponentUshort: draco.Uint16, gltf.ComponentUint: draco.Uint32, gltf.ComponentFloat: draco.Float32,
	}[c]
}

// fitDraco converts an attribute to the type of its accessor. Integers of another size must fit into that
// type.
func (l *loader) fitDraco(a *draco.Attribute, to *gltf.Accessor) (*draco.Attribute, error) {
	if a.Components != to.Type.Components() {
		return nil, fmt.Errorf("the compressed data have %d components; %v needs %d", a.Components, to.Type, to.Type.Components())
	}
	want := dracoType(to.ComponentType)
	if a.Type == want {
		return a, nil
	}
	if !isInteger(a.Type) || !isInteger(want) {
		return nil, fmt.Errorf("the compressed data are numbers of the type %d; %v needs %d", a.Type, to.ComponentType, want)
	}
	from := a.Type.Size()
	size := len(a.Data) / from * want.Size()
	if err := l.spend(size); err != nil {
		return nil, err
	}
	out := make([]byte, 0, size)
	for offset := 0; offset < len(a.Data); offset += from {
		v := dracoInteger(a.Data[offset:offset+from], a.Type)
		number := binary.LittleEndian.AppendUint64(nil, uint64(v))[:want.Size()]
		if dracoInteger(number, want) != v {
			return nil, fmt.Errorf("the compressed data have the number %d, which is not %v", v, to.ComponentType)
		}
		out = append(out, number...)
	}
	return &draco.Attribute{Type: want, Components: a.Components, Data: out}, nil
}

func isInteger(t draco.Type) bool { return t >= draco.Int8 && t <= draco.Uint32 }

func dracoInteger(b []byte, t draco.Type) int64 {
	var buf [8]byte
	copy(buf[:], b)
	v := int64(binary.LittleEndian.Uint64(buf[:]))
	if unused := 64 - 8*len(b); t == draco.Int8 || t == draco.Int16 || t == draco.Int32 {
		return v << unused >> unused
	}
	return v
}

func (l *loader) replaceByDraco(i int, a *accessor) {
	if l.draco == nil || l.draco.attributes[i] == nil {
		return
	}
	from := l.draco.attributes[i]
	replaced := *a.Accessor
	replaced.Count, replaced.Sparse, replaced.BufferView = l.draco.Points, nil, nil
	a.Accessor = &replaced
	a.raw = elementRange{from.Data, from.Components * from.Type.Size()}
}
