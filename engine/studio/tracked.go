package studio

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/internal/num"
	"skein/engine/reel"
	"skein/flock"
)

// Tracked is what there is to tell of a bird that was tracked, which no rules steer.
type Tracked struct {
	Speed      float32 // over the ground, m/s
	Heading    float32 // degrees from 0 to 360: 0 is towards +Z, 90 towards +X
	Climb      float32 // m/s
	Bank       float32 // degrees, to the right, -180 to 180
	Neighbours int     // within Reach
	Reach      float32 // m
	Nearest    float32 // how far the nearest other is, m; 0: nobody is
	Since      float64 // that it entered, s
	Earlier    bool    // or longer ago: it is not looked for farther back yet
	First      bool    // it is there since the flight begins
}

// Tracked tells of the selected bird of a flight of tracks; nil where there is none. How
// long it has been there is looked for bit by bit, from call to call.
func (s *Studio) Tracked() *Tracked {
	if !s.Playing() || !s.tape.flight.Tracks {
		return nil
	}
	now := &s.tape.a
	i, there := now.Index(s.Controls.Selected)
	if !there {
		return nil
	}
	t := trackedIn(now, i, s.params[now.FlockOf(i)].Float("vision"))
	from, known := s.tape.entered.since(s.tape.flight, s.tape.first, s.Controls.Selected)
	t.Since, t.Earlier, t.First = float64(s.tape.first-from)/s.tape.flight.FPS, !known, from == 0
	return &t
}

// trackedIn tells of the bird at an index of a snapshot, with its neighbours so near.
func trackedIn(s *flock.Snapshot, i int, reach float32) Tracked {
	v, air := s.Vel[i], s.ThroughAir()[i]
	t := Tracked{Speed: v.Len(), Climb: v[1], Reach: reach}
	if t.Heading = degrees(v[0], v[2]); t.Heading < 0 {
		t.Heading += 360
	}
	level := mgl32.Vec3{-air[2], 0, air[0]} // to the right
	if level.Len() > 1e-6 {
		level = level.Normalize()
		t.Bank = degrees(s.Up[i].Dot(level), s.Up[i].Dot(level.Cross(air).Normalize()))
	}
	nearest := float32(math.Inf(1))
	for k, at := range s.Pos {
		d := at.Sub(s.Pos[i]).Len()
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

// degrees returns the angle with that sine and cosine, or multiples of them.
func degrees(sine, cosine float32) float32 { return mgl32.RadToDeg(num.Atan2(sine, cosine)) }

// entry is since when a bird has been in a reel.
type entry struct {
	known    bool // of the bird
	id       int
	from, to int // it is in all frames from one to the other
	read     flock.Snapshot
}

// mostRead is how many frames are read at a time to find out.
const mostRead = 60

// since returns the first of the frames up to one, that one included, in all of which a bird is;
// whole is false where it may have been there still earlier.
func (e *entry) since(reel reel.Reel, frame, id int) (from int, whole bool) {
	if !e.known || e.id != id || frame < e.from || !e.reaches(reel, frame) {
		e.known, e.id, e.from, e.to = true, id, frame, frame
	}
	for range mostRead {
		if e.from == 0 || !e.there(reel, e.from-1) {
			return e.from, true
		}
		e.from--
	}
	return e.from, false
}

// reaches goes on to a later frame, if the bird is in all of them up to it.
func (e *entry) reaches(reel reel.Reel, frame int) bool {
	if frame-e.to > mostRead {
		return false
	}
	for e.to < frame {
		if !e.there(reel, e.to+1) {
			return false
		}
		e.to++
	}
	return true
}

func (e *entry) there(reel reel.Reel, frame int) bool {
	if err := reel.Frame(frame, &e.read); err != nil {
		return false // of which the picture tells
	}
	_, is := e.read.Index(e.id)
	return is
}
