package flock

import (
	"fmt"
	"slices"
)

// HuntPhase is the activity of a hunter at a tick.
type HuntPhase string

// The phases of a hunter.
const (
	Searches HuntPhase = "searches" // sees no prey
	Prepares HuntPhase = "prepares" // sees prey, and flies to a place from which it can attack
	Attacks  HuntPhase = "attacks"
	Rests    HuntPhase = "rests"  // after an attack
	Chases   HuntPhase = "chases" // the phase of a hunter whose rules have no attacks
)

// Pursuit is a hunter's state at a tick.
type Pursuit struct {
	Phase    HuntPhase `json:"phase"`
	Left     float32   `json:"left,omitempty"`     // time until the hunter gives up the attack, or until its rest ends, s
	Prey     int       `json:"prey"`               // id of the target; -1: none
	Nearest  float32   `json:"nearest,omitempty"`  // smallest distance to prey in this attack, m; 0: not known yet
	Distance float32   `json:"distance,omitempty"` // distance to the target, m
	Closing  float32   `json:"closing,omitempty"`  // speed at which the distance to the target shrinks, m/s; negative: the distance grows
}

// pursuing is a hunting rule that returns a boid's pursuit. The field Left is in ticks.
type pursuing interface {
	Pursuit(state []float32) Pursuit
}

// pursuit returns the state of the hunter in a slot, or nil if no rule makes it hunt.
func (f *flock) pursuit(slot int) *Pursuit {
	for _, h := range f.hunters {
		rule, ok := h.rule.(pursuing)
		if !ok {
			continue
		}
		p := rule.Pursuit(f.readState(nil, slot, h.state))
		p.Left /= float32(f.tickRate)
		f.measurePrey(&p, slot)
		return &p
	}
	return nil
}

// chaser is a rule by which a boid pursues the nearest boid that its flock follows.
type chaser interface {
	nearestRule
	Regards() Regard
}

func (f *flock) chase(s *scratch, slot int) *Pursuit {
	if len(f.chasers) == 0 {
		return nil
	}
	p, least := Pursuit{Phase: Chases, Prey: -1}, 0.0
	others := Others{f, s, Followed, slot}
	for _, o := range others.Find(f.chasers[0].SightRange()) {
		if p.Prey < 0 || o.Square < least || o.Square == least && o.Number < p.Prey {
			p.Prey, least = o.Number, o.Square
		}
	}
	f.measurePrey(&p, slot)
	return &p
}

func (f *flock) measurePrey(p *Pursuit, slot int) {
	if p.Prey < 0 {
		return
	}
	prey, own := f.world.flockOf(p.Prey)
	if prey == nil {
		p.Prey = -1
		return
	}
	at := slices.Index(prey.boids.ID[:prey.n], int32(own))
	offset := prey.pos(at).Sub(f.pos(slot))
	if f.set.wraps {
		offset = f.set.torus.Nearest(offset)
	}
	vel := prey.vel(at).Scale(prey.set.perSecond).Sub(f.vel(slot).Scale(f.set.perSecond))
	if p.Distance = offset.Length(); p.Distance > 0 {
		p.Closing = -offset.Dot(vel) / p.Distance
	}
}

func (e *Explanation) hunts() string {
	p, who := e.Hunt, fmt.Sprintf("At %.3f s hunter %d ", e.Seconds(), e.Boid)
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
