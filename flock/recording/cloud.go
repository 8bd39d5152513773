package recording

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"google.golang.org/protobuf/encoding/protowire"

	"skein/flock"
)

// Field numbers of foxglove.PointCloud and PackedElementField, and codes of numeric types.
const (
	cloudTimestamp protowire.Number = 1
	cloudFrameID   protowire.Number = 2
	cloudPose      protowire.Number = 3
	cloudStride    protowire.Number = 4
	cloudFields    protowire.Number = 5
	cloudData      protowire.Number = 6

	fieldName   protowire.Number = 1
	fieldOffset protowire.Number = 2
	fieldType   protowire.Number = 3

	typeUint8   = 1
	typeUint32  = 5
	typeFloat32 = 7
)

type column struct {
	name string
	kind uint64
}

func (c column) size() int {
	if c.kind == typeUint8 {
		return 1
	}
	return 4
}

// columns returns the fields of a point in the order in which they are packed: the floats, the flags, the id,
// the index of the flock if there are several flocks, and the velocity through the air if there is wind.
func columns() [allColumns]column {
	return [...]column{
		{"x", typeFloat32}, {"y", typeFloat32}, {"z", typeFloat32},
		{"vx", typeFloat32}, {"vy", typeFloat32}, {"vz", typeFloat32},
		{"ux", typeFloat32}, {"uy", typeFloat32}, {"uz", typeFloat32},
		{"phase", typeFloat32}, {"flags", typeUint8}, {"id", typeUint32}, {"species", typeUint8},
		{"airx", typeFloat32}, {"airy", typeFloat32}, {"airz", typeFloat32},
	}
}

const (
	floatColumns  = 10
	baseColumns   = floatColumns + 2
	speciesColumn = baseColumns
	airColumn     = speciesColumn + 1 // first of three columns with the velocity through the air
	allColumns    = airColumn + 3
	stride        = 4*floatColumns + 1 + 4 // size of a point in bytes, for one flock without wind
)

func frameColumns(several, windy bool) []column {
	all := columns()
	kept := all[:baseColumns:baseColumns]
	if several {
		kept = append(kept, all[speciesColumn])
	}
	if windy {
		kept = append(kept, all[airColumn:]...)
	}
	return kept
}

func pointSize(several, windy bool) int {
	step := stride
	if several {
		step++
	}
	if windy {
		step += 12
	}
	return step
}

// cloudHead encodes the part that is the same in all frames: frame of reference, pose, stride and fields.
func cloudHead(several, windy bool) []byte {
	var b []byte
	b = protowire.AppendTag(b, cloudFrameID, protowire.BytesType)
	b = protowire.AppendString(b, "world")
	b = protowire.AppendTag(b, cloudPose, protowire.BytesType)
	b = protowire.AppendBytes(b, uprightPose())
	b = protowire.AppendTag(b, cloudStride, protowire.Fixed32Type)
	b = protowire.AppendFixed32(b, uint32(pointSize(several, windy)))
	offset := 0
	for _, c := range frameColumns(several, windy) {
		var f []byte
		f = protowire.AppendTag(f, fieldName, protowire.BytesType)
		f = protowire.AppendString(f, c.name)
		f = protowire.AppendTag(f, fieldOffset, protowire.Fixed32Type)
		f = protowire.AppendFixed32(f, uint32(offset))
		f = protowire.AppendTag(f, fieldType, protowire.VarintType)
		f = protowire.AppendVarint(f, c.kind)
		b = protowire.AppendTag(b, cloudFields, protowire.BytesType)
		b = protowire.AppendBytes(b, f)
		offset += c.size()
	}
	return b
}

// uprightPose returns an encoded foxglove.Pose that rotates Y up to Z up.
func uprightPose() []byte {
	var vector, quaternion, pose []byte
	for n := protowire.Number(1); n <= 3; n++ {
		vector = appendDouble(vector, n, 0)
	}
	for n, v := range []float64{math.Sqrt2 / 2, 0, 0, math.Sqrt2 / 2} {
		quaternion = appendDouble(quaternion, protowire.Number(n+1), v)
	}
	pose = protowire.AppendTag(pose, 1, protowire.BytesType)
	pose = protowire.AppendBytes(pose, vector)
	pose = protowire.AppendTag(pose, 2, protowire.BytesType)
	return protowire.AppendBytes(pose, quaternion)
}

func appendDouble(b []byte, n protowire.Number, v float64) []byte {
	b = protowire.AppendTag(b, n, protowire.Fixed64Type)
	return protowire.AppendFixed64(b, math.Float64bits(v))
}

func appendCloud(b, head []byte, nanos uint64, s *flock.Snapshot) []byte {
	var stamp []byte
	stamp = protowire.AppendTag(stamp, 1, protowire.VarintType)
	stamp = protowire.AppendVarint(stamp, nanos/1e9)
	stamp = protowire.AppendTag(stamp, 2, protowire.VarintType)
	stamp = protowire.AppendVarint(stamp, nanos%1e9)
	b = protowire.AppendTag(b, cloudTimestamp, protowire.BytesType)
	b = protowire.AppendBytes(b, stamp)
	b = append(b, head...)
	b = protowire.AppendTag(b, cloudData, protowire.BytesType)
	b = protowire.AppendVarint(b, uint64(pointSize(len(s.Counts) > 0, len(s.Air) > 0)*s.Len()))
	for k := range s.FlockCount() {
		b = appendFlock(b, s, k)
	}
	return b
}

func appendFlock(b []byte, s *flock.Snapshot, number int) []byte {
	from, to := s.Range(number)
	for i := from; i < to; i++ {
		b = appendVec(b, s.Pos[i])
		b = appendVec(b, s.Vel[i])
		b = appendVec(b, s.Up[i])
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(s.Phase[i]))
		b = append(b, byte(s.Flags[i]))
		b = binary.LittleEndian.AppendUint32(b, uint32(s.ID(i)))
		if len(s.Counts) > 0 {
			b = append(b, byte(number))
		}
		if len(s.Air) > 0 {
			b = appendVec(b, s.Air[i])
		}
	}
	return b
}

func appendVec(b []byte, v mgl32.Vec3) []byte {
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return b
}

// errCloud means that Writer did not write the frame.
var errCloud = errors.New("a frame is not a point cloud of boids")

type points struct {
	count, step int
	offsets     [allColumns]int
	data        []byte
}

func parseCloud(b []byte) (points, error) {
	p := points{}
	for i := range p.offsets {
		p.offsets[i] = -1
	}
	for len(b) > 0 {
		num, kind, n := protowire.ConsumeTag(b)
		if n < 0 {
			return p, errCloud
		}
		b = b[n:]
		n = protowire.ConsumeFieldValue(num, kind, b)
		if n < 0 {
			return p, errCloud
		}
		if err := p.readField(num, kind, b[:n]); err != nil {
			return p, err
		}
		b = b[n:]
	}
	if p.step == 0 || len(p.data)%p.step != 0 {
		return p, errCloud
	}
	p.count = len(p.data) / p.step
	for i, c := range columns() {
		if p.offsets[i] < 0 && i < baseColumns || p.offsets[i]+c.size() > p.step {
			return p, fmt.Errorf("%w: column %s is missing", errCloud, c.name)
		}
	}
	return p, nil
}

func (p *points) readField(num protowire.Number, kind protowire.Type, value []byte) error {
	switch {
	case num == cloudStride && kind == protowire.Fixed32Type:
		step, _ := protowire.ConsumeFixed32(value)
		if step > 1<<16 {
			return errCloud
		}
		p.step = int(step)
	case num == cloudFields && kind == protowire.BytesType:
		b, _ := protowire.ConsumeBytes(value)
		return p.readColumn(b)
	case num == cloudData && kind == protowire.BytesType:
		p.data, _ = protowire.ConsumeBytes(value)
	}
	return nil
}

func (p *points) readColumn(b []byte) error {
	var name string
	var offset uint32
	var numeric uint64
	for len(b) > 0 {
		num, kind, n := protowire.ConsumeTag(b)
		if n < 0 {
			return errCloud
		}
		b = b[n:]
		n = protowire.ConsumeFieldValue(num, kind, b)
		if n < 0 {
			return errCloud
		}
		switch {
		case num == fieldName && kind == protowire.BytesType:
			name, _ = protowire.ConsumeString(b)
		case num == fieldOffset && kind == protowire.Fixed32Type:
			offset, _ = protowire.ConsumeFixed32(b)
		case num == fieldType && kind == protowire.VarintType:
			numeric, _ = protowire.ConsumeVarint(b)
		}
		b = b[n:]
	}
	for i, c := range columns() {
		if c.name == name && c.kind == numeric && offset <= 1<<16 {
			p.offsets[i] = int(offset)
		}
	}
	return nil
}

// copyTo copies the points into a snapshot. It returns an error if a number is not finite or the boids are
// not in order. atStart is the number of flocks in the first frame.
func (p *points) copyTo(s *flock.Snapshot, m *Meta, atStart int) error {
	resize(&s.Pos, p.count)
	resize(&s.Vel, p.count)
	resize(&s.Up, p.count)
	resize(&s.Phase, p.count)
	resize(&s.Flags, p.count)
	s.Air, s.IDs = s.Air[:0], s.IDs[:0]
	windy := p.offsets[airColumn] >= 0 && p.offsets[airColumn+1] >= 0 && p.offsets[airColumn+2] >= 0
	if windy {
		resize(&s.Air, p.count)
	}
	for i := range p.count {
		point := p.data[i*p.step : (i+1)*p.step]
		var v [floatColumns]float32
		if err := p.readFloats(v[:], point, 0, i); err != nil {
			return err
		}
		if windy {
			if err := p.readFloats(s.Air[i][:], point, airColumn, i); err != nil {
				return err
			}
		}
		if err := p.readID(s, binary.LittleEndian.Uint32(point[p.offsets[floatColumns+1]:]), i, m); err != nil {
			return err
		}
		s.Pos[i], s.Vel[i], s.Up[i] = mgl32.Vec3(v[0:3]), mgl32.Vec3(v[3:6]), mgl32.Vec3(v[6:9])
		s.Phase[i] = v[9]
		s.Flags[i] = flock.Flags(point[p.offsets[floatColumns]])
	}
	return p.countFlocks(s, 1+len(m.Others), atStart)
}

// readID checks the id of boid i. It must be i or, in imported tracks, greater than the previous id.
func (p *points) readID(s *flock.Snapshot, id uint32, i int, m *Meta) error {
	switch {
	case m.Imported == "" && id != uint32(i):
		return fmt.Errorf("%w: found boid %d instead of boid %d", errCloud, id, i)
	case m.Imported == "":
		return nil
	case id >= uint32(m.boids()):
		return fmt.Errorf("%w: found boid %d, but the highest id is %d", errCloud, id, m.boids()-1)
	case i > 0 && int32(id) <= s.IDs[i-1]:
		return fmt.Errorf("%w: boid %d comes after boid %d", errCloud, id, s.IDs[i-1])
	}
	s.IDs = append(s.IDs, int32(id))
	return nil
}

func (p *points) readFloats(to []float32, point []byte, first, i int) error {
	for c := range to {
		to[c] = math.Float32frombits(binary.LittleEndian.Uint32(point[p.offsets[first+c]:]))
		if to[c]-to[c] != 0 {
			return fmt.Errorf("%w: %w", errCloud, notFinite(first+c, i))
		}
	}
	return nil
}

// countFlocks counts the boids of each flock. A frame without the column "species" was written before a
// second flock joined.
func (p *points) countFlocks(s *flock.Snapshot, flocks, atStart int) error {
	s.Counts = s.Counts[:0]
	if flocks == 1 {
		return nil
	}
	if p.offsets[speciesColumn] < 0 && atStart > 1 {
		return fmt.Errorf("%w: column species is missing", errCloud)
	}
	resize(&s.Counts, flocks)
	clear(s.Counts)
	if p.offsets[speciesColumn] < 0 {
		s.Counts[0] = p.count
		return nil
	}
	last := 0
	for i := range p.count {
		k := int(p.data[i*p.step+p.offsets[speciesColumn]])
		if k < last || k >= flocks {
			return fmt.Errorf("%w: boid %d refers to flock %d after a boid of flock %d, but flocks must be in order, from 1 to %d", errCloud, i, k+1, last+1, flocks)
		}
		s.Counts[k]++
		last = k
	}
	return nil
}

func resize[T any](s *[]T, n int) {
	if cap(*s) < n {
		*s = make([]T, n)
	}
	*s = (*s)[:n]
}
