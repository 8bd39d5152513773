package near

import "math"

// Record is what others see of a boid, eight numbers in quanta: its place modulo 2¹⁶
// and a 1, its velocity less the flock's, and 0, or a 1 if that velocity is beyond 16
// bits. Of boids less than 2¹⁵ apart along each axis the difference is exact.
type Record [8]int16

// PackRecords fills to with places and velocities times scale, whole numbers then; so
// is the flock's course. The arrays are at least as long, and have room for seven more.
// It returns how many velocities are beyond 16 bits.
func PackRecords(to []Record, x, y, z, vx, vy, vz []float32, course [3]float32, scale float32) (wild int) {
	n := len(to)
	return packRecords(to, x[:n], y[:n], z[:n], vx[:n], vy[:n], vz[:n], course, scale)
}

func packRecordsGo(to []Record, x, y, z, vx, vy, vz []float32, course [3]float32, scale float32) (wild int) {
	for i := range to {
		v := [3]int32{int32((vx[i] - course[0]) * scale), int32((vy[i] - course[1]) * scale), int32((vz[i] - course[2]) * scale)}
		r := Record{int16(int32(x[i] * scale)), int16(int32(y[i] * scale)), int16(int32(z[i] * scale)), 1}
		for k, one := range v {
			r[4+k] = int16(one)
			if int32(r[4+k]) != one {
				r[7] = 1
			}
		}
		to[i] = r
		wild += int(r[7])
	}
	return wild
}

// Note lists in to those candidates whose squared distance to p is less than limit, but
// for that of index self: as differences of their indices from self, filled up to whole
// fours with zeros, that is self. It returns how many entries these are, and how many
// of them are self. to has room for len(l.X)+8. No index is 2¹⁵ or more from self.
func Note(to []int16, l *List, p Point, self int, limit float32) (entries, own int) {
	n := 0
	if len(l.X) > 0 {
		n = note(to[:len(l.X)+pad], l, p, int32(self), limit)
	}
	entries = (n + 3) &^ 3
	for k := n; k < entries; k++ {
		to[k] = 0
	}
	return entries, entries - n
}

func noteGo(to []int16, l *List, p Point, self int32, limit float32) (n int) {
	limits := bound(limit)
	for k, j := range l.At {
		to[n] = int16(j - self)
		if j != self {
			n += less(square(l.X[k]-p.X, l.Y[k]-p.Y, l.Z[k]-p.Z), limits)
		}
	}
	return n
}

// Eyes are those of a run of boids, which see whom they have on lists.
type Eyes struct {
	Records []Record // of all
	First   int      // the first of those who look; seven more than look are there
	Lists   []int16  // how far behind its own a boid's records are, itself filling them up to whole fours

	// Of those who look, and up to whole eights: where its list begins, a multiple of
	// four, plus how often itself is on it; one more says where the last list ends.
	Heads      []uint32
	VX, VY, VZ []float32

	// In sight is who is less than the square root of Inner quanta away. Whether one
	// between that and Outer is, integers cannot tell.
	Inner, Outer int32
	Course       [3]float32 // the flock's, that records leave out
	Scale, Unit  float32    // quanta a unit, and its inverse; powers of two
	Few          int32

	// Of those in sight, but for itself: their number, twice; the sums of their
	// places relative to the boid, twice, and of their velocities, in quanta; and the
	// sum of the vectors from them. There is room for whole eights.
	Visible, Weight           []float32
	EdgeX, EdgeY, EdgeZ       []float32
	CentreX, CentreY, CentreZ []float32
	CourseX, CourseY, CourseZ []float32
	AwayX, AwayY, AwayZ       []float32

	// A bit for each, the lowest of the first byte for the first: those of whom it
	// cannot tell what they see; and those who see fewer than Few.
	Unsure, Lonely []uint8
}

// Limits has those be in sight whose squared distance is less than limit by float32:
// (dx² + dy²) + dz², each operation rounded.
func (e *Eyes) Limits(limit float32) {
	const rounding = 1. / (1 << 22) // more than that of three operations
	square := float64(limit) * float64(e.Scale) * float64(e.Scale)
	e.Inner, e.Outer = int32(math.Ceil(square*(1-rounding))), int32(math.Floor(square*(1+rounding)))+1
}

// Look has the first n look. What is written to lanes past them is of no meaning.
func (e *Eyes) Look(n int) {
	if n > 0 {
		e.look((n + 7) / 8)
	}
}

func (e *Eyes) lookGo(eights int) {
	for i := range 8 * eights {
		if i%8 == 0 {
			e.Unsure[i/8], e.Lonely[i/8] = 0, 0
		}
		e.lookOne(i)
	}
}

// tally sums up those in sight, several numbers to a word.
type tally struct {
	place, height, count uint64 // x and y as in x + y<<32; z; how many
	course, outer        uint64 // words of velocities, and of these the first and the third
	nearest              uint64 // of those out of sight, how far beyond Inner; in sight is as good as infinitely far
}

// Of velocities in a word of 16 bits each: what makes them positive, and the first and
// the third of them.
const (
	positives = 1<<15 | 1<<31 | 1<<47
	outers    = 1<<16 - 1 | (1<<16-1)<<32
)

// tally sums up those on a boid's list.
func (e *Eyes) tally(slot int, list []int16) (t tally) {
	records, inner := e.Records, int64(e.Inner)
	own := &records[slot]
	ownX, ownY, ownZ := own[0], own[1], own[2]
	t.nearest = math.MaxUint64
	for _, by := range list {
		o := &records[slot+int(by)]
		x, y, z := int64(o[0]-ownX), int64(o[1]-ownY), int64(o[2]-ownZ)
		beyond := x*x + y*y + z*z - inner
		seen := uint64(beyond >> 63)
		t.nearest = min(t.nearest, uint64(beyond))
		t.count -= seen
		t.place += uint64(y<<32+x) & seen
		t.height += uint64(z) & seen
		v := uint64(uint16(o[4])) | uint64(uint16(o[5]))<<16 | uint64(uint16(o[6]))<<32 | uint64(uint16(o[7]))<<48
		v = (v ^ positives) & seen
		t.course += v
		t.outer += v & outers
	}
	return t
}

// sums takes the words apart. Of velocities there is also how many are wild.
func (t *tally) sums() (pos, vel [3]int32, wild uint64) {
	x := int32(t.place)
	pos = [3]int32{x, int32((t.place - uint64(x)) >> 32), int32(t.height)}
	inner := (t.course - t.outer) >> 16 // the second, and from 32 on the fourth
	too := int32(t.count) << 15
	vel = [3]int32{int32(t.outer) - too, int32(inner) - too, int32(t.outer>>32) - too}
	return pos, vel, inner >> 32
}

func (e *Eyes) lookOne(i int) {
	head := e.Heads[i]
	own := int32(head & 3)
	t := e.tally(e.First+i, e.Lists[head&^3:e.Heads[i+1]&^3])
	pos, vel, wild := t.sums()
	all := int32(t.count)
	n := float32(all - own)
	e.Visible[i], e.Weight[i] = n, n
	x, y, z := float32(pos[0]), float32(pos[1]), float32(pos[2])
	e.EdgeX[i], e.EdgeY[i], e.EdgeZ[i] = x, y, z
	e.CentreX[i], e.CentreY[i], e.CentreZ[i] = x, y, z
	e.AwayX[i], e.AwayY[i], e.AwayZ[i] = -x*e.Unit, -y*e.Unit, -z*e.Unit
	e.CourseX[i] = float32(vel[0] - all*int32((e.VX[i]-e.Course[0])*e.Scale))
	e.CourseY[i] = float32(vel[1] - all*int32((e.VY[i]-e.Course[1])*e.Scale))
	e.CourseZ[i] = float32(vel[2] - all*int32((e.VZ[i]-e.Course[2])*e.Scale))
	if wild != 0 || t.nearest < uint64(e.Outer-e.Inner) {
		e.Unsure[i/8] |= 1 << (i % 8)
	}
	if all-own < e.Few {
		e.Lonely[i/8] |= 1 << (i % 8)
	}
}
