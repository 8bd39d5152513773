package studio

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/internal/num"
	"skein/engine/reel"
	"skein/flock"
)

// TrackFacts contains facts about a bird of imported tracks, which no rules steer.
type TrackFacts struct {
	Speed      float32 // speed over the ground, m/s
	Heading    float32 // direction of flight in degrees, 0 to 360; 0 is towards +Z, 90 towards +X
	Climb      float32 // rate of climb, m/s
	Bank       float32 // bank angle in degrees, -180 to 180, positive to the right
	Neighbours int     // number of other birds within Reach
	Reach      float32 // radius in which neighbours are counted, m
	Nearest    float32 // distance to the nearest other bird, m; 0 if none
	Since      float64 // time since the bird appeared, s
	Earlier    bool    // whether the bird may have appeared before Since, because the search is not finished
	First      bool    // whether the bird has been present since the first frame
}

// TrackFacts returns facts about the selected bird of imported tracks, or nil. Each call searches a few more
// frames for the first frame of the bird.
func (s *Studio) TrackFacts() *TrackFacts {
	if !s.Playing() || !s.tape.flight.Tracks {
		return nil
	}
	current := &s.tape.a
	i, ok := current.Index(s.Controls.Selected)
	if !ok {
		return nil
	}
	t := trackedIn(current, i, s.params[current.FlockOf(i)].Float("vision"))
	from, known := s.tape.presence.since(s.tape.flight, s.tape.first, s.Controls.Selected)
	t.Since, t.Earlier, t.First = float64(s.tape.first-from)/s.tape.flight.FPS, !known, from == 0
	return &t
}

func trackedIn(s *flock.Snapshot, i int, reach float32) TrackFacts {
	v, air := s.Vel[i], s.ThroughAir()[i]
	t := TrackFacts{Speed: v.Len(), Climb: v[1], Reach: reach}
	if t.Heading = degrees(v[0], v[2]); t.Heading < 0 {
		t.Heading += 360
	}
	level := mgl32.Vec3{-air[2], 0, air[0]}
	if level.Len() > 1e-6 {
		level = level.Normalize()
		t.Bank = degrees(s.Up[i].Dot(level), s.Up[i].Dot(level.Cross(air).Normalize()))
	}
	nearest := float32(math.Inf(1))
	for k, pos := range s.Pos {
		d := pos.Sub(s.Pos[i]).Len()
		if k == i {
			continue
		}
		if nearest = min(nearest, d); d < reach {
			t.Neighbours++
		}
	}
	if len(s.Pos) > 1 {
		t.Nearest = nearest
	}
	return t
}

func degrees(sine, cosine float32) float32 { return mgl32.RadToDeg(num.Atan2(sine, cosine)) }

type presence struct {
	known    bool
	id       int
	from, to int
	snapshot flock.Snapshot
}

const maxReads = 60

// since returns the first frame of the unbroken range up to frame that contains the bird. whole is false
// while the search is not finished.
func (e *presence) since(reel reel.Reel, frame, id int) (from int, whole bool) {
	if !e.known || e.id != id || frame < e.from || !e.extendTo(reel, frame) {
		e.known, e.id, e.from, e.to = true, id, frame, frame
	}
	for range maxReads {
		if e.from == 0 || !e.isPresent(reel, e.from-1) {
			return e.from, true
		}
		e.from--
	}
	return e.from, false
}

// extendTo extends the range to a later frame if all frames up to it contain the bird.
func (e *presence) extendTo(reel reel.Reel, frame int) bool {
	if frame-e.to > maxReads {
		return false
	}
	for e.to < frame {
		if !e.isPresent(reel, e.to+1) {
			return false
		}
		e.to++
	}
	return true
}

func (e *presence) isPresent(reel reel.Reel, frame int) bool {
	if err := reel.Frame(frame, &e.snapshot); err != nil {
		return false // the error is reported when this frame is shown
	}
	_, ok := e.snapshot.Index(e.id)
	return ok
}
