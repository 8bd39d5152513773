package flock

import (
	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/internal/sight"
	"skein/flock/vec"
	"skein/flock/view"
)

// Mate is one of a boid's nearest flockmates, as a rule with the method Mates perceives it.
type Mate struct {
	ID        int
	Direction vec.Vec   // unit vector to the mate; zero if the mate is in the same place
	Distance  float32   // distance of the mate, m
	Vel       vec.Vec   // velocity of the mate, m/s, or m per step where the flock counts in steps
	InView    bool      // whether the mate is in the boid's field of view
	Weight    float32   // 1, or the salience for a boid that leads (H14)
	Columns   []float32 // the mate's values in the rule's own Visible columns, at the start of the tick

	slot int32
}

const mostMates = 48

type mateRule interface {
	Mates() int
	Steer(me *Self, mates []Mate) vec.Vec
}

type activeMates struct {
	rule  mateRule
	most  int
	state []stateArray
	shown []int

	varied  *variedRule       // nil if the boids do not differ in its parameters
	kernels lanes.MateKernels // if there are none, the formula is applied to one boid at a time
}

// mateRules are the active rules that perceive the nearest flockmates. One search serves all.
type mateRules struct {
	f       *flock
	all     []activeMates
	most    int
	kernels int
}

func (m *mateRules) add(f *flock, r mateRule, state []stateArray) {
	most := max(1, min(r.Mates(), mostMates))
	m.f, m.most = f, max(m.most, most)
	one := activeMates{rule: r, most: most, state: state, shown: f.shown.addRule(r, state), varied: f.variedOf(r)}
	one.kernels = m.kernelsOf(f, r, one.shown)
	m.all = append(m.all, one)
	f.usesMates = true
}

func (f *flock) mateSteer(r mateRule, state []stateArray) steer {
	alone := &mateRules{}
	alone.add(f, r, state)
	return alone.steer
}

func (m *mateRules) steer(s *scratch, b *block) {
	switch {
	case s.pullsOfMates != nil:
		m.steerFound(s, b, &s.pullBlock)
		return
	case s.pullingLeaders != nil:
		m.steerWithoutLeaders(s, b)
		return
	case m.f.usesPeers():
		m.steerBlock(s, b)
		return
	}
	for i := 0; i < b.N; {
		i = m.steerGroup(s, b, i)
	}
}

// steerGroup is like steer, for a group that searches together, starting at boid a. end is the index after
// the group.
func (m *mateRules) steerGroup(s *scratch, b *block, a int) (end int) {
	f, limit := m.f, float32(0)
	if end = a + 1; f.Kind == sight.Grid && !f.set.wraps {
		guess := m.guess(s)
		to, box := f.Group(s.firstSlot+a, s.firstSlot+b.N, near.CanLook())
		limit = guess * guess
		f.ListGroup(s.Memory, &box, guess, limit, nil)
		end = to - s.firstSlot
	}
	for i := a; i < end; i++ {
		m.find(s, i, limit, m.most)
		m.addSteers(s, b, i)
	}
	return end
}

// steerWithoutLeaders steers one boid several times: first with all flockmates, then without each pulling
// leader.
func (m *mateRules) steerWithoutLeaders(s *scratch, b *block) {
	m.find(s, 0, 0, m.most+1)
	s.allMates = append(s.allMates[:0], s.mates...)
	for i := range b.N {
		s.mates = s.mates[:0]
		for k := range s.allMates {
			if one := &s.allMates[k]; i == 0 || one.slot != s.pullingLeaders[i-1].Slot {
				s.mates = append(s.mates, *one)
			}
		}
		s.mates = s.mates[:min(len(s.mates), m.most)]
		m.addSteers(s, b, i)
	}
}

// guess estimates the distance within which the next boids find their mates, m, from that of the previous
// boid. A wrong guess costs time, but does not change the result.
func (m *mateRules) guess(s *scratch) float32 {
	const margin = 1.12
	if s.farthest == 0 {
		s.farthest = m.f.Settings().Vision
	}
	return max(margin*s.farthest, 8*vec.Quantum)
}

// find stores up to most flockmates of boid i in s.mates, the nearest first, and the lower id first at equal
// distances. If limit is not 0, all boids that may be closer than the square root of limit are listed.
func (m *mateRules) find(s *scratch, i int, limit float32, most int) {
	slot := s.slot(i)
	best := m.f.Nearest(s.Memory, slot, most, limit, m.guess(s))
	s.mates = s.mates[:0]
	for _, r := range best {
		s.mates = append(s.mates, m.f.mate(slot, r.Slot))
	}
	if len(best) > 0 {
		s.farthest = s.mates[len(best)-1].Distance
	}
}

func (f *flock) mate(i int, j int32) Mate {
	to := f.Offset(i, int(j))
	one := Mate{ID: int(f.Boids.ID[j]), slot: j, Vel: f.Vel(int(j)), InView: true, Weight: f.weights[j]}
	if one.Distance = to.Length(); one.Distance > 0 {
		one.Direction = to.Scale(1 / one.Distance)
	}
	if see := f.Settings(); see.FieldOfView < 360 {
		one.InView = view.Sees(f.Vel(i), to, see.ViewCosine)
	}
	return one
}

func (m *mateRules) addSteers(s *scratch, b *block, i int) {
	for k := range m.all {
		m.addSteer(s, b, i, &m.all[k])
	}
}

func (m *mateRules) addSteer(s *scratch, b *block, i int, r *activeMates) {
	mates := s.mates[:min(r.most, len(s.mates))]
	if block, ok := r.rule.(*mateBlockAdapter); ok {
		m.addMates(s, i, block, mates)
		return
	}
	s.me.fill(b, i, r.state)
	if len(r.shown) > 0 {
		m.fillShown(s, mates, r.shown)
	}
	rule := r.rule
	if r.varied != nil {
		rule = r.varied.ruleOf(s, s.me.ID).(mateRule)
	}
	storeChecked(s, b, i, r.state, rule.Steer(&s.me, mates))
}

func (m *mateRules) fillShown(s *scratch, mates []Mate, columns []int) {
	s.matesShow = s.matesShow[:0]
	for k := range mates {
		from := len(s.matesShow)
		for _, c := range columns {
			s.matesShow = append(s.matesShow, m.f.shown.arrays[c][mates[k].slot])
		}
		mates[k].Columns = s.matesShow[from:len(s.matesShow):len(s.matesShow)]
	}
}
