package flock

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"pgregory.net/rapid"

	"skein/flock/internal/columns"
	"skein/flock/snapshots"
	"skein/flock/vec"
	"skein/flock/view"
)

// scatter returns a snapshot of n boids in a box of the given size.
func scatter(seed uint64, n int, size float32) *Snapshot {
	s := &Snapshot{TickRate: 60}
	for i := range n {
		p, v := vec.SymmetricVec(vec.Random(seed, i, 1, 0)), vec.SymmetricVec(vec.Random(seed, i, 2, 0)).Scale(9)
		s.Pos = append(s.Pos, p.Scale(size).Array())
		s.Vel = append(s.Vel, v.Array())
		s.Up = append(s.Up, vec.Upright(vec.Vec{X: 0, Y: 1, Z: 0}, v.Unit()).Array())
		s.Phase = append(s.Phase, vec.Symmetric(vec.Random(seed, i, columns.ForFlap, 0))/2+0.5)
		s.Flags = append(s.Flags, 0)
	}
	return s
}

// Clusters agrees with a flood fill over all pairs.
func TestClusters(t *testing.T) {
	for seed := range uint64(20) {
		s := scatter(seed, 60, 4+float32(seed))
		labels, count := view.Clusters(s, 2)
		want := slices.Repeat([]int32{-1}, 60)
		next := int32(0)
		for i := range want {
			if want[i] >= 0 {
				continue
			}
			queue := []int{i}
			want[i] = next
			for len(queue) > 0 {
				a := queue[0]
				queue = queue[1:]
				for b := range want {
					if d := toV3(vec.FromArray(s.Pos[a])).minus(toV3(vec.FromArray(s.Pos[b]))).norm(); want[b] < 0 && d < 2 {
						want[b] = next
						queue = append(queue, b)
					}
				}
			}
			next++
		}
		if !slices.Equal(labels, want) || count != int(next) {
			t.Fatalf("seed %d: the clusters are %v (%d), want %v (%d)", seed, labels, count, want, next)
		}
	}
	if labels, count := view.Clusters(&Snapshot{}, 1); len(labels) != 0 || count != 0 {
		t.Error("an empty flock has clusters, want none")
	}
}

// Visible agrees with the reference model's neighbours and with the counts of a World.
func TestVisible(t *testing.T) {
	t.Parallel()
	for name, change := range variants() {
		d := small(60)
		change(&d.Params)
		d.TickRate, d.WarmUp = 30, 2
		put(&d.Params, "count", 60)
		w := world(t, d)
		m := modelOf(w)
		var s Snapshot
		w.Snapshot(&s)
		p := w.Params()
		sight := look(w)
		for i := range w.flocks[0].N {
			want, company := m.seen(i, -1)
			neighbours := want
			for j := range m.pos {
				if j != i && m.leading[j] && m.dist(i, j) < f(p.Float("salience_range")) && m.inView(i, j) && !slices.Contains(want, j) {
					want = append(slices.Clone(want), j)
				}
			}
			all := slices.Compact(slices.Sorted(slices.Values(slices.Concat(want, company))))
			got, reach := p.View().Visible(nil, &s, i)
			if wants := m.reach(i, neighbours, company); math.Abs(f(reach)-wants) > 1e-3 {
				t.Fatalf("%s: the reach of boid %d is %v m, want %v m", name, i, reach, wants)
			}
			if !slices.Equal(got, all) {
				t.Fatalf("%s, boid %d sees %v, want %v", name, i, got, all)
			}
			weight := float64(len(want))
			for _, j := range want {
				if m.leading[j] {
					weight += f(p.Float("salience")) - 1
				}
			}
			if got := f(sight.Weight[i]); got != weight {
				t.Fatalf("%s: boid %d steers with the weight %v, want %v", name, i, got, weight)
			}
		}
	}
	if ids, _ := (view.View{}).Visible([]int{4}, &Snapshot{}, 3); len(ids) != 0 {
		t.Errorf("an absent boid sees %v, want none", ids)
	}
}

// reach returns the distance in m within which boid i searches for others.
func (m *model) reach(i int, neighbours, company []int) (far float64) {
	vision, last := f(m.p.Float("vision")), 0.0
	for _, j := range neighbours {
		last = max(last, m.dist(i, j))
	}
	full := len(neighbours) == m.p.Int("nearest")
	switch {
	case view.Neighbourhood(m.p.Choice("neighbourhood")) == view.Sphere, view.Neighbourhood(m.p.Choice("neighbourhood")) == view.NearestInSight && !full:
		far = vision
	case view.Neighbourhood(m.p.Choice("neighbourhood")) == view.RadiusAndNearest, view.Neighbourhood(m.p.Choice("neighbourhood")) == view.RadiusPlusNearest:
		far = max(vision, last)
	default:
		far = last
	}
	if company != nil {
		far = max(far, f(m.p.Float("lonely_range")))
	}
	return far
}

// With constant acceleration, the cubic between two snapshots is exactly the path.
func TestInterpolatePath(t *testing.T) {
	at := func(x float32) Snapshot { // x is the time in ticks; a tick is 1/2 s
		s := x / 2
		return Snapshot{
			Tick: int64(x), TickRate: 2,
			Pos: []mgl32.Vec3{{3 * s, 20 - 2*s*s, 0}}, Vel: []mgl32.Vec3{{3, -4 * s, 0}},
			Up: []mgl32.Vec3{{0, 0, 1}}, Phase: []float32{0}, Flags: []Flags{0},
		}
	}
	a, b := at(4), at(5)
	for _, alpha := range []float32{0, 0.25, 0.5, 0.9, 1} {
		got := snapshots.Interpolate(nil, &a, &b, alpha)[0]
		want := at(4 + alpha)
		wantWithin(t, "position", toV3(vec.FromArray(got.Pos)), toV3(vec.FromArray(want.Pos[0])), 1e-4)
		wantWithin(t, "velocity", toV3(vec.FromArray(got.Vel)), toV3(vec.FromArray(want.Vel[0])), 1e-4)
	}
}

// Between snapshots on a circle, places lie on it at constant speed. Linear interpolation of velocities would
// be 0.1 m/s too slow.
func TestInterpolateCircle(t *testing.T) {
	const radius, rate = 10.0, 2.0 // m, 1/s
	at := func(seconds float64) Snapshot {
		sin, cos := math.Sincos(rate * seconds)
		return Snapshot{
			Tick: int64(math.Round(seconds * 10)), TickRate: 10,
			Pos: []mgl32.Vec3{{float32(radius * cos), 5, float32(radius * sin)}},
			Vel: []mgl32.Vec3{{float32(-radius * rate * sin), 0, float32(radius * rate * cos)}},
			Up:  []mgl32.Vec3{{0, 1, 0}}, Phase: []float32{0}, Flags: []Flags{0},
		}
	}
	a, b := at(0.3), at(0.4)
	for _, alpha := range []float32{0, 0.2, 0.5, 0.7, 1} {
		got, want := snapshots.Interpolate(nil, &a, &b, alpha)[0], at(0.3+0.1*float64(alpha))
		wantWithin(t, "position", toV3(vec.FromArray(got.Pos)), toV3(vec.FromArray(want.Pos[0])), 1e-4)
		wantWithin(t, "velocity", toV3(vec.FromArray(got.Vel)), toV3(vec.FromArray(want.Vel[0])), 2e-3)
		wantWithin(t, "velocity through the air", toV3(vec.FromArray(got.Air)), toV3(vec.FromArray(got.Vel)), 0)
	}
}

// Between snapshots, a perched bird never flips, even when it lands or leaves.
func TestInterpolatePerched(t *testing.T) {
	facing, sits := mgl32.Vec3{0.02, 0, 0}, mgl32.Vec3{1, 2, 3}
	at := func(tick int64, pos, vel mgl32.Vec3, flags Flags) *Snapshot {
		return &Snapshot{Tick: tick, TickRate: 60, Pos: []mgl32.Vec3{pos}, Vel: []mgl32.Vec3{vel}, Up: []mgl32.Vec3{{0, 1, 0}}, Phase: []float32{0}, Flags: []Flags{flags}}
	}
	lands := at(0, sits, mgl32.Vec3{1, 0, 0}, Landing)
	for name, ends := range map[string][2]*Snapshot{
		"sits":   {at(0, sits, facing, Perched), at(1, sits, facing, Perched)},
		"lands":  {lands, at(1, sits, facing, Perched)},
		"leaves": {at(0, sits, facing, Perched), at(1, sits.Add(mgl32.Vec3{0.001, 0, 0}), mgl32.Vec3{1, 0, 0}, 0)},
	} {
		for _, alpha := range []float32{0, 0.1, 0.3, 0.5, 0.8, 1} {
			got := snapshots.Interpolate(nil, ends[0], ends[1], alpha)[0]
			if got.Vel[0] < facing[0] || got.Attitude().Rotate(mgl32.Vec3{0, 0, 1})[0] < 0.5 {
				t.Errorf("%s, share %v: the velocity is %v, or the attitude does not face along x", name, alpha, got.Vel)
			}
			if name == "sits" && got.Pos != sits {
				t.Errorf("share %v: a perched bird is moved to %v, want it to stay", alpha, got.Pos)
			}
		}
	}
}

func TestInterpolate(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		a, b := scatter(rapid.Uint64().Draw(rt, "a"), 5, 3), scatter(rapid.Uint64().Draw(rt, "b"), 7, 3)
		b.Tick = 1
		b.Flags[2] |= Jumped
		alpha := rapid.Float32Range(0, 1).Draw(rt, "alpha")
		got := snapshots.Interpolate(make([]Boid, 2), a, b, alpha)
		if len(got) != 7 {
			rt.Fatalf("there are %d boids, want the seven of the later snapshot", len(got))
		}
		for i, g := range got {
			if (i == 2 || i >= 5) && g != b.Boid(i) {
				rt.Fatalf("boid %d was interpolated across a jump: %+v", i, g)
			}
			if g.Phase < 0 || g.Phase >= 1 {
				rt.Fatalf("phase %v", g.Phase)
			}
			if ahead := g.Attitude().Rotate(mgl32.Vec3{0, 0, 1}); toV3(vec.FromArray(g.Vel)).norm() > 1e-3 {
				checkFrame(rt, i, vec.FromArray(ahead), vec.FromArray(g.Up))
			}
		}
		for i, g := range snapshots.Interpolate(nil, a, b, 0)[:2] {
			if e := a.Boid(i); g.Pos != e.Pos || g.Vel != e.Vel || g.Phase != e.Phase {
				rt.Fatalf("alpha 0: the boid is %+v, want %+v", g, e)
			}
		}
	})
	// the phase runs forward past 1, which is 0
	a, b := scatter(1, 1, 1), scatter(1, 1, 1)
	a.Phase[0], b.Phase[0], b.Tick = 0.9, 0.1, 1
	if got := snapshots.Interpolate(nil, a, b, 0.25)[0].Phase; math.Abs(f(got)-0.95) > 1e-5 {
		t.Errorf("a quarter of the way from 0.9 to 0.1, the phase is %v, want 0.95", got)
	}
	if got := snapshots.Interpolate(nil, b, a, 0); len(got) != 1 {
		t.Errorf("%d boids", len(got))
	}
}
