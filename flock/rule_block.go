package flock

import (
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Crowd says which boids a blockRule perceives.
type Crowd struct {
	Kind    CrowdKind
	Range   float32 // range of CrowdInRange, m
	Nearest int     // index of flockmates of CrowdOfNearest, from 1 to 48
	Regard  Regard  // for CrowdInRange and CrowdOfAll: whether the crowd has flockmates, or boids of flocks that the flock notices, follows or flees
}

// CrowdKind is a kind of Crowd. Except for CrowdOfNone, only boids in the field of view belong to a crowd.
type CrowdKind int

const (
	CrowdOfNone       CrowdKind = iota // nobody
	CrowdOfNeighbours                  // the neighbourhood
	CrowdInRange                       // all boids within a range
	CrowdOfNearest                     // the flockmates in view among the N nearest
	CrowdOfAll                         // all boids, at any distance
)

// BlockEvaluator computes the steering forces of a rule for one block of boids after the other. Each worker
// has its own. For each block, the engine calls Begin, then Add for each boid that a boid of the block
// perceives, then Finish. If the rule has columns, it also calls Next.
type BlockEvaluator interface {
	// Begin begins a block, whose velocities, speeds and headings are set. The parameter columns has the
	// arrays of the rule's own columns, one for each coordinate. The evaluator must not change them.
	Begin(b *lanes.Block, columns [][]float32)
	// Add adds a boid that boid i of the block perceives. offset is its position relative to boid i, m, and
	// square the squared distance, m². vel is its velocity relative to boid i.
	Add(i, id int, offset vec.Vec, square float64, vel vec.Vec)
	// Finish returns the steering forces of the boids of the block.
	Finish(b *lanes.Block) (x, y, z []float32)
	// Next writes the new values of the rule's own columns to their arrays.
	Next(columns [][]float32)
}

// blockRule is a rule that computes whole blocks, such as one of package formula. The order of perceived
// boids must not matter.
type blockRule interface {
	Rule
	Crowd() Crowd
	NewEvaluator() BlockEvaluator
}

// blockAdapter gives a blockRule an AddNeighbour method, so that the engine finds its neighbours.
// activeEach.tell passes them to its evaluator.
type blockAdapter struct {
	blockRule
	evaluator int
}

func (r *blockAdapter) AddNeighbour(*Self, *Neighbour, *Sums) {}

func (r *blockAdapter) Steer(*Self, *Sums) vec.Vec { return vec.Vec{} }

type rangedBlockAdapter struct{ *blockAdapter }

func (r *rangedBlockAdapter) SightRange() float32 {
	if c := r.Crowd(); c.Kind == CrowdInRange {
		return c.Range
	}
	return vec.Sqrt(maxDistance2)
}

func (r *rangedBlockAdapter) Regards() Regard { return r.Crowd().Regard }

type mateBlockAdapter struct {
	blockRule
	evaluator int
}

func (r *mateBlockAdapter) Mates() int { return r.Crowd().Nearest }

func (r *mateBlockAdapter) Steer(*Self, []Mate) vec.Vec { return vec.Vec{} }

func (f *flock) blockSteer(r blockRule, state []stateArray) steer {
	index := f.addEvaluator(r)
	finish := func(s *scratch, b *block) { finishBlock(s, b, index, state) }
	switch r.Crowd().Kind {
	case CrowdOfNone:
		return func(s *scratch, b *block) {
			s.beginEvaluator(b, index, state)
			finish(s, b)
		}
	case CrowdOfNearest:
		alone := &mateRules{}
		alone.add(f, &mateBlockAdapter{r, index}, nil)
		return func(s *scratch, b *block) {
			s.beginEvaluator(b, index, state)
			alone.steer(s, b)
			finish(s, b)
		}
	case CrowdOfNeighbours:
		f.addNeighbourRule(&blockAdapter{r, index}, state)
	default:
		f.addNeighbourRule(&rangedBlockAdapter{&blockAdapter{r, index}}, state)
	}
	f.evaluators = append(f.evaluators, gatheringEvaluator{index, state})
	return finish
}

type gatheringEvaluator struct {
	index int
	state []stateArray
}

func (s *scratch) beginEvaluator(b *block, index int, state []stateArray) {
	s.evaluators[index].Begin(b, s.columnsOf(b, state))
}

func (s *scratch) columnsOf(b *block, state []stateArray) [][]float32 {
	s.ruleColumns = s.ruleColumns[:0]
	for _, k := range state {
		s.ruleColumns = append(s.ruleColumns, b.Own[k.array][:b.N])
	}
	return s.ruleColumns
}

// addEvaluator gives each worker an evaluator, and returns its index. Evaluators live as long as the flock.
func (f *flock) addEvaluator(r blockRule) (index int) {
	for k, known := range f.blockRules {
		if known == r {
			return k
		}
	}
	f.blockRules = append(f.blockRules, r)
	for k := range f.scratch {
		f.scratch[k].evaluators = append(f.scratch[k].evaluators, f.newEvaluator(r))
	}
	return len(f.blockRules) - 1
}

// finishBlock adds an evaluator's forces to a block, and stores the columns within their ranges. A force that
// is not a number or too large counts as 0.
func finishBlock(s *scratch, b *block, index int, state []stateArray) {
	e := s.evaluators[index]
	x, y, z := e.Finish(b)
	for i := range b.N {
		if a := (vec.Vec{X: x[i], Y: y[i], Z: z[i]}); a.Within(1e6) {
			b.Push(i, a)
		}
	}
	if len(state) == 0 {
		return
	}
	columns := s.columnsOf(b, state)
	e.Next(columns)
	for k, array := range columns {
		for i, x := range array {
			array[i] = state[k].clamp(x)
		}
	}
}

func evaluatorOf(r eachRule) int {
	switch r := r.(type) {
	case *blockAdapter:
		return r.evaluator
	case *rangedBlockAdapter:
		return r.evaluator
	}
	return none
}

func (m *mateRules) addMates(s *scratch, i int, r *mateBlockAdapter, mates []Mate) {
	f, slot := m.f, s.slot(i)
	for k := range mates {
		if one := &mates[k]; one.InView {
			off := f.Offset(slot, int(one.slot))
			s.evaluators[r.evaluator].Add(i, one.ID, off, off.ExactSquare(), f.Vel(int(one.slot)).Sub(f.Vel(slot)))
		}
	}
}
