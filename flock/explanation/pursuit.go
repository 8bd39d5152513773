package explanation

import "fmt"

// Phase is the activity of a hunter in a tick.
type Phase string

const (
	Searches Phase = "searches" // the hunter sees no prey
	Prepares Phase = "prepares" // the hunter sees prey and flies to a position from which it can attack
	Attacks  Phase = "attacks"
	Rests    Phase = "rests"  // the hunter rests after an attack
	Chases   Phase = "chases" // the only phase of a hunter whose rules have no attacks
)

// Pursuit is the state of a hunter in a tick.
type Pursuit struct {
	Phase    Phase   `json:"phase"`
	Left     float32 `json:"left,omitempty"`     // time until the hunter gives up the attack, or until its rest ends, s
	Prey     int     `json:"prey"`               // id of the target, or -1
	Nearest  float32 `json:"nearest,omitempty"`  // smallest distance to prey in this attack, m; 0 if not yet known
	Distance float32 `json:"distance,omitempty"` // distance to the target, m
	Closing  float32 `json:"closing,omitempty"`  // speed at which the distance to the target decreases, m/s; negative if it increases
}

func (e *Step) hunts() string {
	p, who := e.Hunt, fmt.Sprintf("At %.3f s boid %d ", e.Seconds(), e.Boid)
	switch {
	case p.Phase == Searches:
		return who + "searches: it sees no prey."
	case p.Phase == Prepares:
		return who + "prepares an attack: it flies to a place from which it can begin one."
	case p.Phase == Rests:
		return who + fmt.Sprintf("rests after an attack, for another %.1f s.", p.Left)
	case p.Phase == Chases && p.Prey < 0:
		return who + "has nothing to chase: it sees no prey."
	case p.Phase == Chases:
		return who + fmt.Sprintf("chases boid %d, the nearest, which is %.1f m away.", p.Prey, p.Distance)
	case p.Prey < 0:
		return who + "attacks the middle of the prey, on a constant course."
	}
	return who + fmt.Sprintf("attacks boid %d, which is %.1f m away.", p.Prey, p.Distance)
}
