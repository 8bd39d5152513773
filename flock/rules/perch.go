package rules

import "skein/flock"

// Perch has a bird that comes down to the ground stay there for a random time, and
// then rejoin the flock (P6). Whoever stands is at rest.
type Perch struct {
	Longest float32 `key:"perch_longest" label:"Longest perch" group:"Place" unit:"s" range:"0,600" slider:"30" doc:"time that a bird which comes down to the ground stays there at most, drawn anew each time; 0: nobody perches (P6)"`
	Ground  float32 `key:"perch_ground" label:"Ground level" unit:"m" range:"-500,500" doc:"height at which birds perch (P6: GroundLevel)"`

	die     flock.Die
	age     int64
	longest int64 // ticks
}

// About says where it is from.
func (r *Perch) About() flock.About { return flock.About{Name: "perch", Source: "P6"} }

// On says whether anybody perches.
func (r *Perch) On() bool { return r.Longest > 0 }

// Columns are the ticks that a boid goes on standing.
func (r *Perch) Columns() []flock.Column {
	return []flock.Column{{Name: "perch", High: 600 * 960}}
}

// Tick takes in the time.
func (r *Perch) Tick(now *flock.Tick) {
	r.die, r.age = flock.Dice(now.Seed, forPerch), now.Age
	r.longest = max(1, int64(r.Longest*float32(now.TickRate)))
}

// Move holds the bird where it stands, or has it land. In the tick in which it takes
// off it does not land again.
func (r *Perch) Move(me *flock.Self, to *flock.Motion) {
	left := &me.State[0]
	switch {
	case *left > 1:
		*left--
		to.Pos, to.Vel = me.Pos, flock.Vec{}
	case *left == 1:
		*left = 0
		to.Pos.Y, to.Vel.Y = flock.Most(to.Pos.Y, r.Ground), flock.Most(to.Vel.Y, 0)
	case to.Pos.Y <= r.Ground:
		*left = float32(1 + r.die.Roll(int32(me.ID), r.age)%uint64(r.longest))
		to.Pos.Y, to.Vel = r.Ground, flock.Vec{}
	}
}
