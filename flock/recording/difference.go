package recording

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/schedule"
)

func (r *Reader) difference(d Difference) error {
	if r.contents.format < format {
		d.Cause = r.changedModel()
	}
	return &d
}

// changedModel returns the likely cause of a difference if the recording has an older format. It describes
// what older versions simulated differently. If the recording cannot be read, it returns "".
func (r *Reader) changedModel() string {
	_, data, err := r.Checkpoint(0)
	if err != nil {
		return ""
	}
	def, err := r.defAt(data)
	if err != nil {
		return ""
	}
	edits, err := r.Edits()
	if err != nil {
		return ""
	}
	course := func(p flock.Params) bool { return p.Value("hunt_way") == "course" && p.Float("hunt_speed") > 0 }
	var causes []string
	if slices.ContainsFunc(def.Flocks(), func(f flock.Flock) bool { return course(f.Params) }) ||
		slices.ContainsFunc(edits, func(e Edit) bool { return e.OfParams() && course(e.Params) }) {
		causes = append(causes, `hunts with hunt_way = "course"`)
	}
	if slices.ContainsFunc(def.Schedule, func(c schedule.Change) bool { return c.When != nil }) {
		causes = append(causes, "conditions of events")
	}
	if causes == nil {
		return fmt.Sprintf("it was recorded in format %d by an older version", r.contents.format)
	}
	return fmt.Sprintf("it was recorded in format %d by an older version, which simulated %s differently", r.contents.format, strings.Join(causes, " and "))
}

// firstDifference returns the first boid that differs between a recorded and a simulated snapshot, and
// describes the difference. If start is true, it ignores the flag Jumped. In format 2, birds on the ground
// may lack the flag Perched.
func firstDifference(old, got *flock.Snapshot, start bool, format int) (boid int, what string) {
	for i := range old.Pos {
		var leave flock.Flags
		if start {
			leave = flock.Jumped
		}
		if format == 2 && old.Vel[i] == (mgl32.Vec3{}) && old.Flags[i]&flock.Perched == 0 {
			leave |= flock.Perched
		}
		switch {
		case old.Pos[i] != got.Pos[i]:
			return i, fmt.Sprintf("position %v, simulated %v", old.Pos[i], got.Pos[i])
		case old.Vel[i] != got.Vel[i]:
			return i, fmt.Sprintf("velocity %v, simulated %v", old.Vel[i], got.Vel[i])
		case old.ThroughAir()[i] != got.ThroughAir()[i]:
			return i, fmt.Sprintf("velocity through the air %v, simulated %v", old.ThroughAir()[i], got.ThroughAir()[i])
		case old.Up[i] != got.Up[i]:
			return i, fmt.Sprintf("up-vector %v, simulated %v", old.Up[i], got.Up[i])
		case old.Phase[i] != got.Phase[i]:
			return i, fmt.Sprintf("phase %v, simulated %v", old.Phase[i], got.Phase[i])
		case old.Flags[i]&^leave != got.Flags[i]&^leave:
			return i, fmt.Sprintf("flags %b, simulated %b", old.Flags[i], got.Flags[i])
		}
	}
	return -1, ""
}

// Difference is the first difference between a recording and its repeated simulation.
type Difference struct {
	Frame int // index of the frame, from 0
	Tick  int64
	Boid  int    // id of the first boid that differs, or -1
	What  string // recorded and simulated value
	Cause string // likely cause if an older version wrote the recording, or ""
}

func (d *Difference) Error() string {
	text := fmt.Sprintf("first differs from its simulation at tick %d (frame %d)", d.Tick, d.Frame+1)
	if d.Boid >= 0 {
		text += fmt.Sprintf(", boid %d", d.Boid)
	}
	if text += ": " + d.What; d.Cause != "" {
		text += "; " + d.Cause
	}
	return text
}
