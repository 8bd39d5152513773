package export

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/snapshots"
)

// walk moves through a recording. It holds the recorded frames before and after its position.
type walk struct {
	s        *Source
	contents parts
	axes     axes
	frame    int  // index of frame a; -1 before the first
	end      bool // whether a is the last frame, and b the one before it
	a, b     moment
	last     float64      // [Frame.Place] of the previous sample, or -1
	jumped   []float64    // [Frame.Place] of each boid's last jump before b, or -1
	before   []float64    // [Frame.Place] of the jump before that, or -1
	signs    []mgl32.Quat // rotations in the previous sample, which determine the signs of the next ones
}

type moment struct {
	flock.Snapshot              // boids at the indices of their ids
	absent         []bool       // whether each boid is absent, by id; empty if all are present
	rotation       []mgl32.Quat // attitudes; empty unless the walk needs all of them
	turns          []float64
}

// parts is a set of values that take long to compute. Each export computes only those that it needs.
type parts uint8

const (
	firstRotations parts = 1 << iota
	rotations
	spins // [Boid.Spin], which requires rotations

	noParts  parts = 0
	allParts       = rotations | spins
)

func newWalk(s *Source, contents parts) *walk {
	return &walk{s: s, contents: contents, axes: axes{zUp: s.o.ZUp, scale: float32(s.o.scale())}, frame: -1, last: -1}
}

// seek moves forward until a is frame i. It reads all frames in between, because it counts jumps and
// wingbeats.
func (w *walk) seek(i int) error {
	if w.frame < 0 {
		if err := w.start(max(min(i, w.s.r.Frames()-2), 0)); err != nil {
			return err
		}
	}
	for w.frame < i {
		w.a, w.b = w.b, w.a
		w.frame++
		if err := w.readNext(); err != nil {
			return err
		}
	}
	return nil
}

func (w *walk) start(i int) error {
	if err := w.load(&w.a, i); err != nil {
		return err
	}
	w.frame = i
	w.a.turns = w.a.turns[:0]
	for _, phase := range w.a.Phase {
		w.a.turns = append(w.a.turns, float64(phase))
	}
	return w.readNext()
}

// readNext reads the frame after a. If a becomes the last frame, b is the frame before it.
func (w *walk) readNext() error {
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
			turns = w.a.turns[i] + w.beats(&w.a, &w.b, i)
		}
		w.b.turns = append(w.b.turns, turns)
		if w.b.Flags[i]&flock.Jumped != 0 {
			w.before[i], w.jumped[i] = w.jumped[i], float64(next)-0.5
		}
	}
	return nil
}

func (w *walk) beats(from, to *moment, i int) float64 {
	if holdsWings(from.Flags[i]) || holdsWings(to.Flags[i]) {
		return snapshots.Beats(from.Phase[i], to.Phase[i], 0)
	}
	usual := w.s.flocks[w.s.flockOf(i)].beat / w.s.recordedRate()
	return snapshots.Beats(from.Phase[i], to.Phase[i], usual)
}

func (w *walk) load(m *moment, i int) error {
	if err := w.s.r.Frame(i, &m.Snapshot); err != nil {
		return err
	}
	if n := m.Snapshot.Len(); w.s.allBoids > 0 && n > w.s.allBoids {
		return fmt.Errorf("frame %d: damaged: it has %d boids, but the first frame has %d", i+1, n, w.s.allBoids)
	}
	if w.s.meta.Imported != "" {
		m.moveImported(w.s.flocks)
	} else if err := m.moveFlocks(w.s.flocks); err != nil {
		return fmt.Errorf("frame %d: %w", i+1, err)
	}
	for len(w.jumped) < m.Len() {
		w.jumped, w.before, w.signs = append(w.jumped, -1), append(w.before, -1), append(w.signs, mgl32.Quat{})
	}
	m.rotation = m.rotation[:0]
	if w.contents&allParts == 0 {
		return nil
	}
	for k := range m.Len() {
		q := mgl32.QuatIdent()
		if w.s.isSelected(k) {
			q = m.Attitude(k)
		}
		m.rotation = append(m.rotation, q)
	}
	return nil
}

func (m *moment) has(id int) bool { return id < m.Len() && (len(m.absent) == 0 || !m.absent[id]) }

// moveFlocks moves boids to the indices that equal their ids. This is necessary if a flock is smaller than
// its largest size.
func (m *moment) moveFlocks(flocks []sourceFlock) error {
	m.absent = m.absent[:0]
	all, full := 0, true
	for k, n := range m.Counts {
		if n > flocks[k].most {
			return fmt.Errorf("damaged: a frame has %d boids of species %s instead of at most %d", n, flocks[k].species, flocks[k].most)
		}
		all, full = all+flocks[k].most, full && n == flocks[k].most
	}
	if full {
		return nil
	}
	m.absent = append(m.absent, make([]bool, all)...)
	s := &m.Snapshot
	s.Pos, s.Vel, s.Up = widened(s.Pos, all), widened(s.Vel, all), widened(s.Up, all)
	s.Phase, s.Flags = widened(s.Phase, all), widened(s.Flags, all)
	windy := len(s.Air) > 0
	if windy {
		s.Air = widened(s.Air, all)
	}
	for k := len(flocks) - 1; k >= 0; k-- { // moves backwards, so that no boid is overwritten
		from, end := s.Range(k)
		to, n := flocks[k].first, end-from
		last := to + flocks[k].most
		moveValues(s.Pos, from, to, n, last)
		moveValues(s.Vel, from, to, n, last)
		if windy {
			moveValues(s.Air, from, to, n, last)
		}
		moveValues(s.Up, from, to, n, last)
		moveValues(s.Phase, from, to, n, last)
		moveValues(s.Flags, from, to, n, last)
		for id := to + n; id < last; id++ {
			m.absent[id] = true
		}
	}
	return nil
}

// moveImported moves imported boids to the indices that equal their ids.
func (m *moment) moveImported(flocks []sourceFlock) {
	last := flocks[len(flocks)-1]
	all, s := last.first+last.most, &m.Snapshot
	m.absent = slices.Repeat([]bool{true}, all)
	for _, id := range s.IDs {
		m.absent[id] = false
	}
	s.Pos, s.Vel, s.Up = moveToIDs(s.Pos, s.IDs, all), moveToIDs(s.Vel, s.IDs, all), moveToIDs(s.Up, s.IDs, all)
	s.Phase, s.Flags = moveToIDs(s.Phase, s.IDs, all), moveToIDs(s.Flags, s.IDs, all)
	if len(s.Air) > 0 {
		s.Air = moveToIDs(s.Air, s.IDs, all)
	}
	s.IDs = s.IDs[:0]
}

func moveToIDs[T any](list []T, ids []int32, n int) []T {
	from := len(list)
	list = append(list, make([]T, max(0, n-from))...)
	for k := from - 1; k >= 0; k-- { // an id is never less than its index, so this order overwrites nothing that is still needed
		id := ids[k]
		list[id] = list[k]
		if int(id) != k {
			var none T
			list[k] = none
		}
	}
	return list
}

func widened[T any](list []T, n int) []T { return append(list, make([]T, n-len(list))...) }

// moveValues copies list[from:from+n] to list[to:to+n], and clears list[to+n:end].
func moveValues[T any](list []T, from, to, n, end int) {
	copy(list[to:to+n], list[from:from+n])
	clear(list[to+n : end])
}

// sample computes the frame with the given number. share is the fraction of the way from a to b.
func (w *walk) sample(f *Frame, number int, share float64) {
	f.Number = number
	f.Place = float64(w.frame) + share
	if f.Seconds = w.a.Seconds() / float64(w.s.pace); share > 0 {
		f.Seconds = w.s.start + w.s.Rate().Seconds(number-w.s.o.start())
	}
	f.Sizes, f.counts = f.Sizes[:0], w.a.Counts
	for k := range w.s.flocks {
		f.Sizes = append(f.Sizes, w.s.flocks[k].size(w.frame))
	}
	f.Boids = f.Boids[:0]
	for i := range w.a.Len() {
		if w.s.isSelected(i) && w.a.has(i) {
			f.Boids = append(f.Boids, w.boid(i, share))
		}
	}
	w.last = float64(w.frame) + share
}

// boid returns boid i in the export's axes. share is the fraction of the way from a to b.
func (w *walk) boid(i int, share float64) Boid {
	b := w.recordedBoid(i, share)
	b.beatRate, b.showsRate = w.beatRate(i)
	b.Flock = w.s.flockOf(i)
	b.Pos, b.Vel, b.Air = w.axes.length(b.Pos), w.axes.length(b.Vel), w.axes.length(b.Air)
	if pace := float32(w.s.pace); pace > 1 {
		b.Vel, b.Air = b.Vel.Mul(pace), b.Air.Mul(pace)
	}
	b.Up, b.Spin = w.axes.turn(b.Up), w.axes.turn(b.Spin)
	if w.rotates(i) {
		b.Rotation = w.axes.rotate(b.Rotation)
		if b.Rotation.Dot(w.signs[i]) < 0 {
			b.Rotation = b.Rotation.Scale(-1)
		}
		w.signs[i] = b.Rotation
	}
	for _, at := range [2]float64{w.jumped[i], w.before[i]} {
		if w.last >= 0 && at > w.last && at <= float64(w.frame)+share {
			b.Flags |= flock.Jumped
		}
	}
	return b
}

// recordedBoid is like boid, but in the recording's axes and without the flag Jumped.
func (w *walk) recordedBoid(i int, share float64) Boid {
	if w.end {
		return w.lastBoid(i)
	}
	if !w.b.has(i) || w.jumped[i] == float64(w.frame)+0.5 {
		return w.boidAtJump(i, share)
	}
	a, b := &w.a, &w.b
	out := a.boid(i)
	if share == 0 && w.contents&spins == 0 {
		if w.rotates(i) {
			out.Rotation = a.attitude(i)
		}
		return out
	}
	rotation, turn := rotationBetween(a.attitude(i), b.attitude(i), share)
	out.Rotation, out.Spin = rotation, turn.Mul(float32(w.s.recordedRate()))
	if share > 0 {
		cubic := snapshots.CubicAt(share, w.s.frameTime())
		out.Pos, out.Vel, out.Air = cubic.Move(&a.Snapshot, &b.Snapshot, i, i)
		out.Up = rotation.Rotate(mgl32.Vec3{0, 1, 0})
		out.beat(a.turns[i] + share*(b.turns[i]-a.turns[i]))
	}
	return out
}

// lastBoid returns boid i in the last frame, with the spin since the previous frame.
func (w *walk) lastBoid(i int) Boid {
	out := w.a.boid(i)
	if w.rotates(i) {
		out.Rotation = w.a.attitude(i)
	}
	if w.contents&spins != 0 && w.b.has(i) && w.jumped[i] != float64(w.frame)-0.5 {
		_, turn := rotationBetween(w.b.rotation[i], w.a.rotation[i], 0)
		out.Spin = turn.Mul(float32(w.s.recordedRate()))
	}
	return out
}

// beatRate returns the number of wingbeats per second between a and b. known is false if the boid does not
// beat its wings in a or b, or is absent.
func (w *walk) beatRate(i int) (rate float64, known bool) {
	from, to := &w.a, &w.b
	if w.end {
		from, to = to, from
	}
	if !from.has(i) || !to.has(i) || holdsWings(from.Flags[i]) || holdsWings(to.Flags[i]) {
		return 0, false
	}
	return w.beats(from, to, i) * w.s.recordedRate(), true
}

// boidAtJump returns boid i if the boid jumps between a and b, or is absent from b.
func (w *walk) boidAtJump(i int, share float64) Boid {
	dt := w.s.frameTime()
	from, seconds := &w.a, share*dt
	if share >= 0.5 && w.b.has(i) {
		from, seconds = &w.b, (share-1)*dt
	}
	out := from.boid(i)
	if w.rotates(i) {
		out.Rotation = from.attitude(i)
	}
	out.Flags = w.a.Flags[i] &^ flock.Jumped
	out.Pos = from.Extrapolate(i, seconds)
	if w.b.has(i) && share > 0 {
		out.beat(w.a.turns[i] + share*(w.b.turns[i]-w.a.turns[i]))
	}
	return out
}

// rotates reports whether the rotation of boid i is needed in the current frame.
func (w *walk) rotates(i int) bool {
	return w.contents&allParts != 0 || w.contents&firstRotations != 0 && w.signs[i] == mgl32.Quat{}
}

func (m *moment) attitude(i int) mgl32.Quat {
	if len(m.rotation) == 0 {
		return m.Attitude(i)
	}
	return m.rotation[i]
}

// boid returns boid i of a recorded frame, without its rotation and the flag Jumped.
func (m *moment) boid(i int) Boid {
	return Boid{
		ID: i, Pos: m.Pos[i], Vel: m.Vel[i], Air: m.ThroughAir()[i], Up: m.Up[i],
		Phase: m.Phase[i], Turns: m.turns[i], Flags: m.Flags[i] &^ flock.Jumped,
	}
}

func (b *Boid) beat(turns float64) {
	b.Turns = turns
	b.Phase = float32(turns - math.Floor(turns))
	if b.Phase >= 1 {
		b.Phase = 0
	}
}
