package flock

import (
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Verdict is what became of a boid's chance to take the lead.
type Verdict string

// The verdicts.
const (
	Leaves      Verdict = "leaves"        // it breaks away in this tick
	Leads       Verdict = "leads"         // it is away already, and cannot leave again (H12)
	Returns     Verdict = "returns"       // its escape ends with this tick
	Leaderless  Verdict = "leaderless"    // its model has no leadership
	Sits        Verdict = "sits"          // it is perched
	BetweenTwo  Verdict = "between"       // of two decisions, of which there are 30 a second
	Inside      Verdict = "inside"        // its eccentricity is below the floor
	Behind      Verdict = "behind"        // it fails the front test
	OutOfChance Verdict = "out_of_chance" // the draw is against it
)

// Decision is a boid's chance to take the lead at a tick: S3's steps 2 to 4, in numbers.
type Decision struct {
	Verdict Verdict `json:"verdict"`
	Tick    int64   `json:"tick"` // of this decision, or where none is taken at the explained tick of the next

	Eccentricity float32 `json:"eccentricity"`      // x, H8
	Floor        float32 `json:"floor"`             // below which nobody leaves
	Front        float32 `json:"front"`             // -k̂·v̂: the cosine of the angle between its way and the way away from those it sees, H9
	FrontTest    bool    `json:"front_test"`        // whether that counts
	FrontFloor   float32 `json:"front_floor"`       // what it has to exceed
	Excused      bool    `json:"excused,omitempty"` // from the front test: it is slower than SlowSpeed
	SlowSpeed    float32 `json:"slow_speed"`        // m/s
	Influence    float32 `json:"influence"`         // X
	Product      float32 `json:"product"`           // X·x, or as printed X·draw
	Draw         float32 `json:"draw"`              // of this decision, H11
	Printed      bool    `json:"printed,omitempty"` // the trigger as printed: it leaves unless x < X·draw (H10)

	Length float32 `json:"length"`         // of an escape, s
	Away   float32 `json:"away,omitempty"` // of one that leads: seconds since it left
	Left   float32 `json:"left,omitempty"` // and its speed then, m/s
}

// decision returns the chance of a boid, alone in its block, which has perceived.
func (f *flock) decision(b *block) Decision {
	s := &f.set
	if !f.params.Model().Leads() {
		return Decision{Verdict: Leaderless}
	}
	edge, heading := at(&b.Edge, 0), at(&b.Heading, 0)
	away := edge.Length()
	d := Decision{
		Eccentricity: away / s.Vision, Floor: s.EccentricityFloor, FrontTest: s.FrontTest, FrontFloor: s.FrontFloor, SlowSpeed: s.SlowSpeed,
		Influence: s.Influence, Printed: s.Trigger == Printed, Length: s.EscapeSeconds,
		Draw: f.gauss.at(vec.Random(s.seed, int(b.ID[0]), forDecision, f.world.age/int64(f.tickRate/30))),
	}
	if away > 0 {
		d.Front = -edge.Dot(heading) / away
	}
	d.Excused = s.FrontTest && b.Speed[0] < s.SlowSpeed
	d.Product = float32(s.Influence * d.Eccentricity)
	if d.Printed {
		d.Product = float32(s.Influence * d.Draw)
	}
	if b.Age[0] >= 0 {
		d.Away, d.Left = float32(float32(b.Age[0])*s.dt), b.Left[0]
	}
	every := int64(f.tickRate / 30)
	d.Tick = f.world.tick + (every-f.world.age%every)%every
	d.Verdict = f.verdict(b, &d)
	return d
}

// verdict returns the first of what decides, in the order of lead and trigger.
func (f *flock) verdict(b *block, d *Decision) Verdict {
	switch {
	case b.Age[0] >= 0 && d.Away >= d.Length:
		return Returns
	case b.Age[0] >= 0:
		return Leads
	case b.Wing[0]&lanes.Perched != 0:
		return Sits
	case !f.deciding():
		return BetweenTwo
	case d.Eccentricity < d.Floor:
		return Inside
	case d.FrontTest && !d.Excused && d.Front <= d.FrontFloor:
		return Behind
	case d.Printed && d.Eccentricity < d.Product, !d.Printed && !(d.Product > d.Draw):
		return OutOfChance
	}
	return Leaves
}

// Deciding reports whether boids may take the lead in the next tick: 30 times a second.
func (w *World) Deciding() bool { return w.flocks[0].deciding() }
