//go:build !purego

package near

import (
	"math"

	"golang.org/x/sys/cpu"
)

// Path returns the name of the kernels that run on this machine: "avx512", "avx2" or "go".
func Path() string {
	switch {
	case canDot():
		return "avx512"
	case cpu.X86.HasAVX2:
		return "avx2"
	}
	return "go"
}

func gather(l *List, n int, x, y, z []float32, spans []Span, box *Box, limit float32, by Point) int {
	if !cpu.X86.HasAVX2 {
		return gatherGo(l, n, x, y, z, spans, box, limit, by)
	}
	switch {
	case len(spans) == 0 || len(x) == 0:
	case by == Point{}:
		n += gatherAVX2(&l.X[n], &l.Y[n], &l.Z[n], &l.At[n], &x[0], &y[0], &z[0],
			&spans[0].From, len(spans), &box.Low[0], limit)
	default:
		n += gatherMovedAVX2(&l.X[n], &l.Y[n], &l.Z[n], &l.At[n], &x[0], &y[0], &z[0],
			&spans[0].From, len(spans), &box.Low[0], limit, by.X, by.Y, by.Z)
	}
	l.seal(n)
	return n
}

func (c *Cells) number(keys []int32, x, y, z []float32) {
	n := 0
	if eights := len(keys) / 8; cpu.X86.HasAVX2 && eights > 0 {
		cellsAVX2(&keys[0], &x[0], &y[0], &z[0], &c.Low[0], eights)
		n = 8 * eights
	}
	c.numberGo(keys[n:], x[n:], y[n:], z[n:])
}

func (f *Field) interpolate(dst, points *Vec) {
	if !cpu.X86.HasAVX2 {
		f.interpolateGo(dst, points)
		return
	}
	width := int(f.Last[0]) + 1
	fieldAVX2(&dst.X[0], &dst.Y[0], &dst.Z[0], &points.X[0], &points.Y[0], &points.Z[0],
		&f.Low.X, &f.rows[0].values[0][0], width, width*(int(f.Last[1])+2), (len(dst.X)+7)/8)
}

func bounds(x, y, z []float32) (box Box) {
	if !cpu.X86.HasAVX2 {
		return boundsGo(x, y, z)
	}
	n := len(x)
	boundsAVX2(&box.Low[0], &x[0], &y[0], &z[0], min(n, 8))
	for k := 8; k < n; k += 8 {
		var next Box
		index := min(k, n-8)
		boundsAVX2(&next.Low[0], &x[index], &y[index], &z[index], 8)
		box.include(&next)
	}
	return box
}

func (b *Box) include(other *Box) {
	for k := range b.Low {
		b.Low[k], b.High[k] = min(b.Low[k], other.Low[k]), max(b.High[k], other.High[k])
	}
}

func nearest(toAt []int32, toD2 []float32, indices []int32, d2 []float32, n, count int) int {
	if !cpu.X86.HasAVX2 {
		return -1
	}
	past := float32(math.Inf(1))
	for k := n; k < n+pad; k++ {
		d2[k] = past
	}
	return nearestAVX2(&toAt[0], &toD2[0], &indices[0], &d2[0], n, count)
}

func order(to []int32, stride int, indices []int32, d2 []float32, n, most int) bool {
	if !cpu.X86.HasAVX2 {
		return orderGo(to, stride, indices, d2, n, most)
	}
	past, padded := float32(math.Inf(1)), (n+OrderPad-1)/OrderPad*OrderPad
	for k := n; k < padded; k++ {
		d2[k] = past
	}
	sum := orderAVX2(&to[0], &indices[0], &d2[0], n, most, stride)
	return sum == n*(n-1)/2+n*(padded-n) // if two ranks are equal, the sum is smaller
}

func (g *Group) order(dst []int32, stride int, l *List, most int, m *GroupMemory, room int) int {
	if !cpu.X86.HasAVX2 {
		return g.orderGo(dst, stride, l, most, m)
	}
	return orderGroupAVX2(&dst[0], stride, &g.X[0], &g.Y[0], &g.Z[0], &g.Limits[0], len(g.X),
		&l.X[0], &l.Y[0], &l.Z[0], &l.At[0], len(l.X), &m.at[0], &m.d2[0], room, most)
}

func fetch(to *[Columns][]float32, peers []Peer, indices []int32) {
	if !cpu.X86.HasAVX2 {
		fetchGo(to, peers, indices)
		return
	}
	var first [Columns]*float32
	for c := range to {
		first[c] = &to[c][0]
	}
	fetchAVX2(&first[0], &peers[0][0], &indices[0], (len(indices)+7)/8)
}

func fetchVelocities(to *[4][]float32, courses []Course, at []int32) {
	if !cpu.X86.HasAVX2 {
		fetchVelocitiesGo(to, courses, at)
		return
	}
	first := [4]*float32{&to[0][0], &to[1][0], &to[2][0], &to[3][0]}
	fetchVelocitiesAVX2(&first[0], &courses[0][0], &at[0], (len(at)+7)/8)
}

func sumCourses(s *CourseSums, own *Boids, courses []Course, at, starts []int32, level bool) bool {
	if !cpu.X86.HasAVX2 {
		return false
	}
	kernel := sumCoursesAVX2
	if level {
		kernel = sumCoursesLevelAVX2
	}
	return kernel(&s.X[0], &s.Y[0], &s.Z[0], &s.Speed[0], &own.VX[0], &own.VY[0], &own.VZ[0], &own.Speed[0],
		&courses[0][0], &at[0], &starts[0], len(starts)-1) == 0
}

func within(to *List, n int, l *List, own Vec, first int32, limit float32, ends []int32) {
	if !cpu.X86.HasAVX2 {
		withinGo(to, n, l, own, first, limit, ends)
		return
	}
	withinAVX2(&to.X[0], &to.Y[0], &to.Z[0], &to.At[0], &l.X[0], &l.Y[0], &l.Z[0], &l.At[0],
		&own.X[0], &own.Y[0], &own.Z[0], &ends[0], len(l.X), len(ends), int(first), n, limit)
}

func spreadRuns(to, values []float32, starts []int32) {
	if !cpu.X86.HasAVX2 {
		spreadRunsGo(to, values, starts)
		return
	}
	spreadRunsAVX2(&to[0], &values[0], &starts[0], len(starts)-1)
}

func spreadLong(to, values []float64, starts []int32) {
	if !cpu.X86.HasAVX2 {
		spreadRunsGo(to, values, starts)
		return
	}
	spreadLongAVX2(&to[0], &values[0], &starts[0], len(starts)-1)
}

func sumRuns(to *RunSums, terms *RunTerms, starts []int32) {
	if !cpu.X86.HasAVX2 || starts[len(starts)-1] == 0 {
		sumRunsGo(to, terms, starts)
		return
	}
	if n := len(starts) - 1; terms.More == nil {
		sumRunsAVX2(&to.X[0], &to.Y[0], &to.Z[0], &to.Counts[0], &terms.X[0], &terms.Y[0], &terms.Z[0], &terms.Counted[0], &starts[0], n)
	} else {
		sumRunsMoreAVX2(&to.X[0], &to.Y[0], &to.Z[0], &to.More[0], &to.Counts[0], &terms.X[0], &terms.Y[0], &terms.Z[0], &terms.Counted[0], &terms.More[0], &starts[0], n)
	}
}

func sumOffsets(to *RunSums, x, y, z []float32, starts []int32, scale, low, high float32) bool {
	return cpu.X86.HasAVX2 && sumOffsetsAVX2(&to.X[0], &to.Y[0], &to.Z[0], &to.Counts[0], &x[0], &y[0], &z[0], &starts[0], len(starts)-1, scale, low, high) == 0
}

func farthest(x, y, z, x0, y0, z0 []float32, p Point) (most float32) {
	eights := len(x) / 8
	if cpu.X86.HasAVX2 && eights > 0 {
		farthestAVX2(&most, &x[0], &y[0], &z[0], &x0[0], &y0[0], &z0[0], eights, p.X, p.Y, p.Z)
		n := 8 * eights
		x, y, z, x0, y0, z0 = x[n:], y[n:], z[n:], x0[n:], y0[n:], z0[n:]
	}
	return max(most, farthestGo(x, y, z, x0, y0, z0, p))
}

func scan(indices []int32, d2 []float32, l *List, p Point, limit float32) int {
	if !cpu.X86.HasAVX2 {
		return scanGo(indices, d2, l, p, limit)
	}
	return scanAVX2(&indices[0], &d2[0], &l.X[0], &l.Y[0], &l.Z[0], &l.At[0], len(l.X), p.X, p.Y, p.Z, limit)
}

func filter(toAt []int32, toD2 []float32, indices []int32, d2 []float32, n int, limit float32) int {
	if !cpu.X86.HasAVX2 {
		return filterGo(toAt, toD2, indices, d2, n, limit)
	}
	return filterAVX2(&toAt[0], &toD2[0], &indices[0], &d2[0], n, limit)
}

func sumOf(sum *Kin, kin []Kin, hits []int32) {
	if !cpu.X86.HasAVX2 {
		sumGo(sum, kin, hits)
		return
	}
	sumAVX2(&sum[0], &kin[0][0], &hits[0], len(hits))
}

func row(d2 []float32, mask []uint64, x, y, z []float32, p Point, limit float32) {
	n := len(d2)
	if !cpu.X86.HasAVX2 || n == 0 {
		rowGo(d2, mask, x, y, z, p, limit)
		return
	}
	rowAVX2(&d2[0], &mask[0], &x[0], &y[0], &z[0], (n+7)/8, p.X, p.Y, p.Z, limit)
	if past := n % 64; past > 0 {
		mask[n/64] &= 1<<past - 1
	}
}

func meet(sums, all []Kin, i int, mask, near []uint64, d2 []float32, limit float32) {
	if !cpu.X86.HasAVX2 {
		meetGo(sums, all, i, mask, near, d2, limit)
		return
	}
	meetAVX2(&sums[0][0], &all[0][0], i, &mask[0], &near[0], len(mask), &d2[0], int(math.Float32bits(max(limit, 0))))
}

func pack(kin []Kin, x, y, z, vx, vy, vz []float32, scale float32) {
	eights := len(kin) / 8
	if cpu.X86.HasAVX2 && eights > 0 {
		packAVX2(&kin[0][0], &x[0], &y[0], &z[0], &vx[0], &vy[0], &vz[0], eights, scale)
		n := 8 * eights
		kin, x, y, z, vx, vy, vz = kin[n:], x[n:], y[n:], z[n:], vx[n:], vy[n:], vz[n:]
	}
	packGo(kin, x, y, z, vx, vy, vz, scale)
}

func packPeers(peers []Peer, x, y, z, vx, vy, vz, weights []float32) {
	n := 0
	if eights := len(peers) / 8; cpu.X86.HasAVX2 && eights > 0 {
		packPeersAVX2(&peers[0][0], &x[0], &y[0], &z[0], &vx[0], &vy[0], &vz[0], &weights[0], eights)
		n = 8 * eights
	}
	packPeersGo(peers[n:], x[n:], y[n:], z[n:], vx[n:], vy[n:], vz[n:], weights[n:])
}

func packCourses(courses []Course, vx, vy, vz []float32) {
	n := 0
	if eights := len(courses) / 8; cpu.X86.HasAVX2 && eights > 0 {
		packCoursesAVX2(&courses[0][0], &vx[0], &vy[0], &vz[0], eights)
		n = 8 * eights
	}
	packCoursesGo(courses[n:], vx[n:], vy[n:], vz[n:])
}

// CanLook reports whether this machine has the kernels of Crowd, GatherIndices and SumSphere.
func CanLook() bool { return cpu.X86.HasAVX2 }

func look(c *Crowd, boid int, direct bool) int {
	switch {
	case c.Apart && direct:
		return crowdApartDirectAVX2(c, boid)
	case c.Apart:
		return crowdApartAVX2(c, boid)
	case direct:
		return crowdDirectAVX2(c, boid)
	}
	return crowdAVX2(c, boid)
}

func sumSphere(to *Eight, own *Vec, p *Points, boid int, indices []int32, below, above float32) {
	sphereAVX2(&to.Count[0], &own.X[:8][0], &own.Y[:8][0], &own.Z[:8][0], &p.X[0], &p.Y[0], &p.Z[0], &p.VX[0], &p.VY[0], &p.VZ[0], boid, &indices[0], len(indices), &p.Kin[0][0], below, above, p.Scale)
}

func (e *Eight) less(inner *Eight, sums *[6][]float64, counts *[2][]int32) {
	var to [6]*float64
	for k, all := range sums {
		to[k] = &all[:8][0]
	}
	both := [...]*int32{&counts[0][:8][0], &counts[1][:8][0]}
	ringAVX2(&to[0], &both[0], &e.Count[0], &inner.Count[0])
}

func gatherAt(indices []int32, x, y, z []float32, spans []Span, box *Box, limit float32) int {
	if len(spans) == 0 || len(x) == 0 {
		return 0
	}
	return gatherAtAVX2(&indices[0], &x[0], &y[0], &z[0], &spans[0].From, len(spans), &box.Low[0], limit)
}

func canDot() bool {
	return cpu.X86.HasAVX2 && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VNNI
}

func (e *Eyes) look(eights int) {
	switch {
	case canDot():
		eyesAVX512(e, eights)
	case cpu.X86.HasAVX2:
		eyesAVX2(e, eights)
	default:
		e.lookGo(eights)
	}
}

func note(to []int16, l *List, p Point, self int32, limit float32) int {
	if !cpu.X86.HasAVX2 {
		return noteGo(to, l, p, self, limit)
	}
	return noteAVX2(&to[0], &l.X[0], &l.Y[0], &l.Z[0], &l.At[0], len(l.X), int(self), p.X, p.Y, p.Z, limit)
}

func notePairs(to, pairs []int16, l *List, p Point, self, number int32, limit, close float32) (n, paired int) {
	if !cpu.X86.HasAVX2 {
		return notePairsGo(to, pairs, l, p, self, number, limit, close)
	}
	both := notePairsAVX2(&to[0], &l.X[0], &l.Y[0], &l.Z[0], &l.At[0], len(l.X), int(self), p.X, p.Y, p.Z, limit, &pairs[0], int(number), close)
	return both & (1<<32 - 1), both >> 32
}

func (e *Eyes) part(eights int) {
	if !cpu.X86.HasAVX2 {
		e.partGo(eights)
		return
	}
	partAVX2(e, eights)
}

func packRecords(to []Record, x, y, z, vx, vy, vz []float32, course [3]float32, scale float32) (tooFast int) {
	eights := len(to) / 8
	if cpu.X86.HasAVX2 && eights > 0 {
		tooFast = packRecordsAVX2(&to[0], &x[0], &y[0], &z[0], &vx[0], &vy[0], &vz[0], eights, course[0], course[1], course[2], scale)
		n := 8 * eights
		to, x, y, z, vx, vy, vz = to[n:], x[n:], y[n:], z[n:], vx[n:], vy[n:], vz[n:]
	}
	return tooFast + packRecordsGo(to, x, y, z, vx, vy, vz, course, scale)
}

func choose(c *Chooser, records []Record, own int, list []int16, want int, limit, guess, slope int32) int32 {
	if !cpu.X86.HasAVX2 {
		return c.chooseGo(records, own, list, want, limit, guess, slope)
	}
	return int32(chooseAVX2(&c.sums[0], &c.squares[0], &records[own], &list[0], len(list), want, int(limit), int(guess), int(slope)))
}
