package rules

import "skein/flock"

// TurnAway is the separation of S4: a share of the turn from the course to the mean
// direction away from those that are too near.
type TurnAway struct {
	Share float32 `key:"turn_away_share" label:"Turn away share" group:"Steers" range:"0,1" doc:"share of the turn away from those too near that a boid makes (S4: separation)"`
	Range float32 `key:"turn_away_range" label:"Turn away range" unit:"m" range:"0,100" slider:"30" doc:"distance below which others are too near, whatever the neighbourhood (S4: it must be less than that of cohesion)"`
}

// About says where it is from.
func (r *TurnAway) About() flock.About {
	return flock.About{Name: "turn away", Source: "S4", Social: true}
}

// On says whether there is a share.
func (r *TurnAway) On() bool { return r.Share > 0 }

// Within is the range.
func (r *TurnAway) Within() float32 { return r.Range }

// Each adds up the vectors from those in range.
func (r *TurnAway) Each(_ *flock.Self, other *flock.Neighbour, sums *flock.Sums) {
	sums[0].Add(other.Off.Neg())
}

// Steer is across the course, as long as the arc of the turn.
func (r *TurnAway) Steer(me *flock.Self, sums *flock.Sums) flock.Vec {
	return arc(me, sums[0].Mean(), r.Share)
}
