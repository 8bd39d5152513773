package flock

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"skein/flock/cloud"
	"skein/flock/internal/lanes"
	"skein/flock/sample"
	"skein/flock/view"
)

type outcome struct {
	polarization, clusters, nearest, turn []float64
	closest, farthest, low, high, gap     float64
	began, back, lost                     int
	peak, away                            float64
}

func observe(t *testing.T, d Def, seconds int) (y outcome) {
	t.Helper()
	w := world(t, d)
	y.closest, y.low = math.Inf(1), math.Inf(1)
	last := math.NaN()
	var s Snapshot
	for k := range seconds * d.TickRate {
		w.Step()
		for _, e := range w.TakeEvents(nil) {
			switch e.Kind {
			case EscapeBegan:
				y.began++
			case Reabsorbed:
				y.back++
				y.peak += f(e.Peak)
				y.away += f(e.Seconds)
			case Abandoned:
				y.lost++
			}
		}
		if k%(d.TickRate/6) > 0 {
			continue
		}
		w.Snapshot(&s)
		m := modelOf(w)
		_, n := view.Clusters(&s, d.Params.Float("vision"))
		y.clusters = append(y.clusters, float64(n))
		y.polarization = append(y.polarization, polarization(w))
		centre, course, mean := v3{}, v3{}, 0.0
		for i, around := range surveyed(m, 0) {
			near := around.nearest
			mean += near / float64(w.flocks[0].N)
			y.closest = min(y.closest, near)
			y.low, y.high = min(y.low, m.pos[i][1]), max(y.high, m.pos[i][1])
			centre = centre.plus(m.pos[i].times(1 / float64(w.flocks[0].N)))
			course = course.plus(m.vel[i])
		}
		y.nearest = append(y.nearest, mean)
		y.farthest = max(y.farthest, math.Hypot(centre[0], centre[2]))
		bearing := math.Atan2(course[0], course[2])
		if turn := math.Remainder(bearing-last, 2*math.Pi); k > 0 {
			y.turn = append(y.turn, turn*6*180/math.Pi)
		}
		last = bearing
	}
	y.peak /= float64(max(1, y.back))
	y.away /= float64(max(1, y.back))
	return y
}

// company is what surrounds a boid.
type company struct {
	nearest float64 // distance of the nearest boid
	within  int     // number of boids within a distance
}

// surveyed returns the company of each boid, up to a distance. The world must not wrap around. It looks at
// the boids in the order of one coordinate, and stops where they are too far away.
func surveyed(m *model, distance float64) []company {
	all, order := make([]company, len(m.pos)), make([]int, len(m.pos))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(m.pos[i][0], m.pos[j][0]) })
	for place, i := range order {
		c := &all[i]
		c.nearest = math.Inf(1)
		for _, way := range []int{-1, 1} {
			for k := place + way; k >= 0 && k < len(order); k += way {
				j := order[k]
				if math.Abs(m.pos[j][0]-m.pos[i][0]) >= max(c.nearest, distance) {
					break
				}
				d := m.dist(i, j)
				if c.nearest = min(c.nearest, d); d < distance {
					c.within++
				}
			}
		}
	}
	return all
}

func mean(a []float64) (m float64) {
	for _, x := range a {
		m += x / float64(len(a))
	}
	return m
}

func median(a []float64) float64 { return slices.Sorted(slices.Values(a))[len(a)/2] }

func (y *outcome) log(t *testing.T, seed uint64, seconds int) {
	left := 0
	for _, turn := range y.turn {
		if turn > 0 {
			left++
		}
	}
	t.Logf("seed %d: polarization %.3f, clusters median %.0f mean %.2f, nearest %.2f m (least %.2f), at most %.0f m from the roost, height %.0f to %.0f m, left turns in %d %% of the time; %.1f escapes a minute, %d reabsorbed after %.1f s, %d abandoned, peak %.1f m",
		seed, mean(y.polarization), median(y.clusters), mean(y.clusters), mean(y.nearest), y.closest, y.farthest, y.low, y.high,
		100*left/len(y.turn), float64(y.began)*60/float64(seconds), y.back, y.away, y.lost, y.peak)
}

// The scene "murmuration" is a single, polarized flock without collisions, also with seeds that were not used
// for tuning. It turns left and right at its roost, and leaders leave and come back (H14).
func TestMurmuration(t *testing.T) {
	if testing.Short() {
		t.Skip("long, on one goroutine")
	}
	var turn, clusters, polarized []float64
	began, back, lost := 0, 0, 0
	const seconds = 60
	for _, seed := range []uint64{4, 1001, 1002} {
		d := DefaultDef()
		d.Seed, d.TickRate = seed, 30
		y := observe(t, d, seconds)
		y.log(t, seed, seconds)
		turn, clusters, polarized = append(turn, y.turn...), append(clusters, y.clusters...), append(polarized, y.polarization...)
		began, back, lost = began+y.began, back+y.back, lost+y.lost
		if y.farthest > 120 || y.low < 0.5 || y.high > 45 {
			t.Errorf("seed %d: the flock flies out of sight, want it within 120 m of the roost and 0.5 to 45 m high", seed)
		}
		if y.closest < 0.05 || mean(y.nearest) < 0.68 || mean(y.nearest) > 1.51 {
			t.Errorf("seed %d: the nearest neighbours are at %.2f m on average and %.2f m at least; want 0.68 to 1.51, and 0.05", seed, mean(y.nearest), y.closest)
		}
	}
	if m := mean(polarized); m < 0.93 || m > 0.999 {
		t.Errorf("polarization %.3f", m)
	}
	if m := median(clusters); m != 1 {
		t.Errorf("%v clusters", m)
	}
	left := 0
	for _, x := range turn {
		if x > 0 {
			left++
		}
	}
	if share := float64(left) / float64(len(turn)); share < 0.2 || share > 0.8 {
		t.Errorf("the flock turns left in a share of %.2f of the time, want 0.2 to 0.8", share)
	}
	if perMinute := float64(began) / 3; perMinute < 5 || perMinute > 25 {
		t.Errorf("there are %.1f escapes a minute, want 5 to 25", perMinute)
	}
	if back < began*6/10 || lost > 1 {
		t.Errorf("of %d escapes, %d were reabsorbed and %d abandoned; want 60 %% and at most one", began, back, lost)
	}
}

func TestPaper(t *testing.T) {
	if testing.Short() {
		t.Skip("long, on one goroutine")
	}
	const seconds = 60
	began, back, lost := 0, 0, 0
	for _, seed := range []uint64{1, 1001} {
		d := PaperDef()
		d.Seed, d.TickRate = seed, 30
		y := observe(t, d, seconds)
		y.log(t, seed, seconds)
		if mean(y.polarization) < 0.95 || median(y.clusters) > 3 {
			t.Errorf("seed %d: the boids do not form a flock", seed)
		}
		began, back, lost = began+y.began, back+y.back, lost+y.lost
	}
	if began < 4 || back < began/3 {
		t.Errorf("of %d escapes, %d were reabsorbed and %d abandoned; want 4 escapes, a third reabsorbed", began, back, lost)
	}
}

// In the scene "murmuration", each kind of neighbourhood flies differently. Where the number is limited, each
// boid has exactly N neighbours.
func TestNeighbourhoodMatters(t *testing.T) {
	t.Parallel()
	const many = 60 // more than most boids have in sight
	kinds := map[uint64]view.Neighbourhood{}
	for kind, counts := range map[view.Neighbourhood][]int{
		view.Sphere: {many}, view.NearestN: {3, 7, many}, view.RadiusAndNearest: {many, many + 20}, view.NearestInSight: {3, 7, many},
	} {
		flights := map[uint64]int{}
		for _, n := range counts {
			d := DefaultDef()
			d.TickRate = 30
			put(&d.Params, "leadership", 0, "neighbourhood", kind, "nearest", n)
			w := world(t, d)
			checkWeights(t, w)
			for range 30 {
				w.Step()
			}
			if other, ok := flights[w.Hash()]; ok {
				t.Errorf("neighbourhood %d gives the same flight for %d and %d neighbours", kind, n, other)
			}
			flights[w.Hash()] = n
			if other, ok := kinds[w.Hash()]; ok && n == many {
				t.Errorf("neighbourhoods %d and %d give the same flight", kind, other)
			}
			kinds[w.Hash()] = kind
		}
	}
}

// checkWeights checks the number of neighbours of each boid, in a world without leaders.
func checkWeights(t *testing.T, w *World) {
	t.Helper()
	m, steersBy := modelOf(w), weights(w)
	n := m.p.Int("nearest")
	for i := range w.flocks[0].N {
		inSight := 0
		for j := range m.pos {
			if j != i && m.dist(i, j) < f(m.p.Float("vision")) {
				inSight++
			}
		}
		want := map[view.Neighbourhood]int{
			view.Sphere: inSight, view.NearestN: n, view.RadiusAndNearest: max(n, inSight), view.NearestInSight: min(n, inSight),
		}[view.Neighbourhood(m.p.Choice("neighbourhood"))]
		if got := int(steersBy[i]); got != want {
			t.Fatalf("neighbourhood %d, N %d: boid %d steers by %d neighbours, want %d; %d are in sight", view.Neighbourhood(m.p.Choice("neighbourhood")), n, i, got, want, inSight)
		}
	}
}

// weights returns, for each boid of a world, the number of its neighbours.
func weights(w *World) []float32 {
	indexAlone(w)
	all := make([]float32, w.flocks[0].N)
	for from := 0; from < w.flocks[0].N; from += lanes.Size {
		b := w.flocks[0].openBlock(&w.flocks[0].scratch[0], from, min(from+lanes.Size, w.flocks[0].N))
		w.flocks[0].Perceive(b, w.flocks[0].Memory(0), from)
		for i, id := range b.ID {
			all[id] = b.Weight[i]
		}
	}
	return all
}

// room returns the mean distance to the nearest boid, the mean number of boids within 3.5 m, and the spread
// of heights.
func room(w *World) (nearest, inSight, height float64) {
	m := modelOf(w)
	share, mean := 1/float64(w.flocks[0].N), 0.0
	for i := range m.pos {
		mean += m.pos[i][1] * share
	}
	for i, around := range surveyed(m, 3.5) {
		inSight += share * float64(around.within)
		nearest += around.nearest * share
		height += (m.pos[i][1] - mean) * (m.pos[i][1] - mean) * share
	}
	return nearest, inSight, math.Sqrt(height)
}

// A flock of the scene "murmuration" has the same density and height for any number of boids, from its first
// frame on. The test tries two of three numbers.
func TestDensityOfAnyNumber(t *testing.T) {
	t.Parallel()
	counts := []int{300, 2000, 10_000}
	if testing.Short() {
		counts = counts[:2]
	}
	for _, n := range sample.Some(t, 2, counts) {
		d := DefaultDef()
		d.TickRate = 30
		put(&d.Params, "count", n)
		w := world(t, d)
		if p := polarization(w); w.age > 3*30 || p < 0.95 {
			t.Errorf("%d boids have the polarization %[3]f after %[2]d ticks, want 0.95 within 90 ticks", n, w.age, p)
		}
		const samples = 5
		var mean [3]float64
		for k := range samples {
			nearest, inSight, height := room(w)
			t.Logf("%d boids after %d s: the nearest is at %.2f m, %.0f are in sight, the spread of heights is %.2f m", n, 4*k, nearest, inSight, height)
			if k == 0 && (nearest < 1 || nearest > 1.15 || inSight < 45 || inSight > 70 || height < 0.9 || height > 1.15) {
				t.Errorf("%d boids at the start: the nearest is at %.2f m, %.0f are in sight, the spread of heights is %.2f m; want 1 to 1.15, 45 to 70, 0.9 to 1.15", n, nearest, inSight, height)
			}
			for i, x := range []float64{nearest, inSight, height} {
				mean[i] += x / samples
			}
			for range 4 * d.TickRate {
				w.Step()
			}
			w.TakeEvents(nil)
		}
		if mean[0] < 0.95 || mean[0] > 1.15 || mean[1] < 45 || mean[1] > 80 || mean[2] < 0.85 || mean[2] > 1.3 {
			t.Errorf("%d boids over 16 s: the nearest is at %.2f m, %.0f are in sight, the spread of heights is %.2f m; want 0.95 to 1.15, 45 to 80, 0.85 to 1.3", n, mean[0], mean[1], mean[2])
		}
	}
}

// A start with a given radius ignores the number of boids.
func TestStartHasItsRadius(t *testing.T) {
	for shape, half := range map[cloud.Shape]v3{cloud.Ball: {9, 9, 9}, cloud.Box: {9, 9, 9}, cloud.Disc: {9, 2.4, 9}} {
		d := small(5000)
		d.Start.Shape, d.Start.Roomy, d.Start.Radius = shape, false, 9
		m := modelOf(world(t, d))
		var far v3
		for _, at := range m.pos {
			off := at.minus(v3{m.roost[0], f(d.Start.Altitude), m.roost[2]})
			for k, x := range off {
				far[k] = max(far[k], math.Abs(x))
			}
		}
		for k := range far {
			if far[k] > half[k]+1e-3 || far[k] < 0.9*half[k] {
				t.Errorf("%s: the boids reach %.2f m along each axis, want %v", cloud.Shapes()[shape], far, half)
			}
		}
	}
}

// At the start, gusts have the same horizontal spread as later.
func TestStartInGusts(t *testing.T) {
	d := small(5000)
	spread := func(w *World) (s v3) {
		for i := range w.flocks[0].N {
			g := toV3(gustOf(w, i))
			for k := range s {
				s[k] += g[k] * g[k] / float64(w.flocks[0].N)
			}
		}
		return v3{math.Sqrt(s[0]), math.Sqrt(s[1]), math.Sqrt(s[2])}
	}
	w := world(t, d)
	at0 := spread(w)
	for range 5 * d.TickRate {
		w.Step()
	}
	later := spread(w)
	strength := f(d.Params.Float("gust_strength"))
	want := v3{strength, strength * f(d.Params.Float("gust_vertical")), strength}
	for k := range want {
		if math.Abs(at0[k]/want[k]-1) > 0.05 || math.Abs(later[k]/want[k]-1) > 0.05 {
			t.Errorf("the spread of gusts is %.4f at first and %.4f later, want %.4f", at0, later, want)
		}
	}
	put(&d.Params, "gust_strength", 0)
	if s := spread(world(t, d)); s != (v3{}) {
		t.Errorf("the spread of gusts is %v with gusts switched off, want 0", s)
	}
}
