package rules

import (
	"math"

	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// TakeCourse is the alignment of S4. A boid turns by a fraction of the mean angle between its neighbours'
// courses and its own. Its speed changes by a fraction of the mean difference to their speeds. If OneRule
// is true, each neighbour acts in only one rule. This rule then uses the neighbours beyond the range of
// [TurnAway], up to the flocking distance.
type TakeCourse struct {
	Course   float32 `key:"course_share" label:"Course share" group:"Steering" range:"0,1" slider:"0.5" varies:"" doc:"A boid turns by this share of the mean angle between its own course and its neighbours' courses (S4: alignment)"`
	Speed    float32 `key:"speed_share" label:"Speed share" range:"0,1" slider:"0.5" doc:"A boid changes its speed by this share of the mean difference between its neighbours' speeds and its own (S4: alignment)"`
	OneRule  bool    `key:"one_rule"`
	Near     float32 `key:"turn_away_range"`
	Flocking float32 `key:"flocking_distance"`
}

// About implements [flock.Rule].
func (r *TakeCourse) About() flock.About {
	return flock.About{Name: "take course", Source: "S4", Social: true}
}

// IsActive implements [flock.Rule].
func (r *TakeCourse) IsActive() bool { return r.Course > 0 || r.Speed > 0 }

// sumScale is a factor on radians and m/s in sums that reduces rounding errors.
const sumScale = 1024

// AddNeighbour adds the turn from the boid's course to a neighbour's, and the difference of their speeds. A
// neighbour at rest has no course.
func (r *TakeCourse) AddNeighbour(me *flock.Self, other *flock.Neighbour, sums *flock.Sums) {
	if r.OneRule && (!isBeyond(other, r.Near) || isBeyond(other, r.Flocking)) {
		return
	}
	vel := me.Vel.Add(other.Vel)
	sums[0].Add(me.Vel.TurnTo(vel).Scale(sumScale))
	sums[1].Add(vec.Vec{X: float32((vel.Length() - me.Speed) * sumScale)})
}

// NeighbourKernel implements [flock.Rule].
func (r *TakeCourse) NeighbourKernel(k *lanes.Kernels) lanes.PairKernel {
	if !r.OneRule {
		return k.TakeCourseAll
	}
	return k.TakeCourse
}

// Terms implements [flock.Rule].
func (r *TakeCourse) Terms(t *lanes.Terms) {
	t.TakeCourseShare, t.TakeSpeedShare = float32(r.Course/sumScale), float32(r.Speed/sumScale)
	t.TakeCourseFrom2, t.TakeCourseWithin2 = 0, math.Inf(1)
	if r.OneRule {
		t.TakeCourseFrom2, t.TakeCourseWithin2 = flock.SquareRange(r.Near), flock.SquareRange(r.Flocking)
	}
}

// Steer implements [flock.Rule].
func (r *TakeCourse) Steer(me *flock.Self, sums *flock.Sums) vec.Vec {
	turn := sums[0].Mean().Scale(float32(me.Speed * float32(r.Course/sumScale)))
	return turn.Add(me.Heading.Scale(float32(sums[1].Mean().X * float32(r.Speed/sumScale))))
}

// SumsKernel implements [flock.Rule].
func (r *TakeCourse) SumsKernel(k *lanes.Kernels) lanes.Kernel { return k.SteerTakeCourse }
