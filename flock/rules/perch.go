package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Perch makes a bird that touches the ground stand there for a random time. Then the bird rejoins the
// flock (P6). A standing bird is at rest, upright, with folded wings.
type Perch struct {
	Longest float32 `key:"perch_longest" label:"Longest perch" group:"Place" unit:"s" range:"0,600" slider:"30" doc:"Longest time that a bird stays on the ground. Each bird perches for a random time. If 0, no bird perches (P6)"`
	Ground  float32 `key:"perch_ground" label:"Ground level" unit:"m" range:"-500,500" doc:"Height of the middle of a bird that perches on the ground (P6: GroundLevel)"`

	die     vec.Die
	age     int64
	longest int64
}

// About implements [flock.Rule].
func (r *Perch) About() flock.About { return flock.About{Name: "perch", Source: "P6"} }

const groundPerch = "ground"

// IsActive implements [flock.Rule].
func (r *Perch) IsActive() bool { return r.Longest > 0 }

// Columns returns one column: the number of ticks for which a bird will still stand on the ground.
func (r *Perch) Columns() []flock.Column {
	return []flock.Column{{Name: "perch", High: 600 * 960}}
}

// Sits implements [flock.Rule].
func (r *Perch) Sits(state []float32) bool { return state[0] > 0 }

// Tick implements [flock.Rule].
func (r *Perch) Tick(now *flock.Tick) {
	r.die, r.age = vec.Dice(now.Seed, forPerch), now.Age
	r.longest = max(1, int64(r.Longest*float32(now.TickRate)))
}

// Move keeps a standing bird in its place, or lets a bird land. A bird never lands in the tick of its
// take-off.
func (r *Perch) Move(me *flock.Self, to *flock.Motion) {
	left := &me.State[0]
	switch {
	case *left > 1:
		*left--
		to.Pos, to.Vel, to.Stands = me.Pos, vec.Vec{}, true
	case *left == 1:
		*left = 0
		me.Report(flock.Event{Kind: flock.TookOff, Perch: groundPerch})
		to.Pos.Y, to.Vel.Y = vec.Max(to.Pos.Y, r.Ground), vec.Max(to.Vel.Y, 0)
	case to.Pos.Y <= r.Ground:
		*left = float32(1 + r.die.Roll(int32(me.ID), r.age)%uint64(r.longest))
		me.Report(flock.Event{Kind: flock.Settled, Perch: groundPerch})
		to.Pos.Y, to.Vel, to.Stands = r.Ground, vec.Vec{}, true
	}
}

// MostMoveKernel returns the kernel for the birds that neither stand on the ground nor reach it in this
// tick. Move does not change these birds.
func (r *Perch) MostMoveKernel(k *lanes.Kernels) lanes.Kernel { return k.Perch }

// Terms implements [flock.Rule].
func (r *Perch) Terms(t *lanes.Terms) { t.PerchGround = r.Ground }
