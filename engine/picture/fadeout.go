package picture

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/num"
	"skein/flock"
)

// leaver is a bird that has left a living flock, as it was drawn last.
type leaver struct {
	bird frame.Bird
	vel  mgl32.Vec3 // m/s
	at   float64    // when it left, s
}

// FadeOut are the birds that have just left a living flock, as its number of boids fell. What comes
// is not known there, so that they can only shrink once they are gone: they fly on meanwhile.
type FadeOut struct {
	gone   []leaver
	counts [flock.MaxFlocks]int // of boids in the last picture
	vel    []mgl32.Vec3         // likewise, theirs
	last   float64              // time shown then, s
	begun  bool
}

// Reset forgets the last picture: birds that are gone in the next one do not fade.
func (l *FadeOut) Reset() { l.begun = false }

// Update finds who was in the last picture, which holds some birds, and is in a snapshot no longer. Where
// time has jumped or stands all are gone at once.
func (l *FadeOut) Update(drawn []frame.Bird, s *flock.Snapshot, now float64, stands bool) {
	if jumped := !l.begun || now < l.last || now-l.last > FadeTime; jumped || stands || len(drawn) < len(l.vel) {
		l.gone = l.gone[:0]
		return
	}
	kept := l.gone[:0]
	for _, g := range l.gone {
		if now-g.at < FadeTime {
			kept = append(kept, g)
		}
	}
	l.gone = kept
	first := 0
	for k, n := range l.counts {
		left := 0
		if k < s.FlockCount() {
			from, to := s.Range(k)
			left = to - from
		}
		for i := first + left; i < first+n; i++ {
			l.gone = append(l.gone, leaver{drawn[i], l.vel[i], l.last})
		}
		first += n
	}
}

// Remember remembers who is in a picture.
func (l *FadeOut) Remember(boids []flock.Boid, s *flock.Snapshot, now float64) {
	l.counts, l.vel = [flock.MaxFlocks]int{}, l.vel[:0]
	for k := range s.FlockCount() {
		from, to := s.Range(k)
		l.counts[k] = to - from
	}
	for i := range boids {
		l.vel = append(l.vel, boids[i].Vel)
	}
	l.last, l.begun = now, true
}

// AppendTo adds them to those of a picture, as large as they still are.
func (l *FadeOut) AppendTo(dst []frame.Bird, now float64) []frame.Bird {
	for i := range l.gone {
		g := &l.gone[i]
		b, passed := g.bird, float32(now-g.at)
		b.Pos = b.Pos.Add(g.vel.Mul(passed))
		b.Span *= 1 - num.Smooth(0, FadeTime, passed)
		dst = append(dst, b)
	}
	return dst
}

// SwapRemoved makes a boid be the one that left, as the last of its flock took its place.
func (l *FadeOut) SwapRemoved(drawn []frame.Bird, id, last int) {
	if last < len(l.vel) && last < len(drawn) {
		drawn[id], drawn[last] = drawn[last], drawn[id]
		l.vel[id], l.vel[last] = l.vel[last], l.vel[id]
	}
}
