package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Roll makes boids bank into turns, so that turns take time (H. Hildenbrandt, C. Carere and C. Hemelrijk,
// "Self-organized aerial displays of thousands of starlings", Behav. Ecol. 21, 2010, eq. 14 to 17). Let a
// be the level component of the steering forces perpendicular to the course, as an acceleration. A turn
// with this acceleration requires a bank β with tan β = a/g. The boid's bank approaches β with the time
// constant Seconds, and changes by at most Rate per second. The boid turns with the acceleration g·tan β.
//
// A bank reduces the lift by g·(1 - cos β). The boid compensates for the fraction MakeUp of this loss. The
// other part accelerates it downwards.
//
// A tick of dt seconds closes the fraction dt/(Seconds + dt) of the difference in tan β. In a tick, tan β
// changes by at most (1 + tan² β)·Rate·dt, and it stays below 5.
type Roll struct {
	Rate    float32 `key:"roll_rate" label:"Roll rate" group:"Starlings" unit:"rad/s" range:"0,100" slider:"12" doc:"Fastest roll into a turn (Hildenbrandt 2010). If 0, boids turn without a roll"`
	Seconds float32 `key:"roll_seconds" with:"roll_rate" label:"Roll time" unit:"s" range:"0,5" slider:"1" doc:"Time constant with which a boid's bank follows its steering forces"`
	MakeUp  float32 `key:"roll_lift" with:"roll_rate" label:"Lift in turns" range:"0,1" doc:"Share of the lift lost in a bank for which a boid compensates"`

	Least float32 `key:"min_speed"`
	Most  float32 `key:"max_speed" varies:""`

	dt, step float32
}

const steepestBank = 5

const gravity = 9.81

// About implements [flock.Rule].
func (r *Roll) About() flock.About {
	return flock.About{Name: "roll", Source: "Hildenbrandt 2010"}
}

// IsActive implements [flock.Rule].
func (r *Roll) IsActive() bool { return r.Rate > 0 }

// Columns implements [flock.Rule].
func (r *Roll) Columns() []flock.Column {
	return []flock.Column{{Name: "roll", Low: -steepestBank, High: steepestBank}}
}

// Tick implements [flock.Rule].
func (r *Roll) Tick(now *flock.Tick) { r.dt, r.step = now.Seconds(), now.Step }

// Move implements [flock.Rule].
func (r *Roll) Move(me *flock.Self, to *flock.Motion) {
	level := vec.Vec{X: me.Heading.Z, Z: -me.Heading.X}.Unit() // to the left
	if level == (vec.Vec{}) || to.Perched || to.Stands {
		me.State[0] = 0
		return
	}
	sideways := to.Steer.Dot(level)
	unit := float32(gravity * r.dt) // change of velocity in a tick, m/s, by a bank with tan β = 1
	bank := r.nextBank(me.State[0], sideways/unit)
	me.State[0] = bank
	lost := 1 - 1/vec.Sqrt(1+float32(bank*bank))
	change := to.Steer.Add(level.Scale(float32(bank*unit) - sideways))
	change.Y -= float32(float32(lost*unit) * (1 - r.MakeUp))
	to.Vel = r.limitSpeed(me.Vel.Add(change)).Quantized()
	to.Pos = me.Pos.Add(to.Vel.Scale(to.Step))
}

// nextBank returns the bank's tangent after a tick. required is the tangent that the steering forces require.
func (r *Roll) nextBank(bank, required float32) float32 {
	required = vec.Max(-steepestBank, vec.Min(required, steepestBank))
	change := float32((required - bank) * (r.dt / (r.Seconds + r.dt)))
	most := float32((1 + float32(bank*bank)) * float32(r.Rate*r.dt))
	return bank + vec.Max(-most, vec.Min(change, most))
}

func (r *Roll) limitSpeed(v vec.Vec) vec.Vec {
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

// MoveKernel implements [flock.Rule].
func (r *Roll) MoveKernel(k *lanes.Kernels) lanes.Kernel { return k.Roll }

// Terms implements [flock.Rule].
func (r *Roll) Terms(t *lanes.Terms) {
	t.RollUnit, t.RollFollow, t.RollMost = float32(gravity*r.dt), r.dt/(r.Seconds+r.dt), float32(r.Rate*r.dt)
	t.RollSink, t.RollStep = 1-r.MakeUp, r.step
}
