package formula

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

func (r *Rule) Columns() (all []flock.Column) {
	for _, c := range r.definition.Columns {
		all = append(all, flock.Column{Name: c.Key, Low: float32(c.Min), High: float32(c.Max), Vector: c.Vector})
	}
	return all
}

func (r *Rule) compileStarts(known []Parameter) error {
	first := r.program.draws
	for k := range r.definition.Columns {
		c := &r.definition.Columns[k]
		one := start{parts: c.parts()}
		if c.Start != "" {
			unit, _ := ParseUnit(c.Unit)
			p, err := compileStart(c.Start, c.kind(), unit, known)
			if err != nil {
				return &KeyError{Key: "start", Param: k, OfColumn: true, Err: err}
			}
			one.Program = p
			for range p.draws {
				one.purpose = append(one.purpose, purpose(r.definition.Name, first))
				first++
			}
		}
		r.starts = append(r.starts, one)
	}
	return nil
}

type start struct {
	*Program  // nil if the columns start at 0
	parts     int
	purpose   []vec.Purpose
	evaluator *Evaluator // created for the first boid; each copy of the rule creates its own
	version   int64
}

// Begin implements [flock.Rule].
func (r *Rule) Begin(tick *flock.Tick, id int) (all []float32) {
	if len(r.starts) == 0 {
		return nil
	}
	r.takeValues()
	b := lanes.Block{N: 1}
	b.ID = []int32{int32(id)}
	for k := range r.starts {
		s := &r.starts[k]
		if s.Program == nil {
			all = append(all, make([]float32, s.parts)...)
			continue
		}
		if s.evaluator == nil {
			s.evaluator = s.NewEvaluator()
		}
		s.version++
		s.evaluator.Begin(&b, nil, &Moment{Version: s.version, Seed: tick.Seed, Values: r.moment.Values, Purpose: s.purpose})
		x, y, z := s.evaluator.Finish()
		all = append(all, []float32{x[0], y[0], z[0]}[:s.parts]...)
	}
	return all
}
