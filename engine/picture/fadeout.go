package picture

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/num"
	"skein/engine/internal/parallel"
	"skein/flock"
)

type fadingBird struct {
	bird      frame.Bird
	vel       mgl32.Vec3
	departure float64 // s
}

// FadeOut keeps drawing birds that were just removed from a live flock. Each one flies on with its last
// velocity and shrinks to nothing within [FadeTime]. In a recording the future is known, so there birds fade
// before they leave.
type FadeOut struct {
	fading []fadingBird
	counts [flock.MaxFlocks]int
	vel    []mgl32.Vec3
	last   float64
	begun  bool
}

// Reset discards the last picture, so that birds missing from the next one do not fade.
func (l *FadeOut) Reset() { l.begun = false }

// Complete replaces the swarm of the last picture by a list of all its birds. If birds have left, call it
// before Update.
func (l *FadeOut) Complete(f *frame.Frame) {
	if f.Swarm == nil {
		return
	}
	l.vel = l.vel[:0]
	for i := range f.Swarm.Now.Birds {
		l.vel = append(l.vel, f.Swarm.Now.Birds[i].Velocity())
	}
	f.Birds, f.Swarm = f.AllBirds(), nil
}

// Shrinks reports whether a flock has fewer boids than in the last picture.
func (l *FadeOut) Shrinks(s *flock.Snapshot) bool {
	for k, n := range l.counts {
		remaining := 0
		if k < s.FlockCount() {
			from, to := s.Range(k)
			remaining = to - from
		}
		if remaining < n {
			return true
		}
	}
	return false
}

// Update compares drawn, the birds of the last picture, with the snapshot s, and starts to fade the missing
// birds. If the simulation is paused or time has jumped, it drops all fading birds. now is the simulated
// time, in s.
func (l *FadeOut) Update(drawn []frame.Bird, s *flock.Snapshot, now float64, paused bool) {
	if jumped := !l.begun || now < l.last || now-l.last > FadeTime; jumped || paused || len(drawn) < len(l.vel) {
		l.fading = l.fading[:0]
		return
	}
	fading := l.fading[:0]
	for _, g := range l.fading {
		if now-g.departure < FadeTime {
			fading = append(fading, g)
		}
	}
	l.fading = fading
	first := 0
	for k, n := range l.counts {
		remaining := 0
		if k < s.FlockCount() {
			from, to := s.Range(k)
			remaining = to - from
		}
		for i := first + remaining; i < first+n; i++ {
			l.fading = append(l.fading, fadingBird{drawn[i], l.vel[i], l.last})
		}
		first += n
	}
}

// Remember stores the boids of a picture for the next Update. For a swarm, boids is empty.
func (l *FadeOut) Remember(boids []flock.Boid, s *flock.Snapshot, now float64) {
	l.counts, l.vel = [flock.MaxFlocks]int{}, l.vel[:0]
	for k := range s.FlockCount() {
		from, to := s.Range(k)
		l.counts[k] = to - from
	}
	l.vel = slices.Grow(l.vel, len(boids))[:len(boids)]
	parallel.Ranges(len(boids), velocities{l.vel, boids}, velocities.copy)
	l.last, l.begun = now, true
}

type velocities struct {
	dst   []mgl32.Vec3
	boids []flock.Boid
}

func (v velocities) copy(from, to int) {
	for i := from; i < to; i++ {
		v.dst[i] = v.boids[i].Vel
	}
}

// AppendTo appends the fading birds to dst, at their current size.
func (l *FadeOut) AppendTo(dst []frame.Bird, now float64) []frame.Bird {
	for i := range l.fading {
		g := &l.fading[i]
		b, passed := g.bird, float32(now-g.departure)
		b.Pos = b.Pos.Add(g.vel.Mul(passed))
		b.Span *= 1 - num.Smooth(0, FadeTime, passed)
		dst = append(dst, b)
	}
	return dst
}

// SwapRemoved corrects the last picture after boid id was removed: the last boid of its flock now has the
// removed boid's id.
func (l *FadeOut) SwapRemoved(drawn []frame.Bird, id, last int) {
	if last < len(l.vel) && last < len(drawn) {
		drawn[id], drawn[last] = drawn[last], drawn[id]
		l.vel[id], l.vel[last] = l.vel[last], l.vel[id]
	}
}
