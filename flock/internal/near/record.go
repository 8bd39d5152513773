package near

import "math"

// Record is the packed state of a boid that others see. Its eight numbers are the position modulo 2¹⁶ in
// quanta, the number 1, the velocity minus the flock's velocity in quanta, and a flag that is set if this
// velocity does not fit in 16 bits. The difference of two positions is exact if the boids are less than 2¹⁵
// quanta apart along each axis.
type Record [8]int16

// PackRecords writes the records of boids to dst. Their positions and velocities, and the flock's course,
// must be integers after multiplication by scale. The arrays must be at least as long as dst, with room for
// seven more elements. It returns the number of velocities that do not fit 16 bits.
func PackRecords(dst []Record, x, y, z, vx, vy, vz []float32, course [3]float32, scale float32) (tooFast int) {
	n := len(dst)
	return packRecords(dst, x[:n], y[:n], z[:n], vx[:n], vy[:n], vz[:n], course, scale)
}

func packRecordsGo(to []Record, x, y, z, vx, vy, vz []float32, course [3]float32, scale float32) (tooFast int) {
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
			tooFast++
		}
	}
	return tooFast
}

// Note lists the candidates whose squared distance to p is less than limit, except the candidate with the
// index self. It writes the difference between each index and self to dst, and pads dst with zeros to a
// multiple of four. The results are the number of candidates and the number of zeros. dst must have
// len(l.X)+8 elements. The differences must fit in 16 bits.
func Note(dst []int16, l *List, p Point, self int, limit float32) (entries, own int) {
	n := 0
	if len(l.X) > 0 {
		n = note(dst[:len(l.X)+pad], l, p, int32(self), limit)
	}
	return padded(dst, n)
}

func padded(to []int16, n int) (entries, own int) {
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

// NotePairs is like Note, but also writes two values to pairs for each candidate whose squared distance is
// less than close: the difference between its index and self, and number. paired is the count of these
// values. pairs must have 2·len(l.X)+16 elements.
func NotePairs(dst, pairs []int16, l *List, p Point, self, number int, limit, close float32) (entries, own, paired int) {
	n := 0
	if many := len(l.X) + pad; len(l.X) > 0 {
		n, paired = notePairs(dst[:many], pairs[:2*many], l, p, int32(self), int32(number), limit, close)
	}
	entries, own = padded(dst, n)
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

// Eyes computes, for each boid of a run, sums over the others in its sight, among a list of candidates.
type Eyes struct {
	Records []Record // records of all boids; at least seven more after the last boid that looks
	First   int      // index of the first boid that sees others
	Lists   []int16  // candidates of each boid, as differences from its index; padded with zeros to multiples of four

	// Heads holds, for each boid that looks, the start of its list, a multiple of four, plus the number of
	// entries that are the boid itself. There is room for a multiple of eight boids, and one more element for
	// the end of the last list.
	Heads      []uint32
	VX, VY, VZ []float32 // velocities of the boids that look

	// Others closer than the square root of Inner, in quanta, are in sight. Others at the square root of
	// Outer or beyond are not. In between, integer distances are not precise enough.
	Inner, Outer int32
	Course       [3]float32 // velocity of the flock, which is subtracted in the records
	Scale, Unit  float32
	// Boids that see fewer than Few others are Lonely. Boids that see more than Many others are Unsure.
	Few, Many int32

	// Results for each boid, over the other boids in sight. Visible and Weight hold the number of others.
	// Edge and Centre hold the sum of their positions relative to the boid, in quanta. Course holds the sum
	// of their relative velocities. Away holds the sum of the vectors from them to the boid, until Part
	// overwrites it. The slices must have a multiple of eight elements.
	Visible, Weight           []float32
	EdgeX, EdgeY, EdgeZ       []float32
	CentreX, CentreY, CentreZ []float32
	CourseX, CourseY, CourseZ []float32
	AwayX, AwayY, AwayZ       []float32

	// Arguments and results of Part. Pairs holds the pairs that may be close (see NotePairs), padded to a
	// multiple of eight. Sums receives the sums of the weighted vectors from others closer than the square
	// root of Protected, in quanta, for a multiple of eight boids.
	Pairs           []int16
	Protected, Over float32
	Falloff         Falloff
	Sums            [][4]int32

	// Bit masks, with the lowest bit of the first byte for the first boid. Unsure marks boids whose result is
	// not certain, and those that see more than Many others. Lonely marks boids that see fewer than Few.
	Unsure, Lonely []uint8
}

// Limits sets Inner and Outer for a limit on the squared distance, which is (dx² + dy²) + dz² in float32 with
// each operation rounded.
func (e *Eyes) Limits(limit float32) {
	const rounding = 1. / (1 << 22) // more than the rounding error of three operations
	square := float64(limit) * float64(e.Scale) * float64(e.Scale)
	e.Inner, e.Outer = int32(math.Ceil(square*(1-rounding))), int32(math.Floor(square*(1+rounding)))+1
}

// Look computes the results of the first n boids. The results of later boids are undefined.
func (e *Eyes) Look(n int) {
	if n > 0 {
		e.look((n + 7) / 8)
	}
}

// Part computes Away for the first n boids: their separation from the others that are close.
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

// positives flips the signs of the first three of four 16-bit velocities in a word, so that they become
// positive. outers selects the first and the third.
const (
	positives = 1<<15 | 1<<31 | 1<<47
	outers    = 1<<16 - 1 | (1<<16-1)<<32
)

func (r *Record) velocity() uint64 {
	return uint64(uint16(r[4])) | uint64(uint16(r[5]))<<16 | uint64(uint16(r[6]))<<32 | uint64(uint16(r[7]))<<48
}

// lookOne sums over the others in boid i's sight, two candidates at a time. Candidates out of sight add 0.
// place holds the sums of x and y of the positions, and height those of z and the count. course holds the
// sums of all components of the velocities, and outer those of x and z.
func (e *Eyes) lookOne(i int) {
	var place, height, course, outer uint64
	// smallest difference of a square minus Inner; unsigned, so that negative differences are huge
	nearest := uint64(math.MaxUint64)
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
	// second components of the velocities and, in bits 32 and up, the number of velocities that do not fit
	course = (course - outer) >> 16
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
