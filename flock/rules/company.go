package rules

import "skein/flock"

// Company steers a lonely boid, one that has fewer than Count in sight, to all in
// view in the lonely range, beside its neighbourhood: by the gains of cohesion and
// alignment, and drawn no harder than to one at the edge of its vision. Without it the
// flock falls into pieces that no longer see each other.
type Company struct {
	Count     int     `key:"lonely_count"`
	Cohesion  float32 `key:"cohesion"`
	Alignment float32 `key:"alignment"`
	Vision    float32 `key:"vision"`
}

// About says that it is skein's own.
func (r *Company) About() flock.About {
	return flock.About{Name: "company", Source: "skein", Social: true}
}

// On says whether a boid can be lonely, and answers.
func (r *Company) On() bool { return r.Count > 0 && (r.Cohesion > 0 || r.Alignment > 0) }

// Steer is nothing for a boid that is not lonely.
func (r *Company) Steer(_ *flock.Self, seen *flock.Seen) flock.Vec {
	return seen.Company.Clip(r.Vision).Scale(r.Cohesion).Add(seen.CompanyVelocity.Scale(r.Alignment))
}
