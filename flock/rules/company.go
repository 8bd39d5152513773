package rules

import (
	"skein/flock"
	"skein/flock/vec"
)

// Company steers a lonely boid towards all boids in view within the lonely range. A boid is lonely if it sees
// fewer than Count others. The steering force uses the gains of cohesion and alignment. It is never stronger
// than cohesion would be towards a boid at the edge of the vision sphere. Without this rule, the flock splits
// into parts that no longer see each other.
type Company struct {
	Count     int     `key:"lonely_count"`
	Cohesion  float32 `key:"cohesion" varies:""`
	Alignment float32 `key:"alignment" varies:""`
	Vision    float32 `key:"vision" varies:""`
}

// About implements [flock.Rule].
func (r *Company) About() flock.About {
	return flock.About{Name: "company", Source: "skein", Social: true}
}

// IsActive implements [flock.Rule].
func (r *Company) IsActive() bool { return r.Count > 0 && (r.Cohesion > 0 || r.Alignment > 0) }

// Steer implements [flock.Rule].
func (r *Company) Steer(_ *flock.Self, seen *flock.Seen) vec.Vec {
	return seen.Company.Clip(r.Vision).Scale(r.Cohesion).Add(seen.CompanyVelocity.Scale(r.Alignment))
}
