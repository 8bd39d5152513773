package engine

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

// Scene is a flock at an instant and what to show of it.
type Scene struct {
	Boids    []flock.Boid    // at the instant
	Ghosts   []flock.Boid    // others, drawn pale beside them
	Snapshot *flock.Snapshot // the later of the two around it
	Traces   *Traces
	Params   *flock.Params
	Show     Show
	Selected int // -1: none
}

// Colours, linear; the last number is how much they cover or how opaque they are.
var (
	selectedTint = mgl32.Vec4{0.1, 0.9, 1.0, 0.75}
	visibleTint  = mgl32.Vec4{0.08, 0.5, 0.85, 0.45}
	leaderTint   = mgl32.Vec4{1.0, 0.42, 0.04, 0.85}
	ghostTint    = mgl32.Vec4{0.62, 0.78, 1.0, 0.85}
	visionColour = mgl32.Vec4{0.25, 0.7, 1.0, 0.22}
	traceColour  = mgl32.Vec4{0.9, 0.92, 1.0, 0.4}
	pickedColour = mgl32.Vec4{0.15, 0.85, 1.0, 0.9}
	leadColour   = mgl32.Vec4{1.0, 0.5, 0.08, 0.9}
)

// Compose fills in what f shows of the scene: instances with their tints, the
// vision sphere and the traces. The camera is the caller's. seen is memory for
// the ids that the selected boid sees.
func Compose(f *Frame, s *Scene, seen []int) []int {
	f.Style, f.Shadows = s.Show.Style, s.Show.Shadows
	f.Birds = f.Birds[:0]
	for i := range s.Boids {
		bird := instance(&s.Boids[i], s.Params.Float("wingspan"))
		if s.Boids[i].Flags&flock.Leading != 0 && !s.Show.Plain {
			bird.Tint = leaderTint
		}
		f.Birds = append(f.Birds, bird)
	}
	seen = s.tint(f, seen[:0])
	for i := range s.Ghosts {
		ghost := instance(&s.Ghosts[i], s.Params.Float("wingspan"))
		ghost.Tint = ghostTint
		f.Birds = append(f.Birds, ghost)
	}
	f.Ribbons = s.Traces.ribbons(f.Ribbons[:0], s.Boids, s.trace)
	return seen
}

func instance(b *flock.Boid, span float32) Instance {
	return Instance{Pos: b.Pos, Rotation: attitude(b), Phase: b.Phase, Span: span}
}

// tint marks the selected boid and those it sees, and shows its vision sphere.
func (s *Scene) tint(f *Frame, seen []int) []int {
	f.Vision = nil
	i := s.Selected
	if i < 0 || i >= len(s.Boids) {
		return seen
	}
	if s.Show.Vision {
		var reach float32
		seen, reach = flock.Visible(seen, s.Snapshot, s.Params, i)
		f.Vision = &Ball{Centre: s.Boids[i].Pos, Radius: reach, Colour: visionColour}
		for _, j := range seen {
			if !s.Show.Plain && j < len(f.Birds) && f.Birds[j].Tint[3] == 0 {
				f.Birds[j].Tint = visibleTint
			}
		}
	}
	if !s.Show.Plain && f.Birds[i].Tint[3] == 0 {
		f.Birds[i].Tint = selectedTint
	}
	return seen
}

// trace is the style of boid i's trace, and whether it has one.
func (s *Scene) trace(i int) (traceStyle, bool) {
	width := 0.12 * s.Params.Float("wingspan")
	st := traceStyle{colour: traceColour, lead: leadColour, width: width}
	if i == s.Selected {
		st.colour = pickedColour
	}
	switch s.Show.Traces {
	case TraceAll:
		return st, true
	case TraceLeaders:
		st.colour[3] = 0
		return st, s.Traces.led(i)
	case TraceSelected:
		st.width *= 1.5
		return st, i == s.Selected
	}
	return st, false
}

// subjectOf is what a camera can look at.
func subjectOf(boids []flock.Boid, selected int, span float32) Subject {
	sub := extent(boids)
	sub.Boids, sub.Span = boids, span
	if selected >= 0 && selected < len(boids) {
		sub.Boid, sub.Index = &boids[selected], selected
	}
	return sub
}

// extent is the middle of the boids, their mean velocity, and the radius of most
// of them: 1.8 times the root mean square distance from the middle, so that a
// stray counts little.
func extent(boids []flock.Boid) (s Subject) {
	if len(boids) == 0 {
		return Subject{Centre: mgl32.Vec3{0, 10, 0}, Radius: 10}
	}
	share := 1 / float32(len(boids))
	for i := range boids {
		s.Centre = s.Centre.Add(boids[i].Pos.Mul(share))
		s.Drift = s.Drift.Add(boids[i].Vel.Mul(share))
	}
	for i := range boids {
		off := boids[i].Pos.Sub(s.Centre)
		s.Spread = s.Spread.Add(off.Mul(share).OuterProd3(off))
	}
	s.Radius = 1.8 * sqrt(s.Spread.Trace())
	return s
}
