package export

import (
	"context"
	"encoding/binary"
	"math"
	"os"
	"strconv"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/export/ogawa"
	"skein/flock/whole"
)

func writeAlembic(ctx context.Context, path string, s *Source) error {
	return whole.Write(path, s.o.Force, func(f *os.File) error { return Alembic(ctx, f, s) })
}

// Alembic writes an Alembic archive. Below the transform /flock, it has points for each species, with
// positions, velocities, ids and wingspans. Further attributes are orient (a quaternion x, y, z, w that
// rotates bird axes to the export's axes), phase (of the wingbeat, in turns), and the flags leading, gliding,
// perched and landing (0 or 1). The time of a sample is its frame number divided by the frames per second.
func Alembic(ctx context.Context, file *os.File, s *Source) error {
	w := ogawa.NewWriter(file, "_ai_Application=skein "+s.meta.Version+";_ai_Description="+alembicText(s.meta.Scenario))
	a := alembic{source: s, sampling: s.alembicTimes(w), points: make([]*alembicPoints, s.Flocks())}
	a.top = w.Top().Child("flock", "schema=AbcGeom_Xform_v3;schemaObjTitle=AbcGeom_Xform_v3:.xform")
	a.top.Compound(".xform", "schema=AbcGeom_Xform_v3")
	err := s.forEachFrame(ctx, rotations, func(f *Frame) error {
		a.frame(f)
		return w.Err()
	})
	if err != nil {
		return err
	}
	if len(a.top.Children()) == 0 {
		return errNoBoids
	}
	return w.Close()
}

type alembic struct {
	source   *Source
	top      *ogawa.Object
	sampling int
	points   []*alembicPoints // points of each flock; nil before its first bird
	frames   int
}

func (a *alembic) frame(f *Frame) {
	rest := f.Boids
	for k := range a.points {
		n := 0
		for n < len(rest) && rest[n].Flock == k {
			n++
		}
		wingspan := a.source.Wingspan(k) * f.Sizes[k]
		if a.points[k] == nil && n > 0 {
			a.points[k] = newAlembicPoints(a.top, a.source.names()[k], a.sampling)
			for range a.frames {
				a.points[k].put(nil, wingspan)
			}
		}
		if a.points[k] != nil {
			a.points[k].put(rest[:n], wingspan)
		}
		rest = rest[n:]
	}
	a.frames++
}

// alembicText replaces ";" and "=", which are separators in metadata.
func alembicText(s string) string {
	out := []rune(s)
	for i, r := range out {
		if r == ';' || r == '=' {
			out[i] = '_'
		}
	}
	return string(out)
}

func (s *Source) alembicTimes(w *ogawa.Writer) int {
	n, fps := s.Numbers(), s.FPS()
	step := 1
	if len(n) > 1 {
		step = n[1] - n[0]
	}
	times, even := []float64{}, true
	for i, number := range n {
		times = append(times, float64(number)/fps)
		even = even && (i == 0 || number-n[i-1] == step)
	}
	if even {
		return w.Sampling(times[0], float64(step)/fps)
	}
	return w.Times(times)
}

type alembicPoints struct {
	bounds, positions, ids, velocities, widths *ogawa.Property
	orient, phase                              *ogawa.Property
	flags                                      []*ogawa.Property
	buffer                                     []byte
}

type alembicFlag struct {
	flag flock.Flags
	name string
}

func alembicFlags() [4]alembicFlag {
	return [...]alembicFlag{{flock.Leading, "leading"}, {flock.Gliding, "gliding"}, {flock.Perched, "perched"}, {flock.Landing, "landing"}}
}

func newAlembicPoints(below *ogawa.Object, name string, sampling int) *alembicPoints {
	o := below.Child(name, "schema=AbcGeom_Points_v1;schemaBaseType=AbcGeom_GeomBase_v1;schemaObjTitle=AbcGeom_Points_v1:.geom")
	g := o.Compound(".geom", "schema=AbcGeom_Points_v1;schemaBaseType=AbcGeom_GeomBase_v1")
	numbers := func(n int) ogawa.Type { return ogawa.Type{Kind: ogawa.Float32, Extent: n} }
	p := &alembicPoints{
		bounds:     g.Scalar(".selfBnds", "interpretation=box", ogawa.Type{Kind: ogawa.Float64, Extent: 6}, sampling),
		positions:  g.Array("P", "geoScope=var;interpretation=point", numbers(3), sampling),
		ids:        g.Array(".pointIds", "geoScope=var", ogawa.Type{Kind: ogawa.Uint64, Extent: 1}, sampling),
		velocities: g.Array(".velocities", "interpretation=vector", numbers(3), sampling),
		widths:     g.Array(".widths", alembicParam("con", 1, "float32_t"), numbers(1), sampling),
	}
	properties := g.Compound(".arbGeomParams", "")
	p.orient = properties.Array("orient", alembicParam("var", 4, "float32_t"), numbers(1), sampling)
	p.phase = properties.Array("phase", alembicParam("var", 1, "float32_t"), numbers(1), sampling)
	for _, f := range alembicFlags() {
		p.flags = append(p.flags, properties.Array(f.name, alembicParam("var", 1, "int32_t"), ogawa.Type{Kind: ogawa.Int32, Extent: 1}, sampling))
	}
	return p
}

// alembicParam returns the metadata of an attribute. scope is "var" for a value of n numbers per point, or
// "con" for a single value for all points.
func alembicParam(scope string, n int, kind string) string {
	return "arrayExtent=" + strconv.Itoa(n) + ";geoScope=" + scope + ";isGeomParam=true;podExtent=1;podName=" + kind
}

func (p *alembicPoints) put(boids []Boid, wingspan float32) {
	each := func(to *ogawa.Property, add func(to []byte, b *Boid) []byte) {
		p.buffer = p.buffer[:0]
		for i := range boids {
			p.buffer = add(p.buffer, &boids[i])
		}
		to.Put(p.buffer)
	}
	each(p.positions, func(to []byte, b *Boid) []byte { return appendFloats(to, b.Pos[:]...) })
	each(p.velocities, func(to []byte, b *Boid) []byte { return appendFloats(to, b.Vel[:]...) })
	each(p.ids, func(to []byte, b *Boid) []byte { return binary.LittleEndian.AppendUint64(to, uint64(b.ID)) })
	each(p.orient, func(to []byte, b *Boid) []byte {
		return appendFloats(appendFloats(to, b.Rotation.V[:]...), b.Rotation.W)
	})
	each(p.phase, func(to []byte, b *Boid) []byte { return appendFloats(to, b.Phase) })
	for k, f := range alembicFlags() {
		each(p.flags[k], func(to []byte, b *Boid) []byte {
			if b.Flags&f.flag != 0 {
				return append(to, 1, 0, 0, 0)
			}
			return append(to, 0, 0, 0, 0)
		})
	}
	p.widths.Put(appendFloats(nil, wingspan))
	p.putBounds(boids)
}

func appendFloats(to []byte, all ...float32) []byte {
	for _, v := range all {
		to = binary.LittleEndian.AppendUint32(to, math.Float32bits(v))
	}
	return to
}

// putBounds adds the bounding box of the positions. The low corner of an empty box is above the high corner.
func (p *alembicPoints) putBounds(boids []Boid) {
	inf := float32(math.MaxFloat32)
	low, high := mgl32.Vec3{inf, inf, inf}, mgl32.Vec3{-inf, -inf, -inf}
	for i := range boids {
		for k, v := range boids[i].Pos {
			low[k], high[k] = min(low[k], v), max(high[k], v)
		}
	}
	p.buffer = p.buffer[:0]
	for _, v := range [...]float32{low[0], low[1], low[2], high[0], high[1], high[2]} {
		p.buffer = binary.LittleEndian.AppendUint64(p.buffer, math.Float64bits(float64(v)))
	}
	p.bounds.Put(p.buffer)
}
