package flock

// Muster is the boids of a flock before a tick, as a rule with the method Muster sees them:
// in no order, so what it makes of them must not depend on that.
type Muster struct {
	f     *flock
	state []stateArray
}

// Flock is the number of the flock among others, from 0, and how many there are.
func (m *Muster) Flock() (number, of int) { return m.f.number, len(m.f.world.flocks) }

// Len is the number of boids.
func (m *Muster) Len() int { return m.f.n }

// ID is that of number k.
func (m *Muster) ID(k int) int { return int(m.f.boids.ID[k]) }

// Pos is where number k is, m.
func (m *Muster) Pos(k int) Vec { return m.f.pos(k) }

// Vel is how fast number k flies, m/s, or m a step where the flock counts in steps.
func (m *Muster) Vel(k int) Vec { return m.f.vel(k) }

// State is a number of the rule's own that number k carries, as in [Self].
func (m *Muster) State(k, column int) float32 { return m.f.boids.Own[m.state[column].array][k] }

// SetState changes it.
func (m *Muster) SetState(k, column int, x float32) {
	a := m.state[column]
	m.f.boids.Own[a.array][k] = a.clamped(x)
}

// musterAtWork is a rule at work that musters the flock.
type musterAtWork struct {
	rule musterer
	all  Muster
}
