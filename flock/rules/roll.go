package rules

import "skein/flock"

// Roll has boids turn by banking, so that no turn is at once (H. Hildenbrandt, C. Carere
// and C. Hemelrijk, "Self-organized aerial displays of thousands of starlings", Behav.
// Ecol. 21, 2010, eq. 14 to 17). What the steers would have a boid turn by, level and
// across its course, asks for a bank β, with tan β that acceleration over g; the bank
// follows within Seconds, by no more than Rate, and the boid turns by as much as it
// banks. It sinks by the share of g·(1 - cos β) that it does not make up for. A tick of dt
// seconds goes dt/(Seconds + dt) of the way, and tan β changes by (1 + tan² β)·Rate·dt at
// most, and stays below 5.
type Roll struct {
	Rate    float32 `key:"roll_rate" label:"Roll rate" group:"Starlings" unit:"rad/s" range:"0,100" slider:"12" doc:"how fast a boid rolls into a turn at most; 0 switches it off, and boids turn as their steers have it (Hildenbrandt 2010)"`
	Seconds float32 `key:"roll_seconds" with:"roll_rate" label:"Roll time" unit:"s" range:"0,5" slider:"1" doc:"time within which the bank follows"`
	MakeUp  float32 `key:"roll_lift" with:"roll_rate" label:"Lift in turns" range:"0,1" doc:"share of the lift lost to a bank that a boid makes up for"`

	Least float32 `key:"min_speed"`
	Most  float32 `key:"max_speed"`

	dt float32
}

// steepestBank is the most that tan β may be.
const steepestBank = 5

const gravity = 9.81 // m/s²

// About says where it is from.
func (r *Roll) About() flock.About {
	return flock.About{Name: "roll", Source: "Hildenbrandt 2010"}
}

// On says whether there is a rate.
func (r *Roll) On() bool { return r.Rate > 0 }

// Columns are tan β, above 0 to the left.
func (r *Roll) Columns() []flock.Column {
	return []flock.Column{{Name: "roll", Low: -steepestBank, High: steepestBank}}
}

// Tick takes in the time.
func (r *Roll) Tick(now *flock.Tick) { r.dt = now.Seconds() }

// Move turns by the bank.
func (r *Roll) Move(me *flock.Self, to *flock.Motion) {
	level := flock.Vec{X: me.Heading.Z, Z: -me.Heading.X}.Unit() // to the left
	if level == (flock.Vec{}) || to.Perched || to.Stands {
		me.State[0] = 0
		return
	}
	sideways := to.Steer.Dot(level)
	unit := float32(gravity * r.dt) // m/s that a bank of tan β = 1 turns by in a tick
	bank := r.banked(me.State[0], sideways/unit)
	me.State[0] = bank
	lost := 1 - 1/flock.Sqrt(1+float32(bank*bank))
	change := to.Steer.Add(level.Scale(float32(bank*unit) - sideways))
	change.Y -= float32(float32(lost*unit) * (1 - r.MakeUp))
	to.Vel = r.limited(me.Vel.Add(change)).Quantized()
	to.Pos = me.Pos.Add(to.Vel.Scale(to.Step))
}

// banked is the bank after a tick in which another is asked for.
func (r *Roll) banked(bank, asked float32) float32 {
	asked = flock.Most(-steepestBank, flock.Least(asked, steepestBank))
	change := float32((asked - bank) * (r.dt / (r.Seconds + r.dt)))
	most := float32((1 + float32(bank*bank)) * float32(r.Rate*r.dt))
	return bank + flock.Most(-most, flock.Least(change, most))
}

// limited brings a velocity into the range of speeds.
func (r *Roll) limited(v flock.Vec) flock.Vec {
	speed := v.Length()
	switch {
	case speed == 0:
		return v
	case speed < r.Least:
		return v.Scale(r.Least / speed)
	case speed > r.Most:
		return v.Scale(r.Most / speed)
	}
	return v
}
