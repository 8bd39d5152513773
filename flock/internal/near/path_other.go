//go:build !amd64 || purego

package near

// Path returns the name of the kernels that run on this machine: "avx512", "avx2" or "go".
func Path() string { return "go" }

func gather(l *List, n int, x, y, z []float32, spans []Span, box *Box, limit float32, by Point) int {
	return gatherGo(l, n, x, y, z, spans, box, limit, by)
}

func scan(at []int32, d2 []float32, l *List, p Point, limit float32) int {
	return scanGo(at, d2, l, p, limit)
}

func filter(toAt []int32, toD2 []float32, at []int32, d2 []float32, n int, limit float32) int {
	return filterGo(toAt, toD2, at, d2, n, limit)
}

func sumOf(sum *Kin, kin []Kin, hits []int32) { sumGo(sum, kin, hits) }

func row(d2 []float32, mask []uint64, x, y, z []float32, p Point, limit float32) {
	rowGo(d2, mask, x, y, z, p, limit)
}

func meet(sums, all []Kin, i int, mask, near []uint64, d2 []float32, limit float32) {
	meetGo(sums, all, i, mask, near, d2, limit)
}

func packPeers(peers []Peer, x, y, z, vx, vy, vz, weights []float32) {
	packPeersGo(peers, x, y, z, vx, vy, vz, weights)
}

func packCourses(courses []Course, vx, vy, vz []float32) { packCoursesGo(courses, vx, vy, vz) }

func (g *Group) order(dst []int32, stride int, l *List, most int, m *GroupMemory, _ int) int {
	return g.orderGo(dst, stride, l, most, m)
}

func pack(kin []Kin, x, y, z, vx, vy, vz []float32, scale float32) {
	packGo(kin, x, y, z, vx, vy, vz, scale)
}

// CanLook reports whether this machine has the kernels of Crowd, GatherIndices and SumSphere.
func CanLook() bool { return false }

func look(*Crowd, int, bool) int { return -1 }

func sumSphere(*Eight, *Vec, *Points, int, []int32, float32, float32) {}

func (e *Eight) less(inner *Eight, sums *[6][]float64, counts *[2][]int32) {
	e.lessGo(inner, sums, counts)
}

func gatherAt([]int32, []float32, []float32, []float32, []Span, *Box, float32) int { return 0 }

func (f *Field) interpolate(dst, points *Vec) { f.interpolateGo(dst, points) }

func bounds(x, y, z []float32) Box { return boundsGo(x, y, z) }

func farthest(x, y, z, x0, y0, z0 []float32, p Point) float32 {
	return farthestGo(x, y, z, x0, y0, z0, p)
}

func nearest([]int32, []float32, []int32, []float32, int, int) int { return -1 }

func order(to []int32, stride int, at []int32, d2 []float32, n, most int) bool {
	return orderGo(to, stride, at, d2, n, most)
}

func fetch(to *[Columns][]float32, peers []Peer, at []int32) { fetchGo(to, peers, at) }

func fetchVelocities(to *[4][]float32, courses []Course, at []int32) {
	fetchVelocitiesGo(to, courses, at)
}

func sumCourses(*CourseSums, *Boids, []Course, []int32, []int32, bool) bool { return false }

func within(to *List, n int, l *List, own Vec, first int32, limit float32, ends []int32) {
	withinGo(to, n, l, own, first, limit, ends)
}

func spreadRuns(to, values []float32, starts []int32) { spreadRunsGo(to, values, starts) }

func (c *Cells) number(keys []int32, x, y, z []float32) { c.numberGo(keys, x, y, z) }

func spreadLong(to, values []float64, starts []int32) { spreadRunsGo(to, values, starts) }

func sumRuns(to *RunSums, terms *RunTerms, starts []int32) { sumRunsGo(to, terms, starts) }

func sumOffsets(*RunSums, []float32, []float32, []float32, []int32, float32, float32, float32) bool {
	return false
}

func (e *Eyes) look(eights int) { e.lookGo(eights) }

func note(to []int16, l *List, p Point, self int32, limit float32) int {
	return noteGo(to, l, p, self, limit)
}

func notePairs(to, pairs []int16, l *List, p Point, self, number int32, limit, close float32) (n, paired int) {
	return notePairsGo(to, pairs, l, p, self, number, limit, close)
}

func (e *Eyes) part(eights int) { e.partGo(eights) }

func packRecords(to []Record, x, y, z, vx, vy, vz []float32, course [3]float32, scale float32) int {
	return packRecordsGo(to, x, y, z, vx, vy, vz, course, scale)
}

func choose(c *Chooser, records []Record, own int, list []int16, want int, limit, guess, slope int32) int32 {
	return c.chooseGo(records, own, list, want, limit, guess, slope)
}
