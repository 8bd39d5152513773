package export

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

// walk goes through a recording, holding the two frames around where it is.
type walk struct {
	s      *Source
	axes   axes
	frame  int  // index of a; -1: none yet
	end    bool // a is the last frame, b the one before
	a, b   moment
	last   float64      // place of the sample before; -1: none
	jumped []float64    // place of each boid's last jump up to b; -1: none
	before []float64    // and of that before it
	signs  []mgl32.Quat // rotations in the sample before, as given out
}

// moment is a recorded frame and what follows from it.
type moment struct {
	flock.Snapshot        // boid by boid at the place of its id
	away           []bool // whom some ids of a flock wait for; none: nobody
	rotation       []mgl32.Quat
	turns          []float64
}

func newWalk(s *Source) *walk {
	return &walk{s: s, axes: axes{zUp: s.o.ZUp, scale: float32(s.o.scale())}, frame: -1, last: -1}
}

// seek makes a the frame i. It reads what lies between: who jumped, and how often
// wings beat.
func (w *walk) seek(i int) error {
	if w.frame < 0 {
		if err := w.start(max(min(i, w.s.r.Frames()-2), 0)); err != nil {
			return err
		}
	}
	for w.frame < i {
		w.a, w.b = w.b, w.a
		w.frame++
		if err := w.ahead(); err != nil {
			return err
		}
	}
	return nil
}

// start reads the frame i and the one after.
func (w *walk) start(i int) error {
	if err := w.load(&w.a, i); err != nil {
		return err
	}
	w.frame = i
	w.a.turns = w.a.turns[:0]
	for _, phase := range w.a.Phase {
		w.a.turns = append(w.a.turns, float64(phase))
	}
	return w.ahead()
}

// ahead reads the frame after a. If a is the last, b is left: the frame before.
func (w *walk) ahead() error {
	next := w.frame + 1
	if w.end = next == w.s.r.Frames(); w.end {
		return nil
	}
	if err := w.load(&w.b, next); err != nil {
		return err
	}
	w.b.turns = w.b.turns[:0]
	for i, phase := range w.b.Phase {
		turns := float64(phase)
		if w.a.has(i) {
			turns = w.a.turns[i] + forward(w.a.Phase[i], phase)
		}
		w.b.turns = append(w.b.turns, turns)
		if w.b.Flags[i]&flock.Jumped != 0 {
			w.before[i], w.jumped[i] = w.jumped[i], float64(next)-0.5
		}
	}
	return nil
}

// forward is how far a phase went to become another, [0,1).
func forward(from, to float32) float64 {
	d := float64(to) - float64(from)
	if d < 0 {
		d++
	}
	return d
}

func (w *walk) load(m *moment, i int) error {
	if err := w.s.r.Frame(i, &m.Snapshot); err != nil {
		return err
	}
	if w.s.meta.Imported != "" {
		m.scatter(w.s.flocks)
	} else if err := m.spread(w.s.flocks); err != nil {
		return fmt.Errorf("frame %d: %w", i+1, err)
	}
	for len(w.jumped) < m.Len() {
		w.jumped, w.before, w.signs = append(w.jumped, -1), append(w.before, -1), append(w.signs, mgl32.Quat{})
	}
	m.rotation = m.rotation[:0]
	for k := range m.Len() {
		q := mgl32.QuatIdent()
		if w.s.takes(k) {
			q = m.Attitude(k)
		}
		m.rotation = append(m.rotation, q)
	}
	return nil
}

// has says whether a boid is in its flock.
func (m *moment) has(id int) bool { return id < m.Len() && (len(m.away) == 0 || !m.away[id]) }

// spread puts the boids of several flocks at the places of their ids, where a flock has
// fewer than it has when it is largest.
func (m *moment) spread(flocks []sourceFlock) error {
	m.away = m.away[:0]
	all, full := 0, true
	for k, n := range m.Counts {
		if n > flocks[k].most {
			return fmt.Errorf("damaged: %d boids of species %s, and %d at most elsewhere", n, flocks[k].species, flocks[k].most)
		}
		all, full = all+flocks[k].most, full && n == flocks[k].most
	}
	if full {
		return nil
	}
	m.away = append(m.away, make([]bool, all)...)
	s := &m.Snapshot
	s.Pos, s.Vel, s.Up = widened(s.Pos, all), widened(s.Vel, all), widened(s.Up, all)
	s.Phase, s.Flags = widened(s.Phase, all), widened(s.Flags, all)
	windy := len(s.Air) > 0
	if windy {
		s.Air = widened(s.Air, all)
	}
	for k := len(flocks) - 1; k >= 0; k-- { // from behind: none is written over before it is moved
		from, end := s.Range(k)
		to, n := flocks[k].first, end-from
		last := to + flocks[k].most
		moved(s.Pos, from, to, n, last)
		moved(s.Vel, from, to, n, last)
		if windy {
			moved(s.Air, from, to, n, last)
		}
		moved(s.Up, from, to, n, last)
		moved(s.Phase, from, to, n, last)
		moved(s.Flags, from, to, n, last)
		for id := to + n; id < last; id++ {
			m.away[id] = true
		}
	}
	return nil
}

// scatter puts birds that come and go at the places of their ids.
func (m *moment) scatter(flocks []sourceFlock) {
	last := flocks[len(flocks)-1]
	all, s := last.first+last.most, &m.Snapshot
	m.away = slices.Repeat([]bool{true}, all)
	for _, id := range s.IDs {
		m.away[id] = false
	}
	s.Pos, s.Vel, s.Up = scattered(s.Pos, s.IDs, all), scattered(s.Vel, s.IDs, all), scattered(s.Up, s.IDs, all)
	s.Phase, s.Flags = scattered(s.Phase, s.IDs, all), scattered(s.Flags, s.IDs, all)
	if len(s.Air) > 0 {
		s.Air = scattered(s.Air, s.IDs, all)
	}
	s.IDs = s.IDs[:0]
}

// scattered is a list with each value at the place of its id, of so many.
func scattered[T any](list []T, ids []int32, n int) []T {
	from := len(list)
	list = append(list, make([]T, max(0, n-from))...)
	for k := from - 1; k >= 0; k-- { // an id is no less than its place: none is written over before it is moved
		id := ids[k]
		list[id] = list[k]
		if int(id) != k {
			var none T
			list[k] = none
		}
	}
	return list
}

// widened is a list with room for so many.
func widened[T any](list []T, n int) []T { return append(list, make([]T, n-len(list))...) }

// moved moves n values of a list and clears what lies between them and end.
func moved[T any](list []T, from, to, n, end int) {
	copy(list[to:to+n], list[from:from+n])
	clear(list[to+n : end])
}

// sample gives the boids a share of the way from a to b.
func (w *walk) sample(f *Frame, number int, share float64) {
	f.Number = number
	f.Place = float64(w.frame) + share
	if f.Seconds = w.a.Seconds(); share > 0 {
		f.Seconds = w.s.start + w.s.Rate().Seconds(number-1)
	}
	f.Sizes, f.counts = f.Sizes[:0], w.a.Counts
	for k := range w.s.flocks {
		f.Sizes = append(f.Sizes, w.s.flocks[k].size(w.frame))
	}
	f.Boids = f.Boids[:0]
	for i := range w.a.Len() {
		if w.s.takes(i) && w.a.has(i) {
			f.Boids = append(f.Boids, w.boid(i, share))
		}
	}
	w.last = float64(w.frame) + share
}

// boid is boid i in the export's axes.
func (w *walk) boid(i int, share float64) Boid {
	b := w.recorded(i, share)
	b.Flock = w.s.flockOf(i)
	b.Pos, b.Vel, b.Air = w.axes.length(b.Pos), w.axes.length(b.Vel), w.axes.length(b.Air)
	b.Up, b.Spin = w.axes.turn(b.Up), w.axes.turn(b.Spin)
	b.Rotation = w.axes.rotate(b.Rotation)
	if b.Rotation.Dot(w.signs[i]) < 0 {
		b.Rotation = b.Rotation.Scale(-1)
	}
	w.signs[i] = b.Rotation
	for _, at := range [2]float64{w.jumped[i], w.before[i]} {
		if w.last >= 0 && at > w.last && at <= float64(w.frame)+share {
			b.Flags |= flock.Jumped
		}
	}
	return b
}

// recorded is boid i in the recording's axes, not flagged as Jumped.
func (w *walk) recorded(i int, share float64) Boid {
	if w.end {
		return w.final(i)
	}
	if !w.b.has(i) || w.jumped[i] == float64(w.frame)+0.5 {
		return w.torn(i, share)
	}
	a, b, dt := &w.a, &w.b, 1/float64(w.s.meta.FPS)
	out := a.boid(i)
	rotation, turn := between(a.rotation[i], b.rotation[i], share)
	out.Rotation, out.Spin = rotation, turn.Mul(float32(1/dt))
	if share > 0 {
		out.Pos, out.Vel = hermite(a.Pos[i], b.Pos[i], a.Vel[i], b.Vel[i], share, dt)
		if a.Flags[i]&b.Flags[i]&flock.Perched != 0 {
			out.Pos, out.Vel = a.Pos[i], a.Vel[i] // it stays: what little it has shows where it faces
		}
		out.Air = a.throughAir(b, i, share, out.Vel)
		out.Up = rotation.Rotate(mgl32.Vec3{0, 1, 0})
		out.beat(a.turns[i] + share*(b.turns[i]-a.turns[i]))
	}
	return out
}

// final is boid i in the last frame, where it turns as it did before.
func (w *walk) final(i int) Boid {
	out := w.a.boid(i)
	if w.b.has(i) && w.jumped[i] != float64(w.frame)-0.5 {
		_, turn := between(w.b.rotation[i], w.a.rotation[i], 0)
		out.Spin = turn.Mul(float32(w.s.meta.FPS))
	}
	return out
}

// torn is boid i where a and b are no two ends of a path.
func (w *walk) torn(i int, share float64) Boid {
	dt := 1 / float64(w.s.meta.FPS)
	from, by := &w.a, share*dt
	if share >= 0.5 && w.b.has(i) {
		from, by = &w.b, (share-1)*dt
	}
	out := from.boid(i)
	out.Flags = w.a.Flags[i] &^ flock.Jumped
	out.Pos = out.Pos.Add(out.Vel.Mul(float32(by)))
	if w.b.has(i) && share > 0 {
		out.beat(w.a.turns[i] + share*(w.b.turns[i]-w.a.turns[i]))
	}
	return out
}

// boid is boid i of a recorded frame.
func (m *moment) boid(i int) Boid {
	return Boid{
		ID: i, Pos: m.Pos[i], Vel: m.Vel[i], Air: m.ThroughAir()[i], Up: m.Up[i], Rotation: m.rotation[i],
		Phase: m.Phase[i], Turns: m.turns[i], Flags: m.Flags[i] &^ flock.Jumped,
	}
}

// throughAir is the velocity of boid i through the air a share of the way from a to b, where
// it is vel over the ground: the same where no wind blows.
func (a *moment) throughAir(b *moment, i int, share float64, vel mgl32.Vec3) mgl32.Vec3 {
	if len(a.Air) == 0 && len(b.Air) == 0 {
		return vel
	}
	return a.ThroughAir()[i].Mul(float32(1 - share)).Add(b.ThroughAir()[i].Mul(float32(share)))
}

// beat sets the phase from what was counted.
func (b *Boid) beat(turns float64) {
	b.Turns = turns
	b.Phase = float32(turns - math.Floor(turns))
	if b.Phase >= 1 {
		b.Phase = 0
	}
}

// hermite is the cubic with positions p, q and velocities v, w at its ends, a
// share of the way, and its velocity there; dt is the time between, s.
func hermite(p, q, v, w mgl32.Vec3, share, dt float64) (pos, vel mgl32.Vec3) {
	t, s := share, 1-share
	for k := range pos {
		a, b, da, db := float64(p[k]), float64(q[k]), float64(v[k])*dt, float64(w[k])*dt
		pos[k] = float32(a*s*s*(1+2*t) + da*t*s*s + b*t*t*(3-2*t) - db*t*t*s)
		vel[k] = float32((6*t*s*(b-a) + da*s*(1-3*t) + db*t*(3*t-2)) / dt)
	}
	return pos, vel
}
