package lead

// Verdict states whether a boid takes the lead or stops leading in a tick or, if it does neither, the reason.
type Verdict string

const (
	Leaves      Verdict = "leaves"        // the boid takes the lead in this tick
	Leads       Verdict = "leads"         // the boid already leads and cannot leave again (H12)
	Returns     Verdict = "returns"       // the boid's escape ends with this tick
	Leaderless  Verdict = "leaderless"    // no boid can lead, because the influence is 0
	Sits        Verdict = "sits"          // the boid is perched
	BetweenTwo  Verdict = "between"       // the tick is between two decisions, which are made 30 times a second
	Inside      Verdict = "inside"        // the boid's eccentricity is below the floor
	Behind      Verdict = "behind"        // the boid fails the front test
	OutOfChance Verdict = "out_of_chance" // the random draw decides against it
	NoChance    Verdict = "no_chance"     // in a large flock, only some decisions let a boid leave, and this is not one of them
)

// Decision holds the values that decide whether a boid takes the lead in a tick (H8 to H11; see the package
// comment). It explains the decision that the method trigger of a flock makes, in flock/lead.go.
type Decision struct {
	Verdict Verdict `json:"verdict"`
	Tick    int64   `json:"tick"` // tick of this decision, or of the next one if the explained tick has none

	Eccentricity float32 `json:"eccentricity"`      // eccentricity x (H8)
	Floor        float32 `json:"floor"`             // eccentricity below which no boid leaves
	Front        float32 `json:"front"`             // -k̂·v̂ (H9): cosine of the angle between the boid's heading and the direction away from the boids that it sees
	FrontTest    bool    `json:"front_test"`        // whether the front test is in use
	FrontFloor   float32 `json:"front_floor"`       // value that Front must exceed
	Excused      bool    `json:"excused,omitempty"` // whether the boid is exempt from the front test, because it is slower than SlowSpeed
	SlowSpeed    float32 `json:"slow_speed"`        // speed below which a boid is slow, m/s
	Influence    float32 `json:"influence"`         // the parameter X
	Product      float32 `json:"product"`           // X·x, or X·draw with the printed trigger
	Draw         float32 `json:"draw"`              // random draw (H11)
	Boids        int     `json:"boids"`             // number of boids in the flock
	Every        float64 `json:"every"`             // mean number of decisions per chance to leave
	Chance       bool    `json:"chance"`            // whether this decision is a chance to leave
	Printed      bool    `json:"printed,omitempty"` // PrintedTrigger: the boid leaves unless x < X·draw (H10)

	Length float32 `json:"length"`         // length of an escape, s
	Away   float32 `json:"away,omitempty"` // seconds since a leader left
	Left   float32 `json:"left,omitempty"` // speed of a leader when it left, m/s
}

// Test returns Leaves if the boid passes all tests. Otherwise, it returns the first test that the boid fails.
// The last test is whether the decision is a chance to leave, because the other tests say more about the
// boid. A tick, in flock/lead.go, tests this first, because that is faster. The order does not change which
// boids leave.
func (d *Decision) Test() Verdict {
	switch {
	case d.Eccentricity < d.Floor:
		return Inside
	case d.FrontTest && !d.Excused && d.Front <= d.FrontFloor:
		return Behind
	case d.Printed && d.Eccentricity < d.Product, !d.Printed && !(d.Product > d.Draw):
		return OutOfChance
	case !d.Chance:
		return NoChance
	}
	return Leaves
}
