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
	n := len(to)
	x, y, z, vx, vy, vz = x[:n], y[:n], z[:n], vx[:n], vy[:n], vz[:n]
	for i := range to {
		r := &to[i]
		r[0], r[1], r[2], r[3] = int16(int32(x[i]*scale)), int16(int32(y[i]*scale)), int16(int32(z[i]*scale)), 1
		a, b, c := int32((vx[i]-course[0])*scale), int32((vy[i]-course[1])*scale), int32((vz[i]-course[2])*scale)
		r[4], r[5], r[6] = int16(a), int16(b), int16(c)
		r[7] = 0
		if a != int32(int16(a)) || b != int32(int16(b)) || c != int32(int16(c)) {
			r[7] = 1
			wild++
		}
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
	return filled(to, n)
}

// filled fills n entries up to whole fours.
func filled(to []int16, n int) (entries, own int) {
	entries = (n + 3) &^ 3
	for k := n; k < entries; k++ {
		to[k] = 0
	}
	return entries, entries - n
}

func noteGo(to []int16, l *List, p Point, self int32, limit float32) (n int) {
	limits := bound(limit)
	x, y, z := l.X[:len(l.At)], l.Y[:len(l.At)], l.Z[:len(l.At)]
	for k, j := range l.At {
		to[n] = int16(j - self)
		other := int(uint32((j-self)|(self-j)) >> 31)
		n += less(square(x[k]-p.X, y[k]-p.Y, z[k]-p.Z), limits) & other
	}
	return n
}

// NotePairs is Note, and lists in pairs those whose squared distance is less than close
// as well, with two numbers each: the difference from self, and number. So many numbers
// are there; pairs has room for 2·len(l.X)+16.
func NotePairs(to, pairs []int16, l *List, p Point, self, number int, limit, close float32) (entries, own, paired int) {
	n := 0
	if many := len(l.X) + pad; len(l.X) > 0 {
		n, paired = notePairs(to[:many], pairs[:2*many], l, p, int32(self), int32(number), limit, close)
	}
	entries, own = filled(to, n)
	return entries, own, 2 * paired
}

func notePairsGo(to, pairs []int16, l *List, p Point, self, number int32, limit, close float32) (n, paired int) {
	limits := bound(close)
	for k, j := range l.At {
		pairs[2*paired], pairs[2*paired+1] = int16(j-self), int16(number)
		if j != self {
			paired += less(square(l.X[k]-p.X, l.Y[k]-p.Y, l.Z[k]-p.Z), limits)
		}
	}
	return noteGo(to, l, p, self, limit), paired
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
	Few, Many    int32      // outside of which it says so

	// Of those in sight, but for itself: their number, twice; the sums of their
	// places relative to the boid, twice, and of their velocities, in quanta; and the
	// sum of the vectors from them, or what Part makes it. There is room for whole
	// eights.
	Visible, Weight           []float32
	EdgeX, EdgeY, EdgeZ       []float32
	CentreX, CentreY, CentreZ []float32
	CourseX, CourseY, CourseZ []float32
	AwayX, AwayY, AwayZ       []float32

	// For Part: who may be close to whom, by eights, see NotePairs; and for whole
	// eights of boids the sum of the vectors from those closer than the square root of
	// Protected, times their weight, in quanta.
	Pairs           []int16
	Protected, Over float32
	Falloff         Falloff
	Sums            [][4]int32

	// A bit for each, the lowest of the first byte for the first: those of whom it
	// cannot tell what they see; and those who see fewer than Few;
	// of whom those who see more than Many count to the former.
	Unsure, Lonely []uint8
}

// Limits has those be in sight whose squared distance is less than limit by float32:
// (dx² + dy²) + dz², each operation rounded.
func (e *Eyes) Limits(limit float32) {
	const rounding = 1. / (1 << 22) // more than that of three operations
	square := float64(limit) * float64(e.Scale) * float64(e.Scale)
	e.Inner, e.Outer = int32(math.Ceil(square*(1-rounding))), int32(math.Floor(square*(1+rounding)))+1
}

// Look makes the first n look. What is written to lanes past them is of no meaning.
func (e *Eyes) Look(n int) {
	if n > 0 {
		e.look((n + 7) / 8)
	}
}

// Part sums up the separation of the first n from those that are close.
func (e *Eyes) Part(n int) {
	clear(e.Sums[:(n+7)/8*8])
	if len(e.Pairs) > 0 {
		e.part(len(e.Pairs) / 16)
	}
	for i, sum := range e.Sums[:n] {
		e.AwayX[i], e.AwayY[i], e.AwayZ[i] = float32(sum[0])*e.Unit, float32(sum[1])*e.Unit, float32(sum[2])*e.Unit
	}
}

func (e *Eyes) partGo(eights int) {
	for k := range 8 * eights {
		by, i := int(e.Pairs[2*k]), int(e.Pairs[2*k+1])
		own, other, sum := &e.Records[e.First+i], &e.Records[e.First+i+by], &e.Sums[i]
		var from [3]float32
		for a := range from {
			from[a] = float32(own[a]-other[a]) * e.Unit
		}
		d2 := square(from[0], from[1], from[2])
		if !(d2 < e.Protected) {
			continue
		}
		weight := e.weight(d2)
		for a, x := range from {
			sum[a] += int32(math.RoundToEven(float64(float32(weight*x)) * float64(e.Scale)))
		}
	}
}

// weight returns the falloff at a distance, given its square.
func (e *Eyes) weight(d2 float32) float32 {
	d := float32(math.Sqrt(float64(d2)))
	far := max(d, Closest)
	switch {
	case e.Falloff == Whole:
		return 1
	case d == 0:
		return 0
	case e.Falloff == Linear:
		return max(0, 1-float32(d*e.Over)) / d
	case e.Falloff == Inverse:
		return 1 / float32(d*far)
	}
	return 1 / float32(float32(d*far)*far)
}

func (e *Eyes) lookGo(eights int) {
	for i := range 8 * eights {
		if i%8 == 0 {
			e.Unsure[i/8], e.Lonely[i/8] = 0, 0
		}
		e.lookOne(i)
	}
}

// Of velocities in a word of 16 bits each: what makes the first three positive, and the
// first and the third.
const (
	positives = 1<<15 | 1<<31 | 1<<47
	outers    = 1<<16 - 1 | (1<<16-1)<<32
)

// velocity returns a record's second half as a word.
func (r *Record) velocity() uint64 {
	return uint64(uint16(r[4])) | uint64(uint16(r[5]))<<16 | uint64(uint16(r[6]))<<32 | uint64(uint16(r[7]))<<48
}

// lookOne sums up those in sight, several numbers to a word: of their places x + y<<32, and
// z with their number; and their velocities, all of them and the outer ones. Who is out of
// sight adds 0. It takes two at a time, which is faster; lists have whole fours.
func (e *Eyes) lookOne(i int) {
	var place, height, course, outer uint64
	nearest := uint64(math.MaxUint64) // beyond Inner, of those out of sight; others count as infinitely far
	records, slot, inner, head := e.Records, e.First+i, int64(e.Inner), e.Heads[i]
	own := &records[slot]
	ownX, ownY, ownZ := own[0], own[1], own[2]
	for list := e.Lists[head&^3 : e.Heads[i+1]&^3]; len(list) >= 2; list = list[2:] {
		a, b := &records[slot+int(list[0])], &records[slot+int(list[1])]
		x, y, z := int64(a[0]-ownX), int64(a[1]-ownY), int64(a[2]-ownZ)
		beyond := x*x + y*y + z*z - inner
		seen := uint64(beyond >> 63)
		nearest = min(nearest, uint64(beyond))
		v := (a.velocity() ^ positives) & seen
		xy, zn := uint64(y<<32+x)&seen, uint64(z+1<<32)&seen
		x, y, z = int64(b[0]-ownX), int64(b[1]-ownY), int64(b[2]-ownZ)
		beyond = x*x + y*y + z*z - inner
		seen = uint64(beyond >> 63)
		nearest = min(nearest, uint64(beyond))
		w := (b.velocity() ^ positives) & seen
		place += xy + uint64(y<<32+x)&seen
		height += zn + uint64(z+1<<32)&seen
		course += v + w
		outer += v&outers + w&outers
	}
	count := int32((height - uint64(int32(height))) >> 32)
	course = (course - outer) >> 16 // the second, and from 32 on how many are wild
	others := count - int32(head&3)
	if course>>32 != 0 || nearest < uint64(e.Outer-e.Inner) || others > e.Many {
		e.Unsure[i/8] |= 1 << (i % 8)
	}
	if others < e.Few {
		e.Lonely[i/8] |= 1 << (i % 8)
	}
	e.Visible[i], e.Weight[i] = float32(others), float32(others)
	low := int32(place)
	x, y, z := float32(low), float32(int32((place-uint64(low))>>32)), float32(int32(height))
	e.EdgeX[i], e.EdgeY[i], e.EdgeZ[i] = x, y, z
	e.CentreX[i], e.CentreY[i], e.CentreZ[i] = x, y, z
	e.AwayX[i], e.AwayY[i], e.AwayZ[i] = -x*e.Unit, -y*e.Unit, -z*e.Unit
	e.CourseX[i] = float32(int32(outer) - count*(1<<15+int32((e.VX[i]-e.Course[0])*e.Scale)))
	e.CourseY[i] = float32(int32(course) - count*(1<<15+int32((e.VY[i]-e.Course[1])*e.Scale)))
	e.CourseZ[i] = float32(int32(outer>>32) - count*(1<<15+int32((e.VZ[i]-e.Course[2])*e.Scale)))
}
