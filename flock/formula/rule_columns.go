package formula

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Columns returns the rule's columns.
func (r *Rule) Columns() (all []flock.Column) {
	for _, c := range r.definition.Columns {
		all = append(all, flock.Column{Name: c.Key, Low: float32(c.Min), High: float32(c.Max), Vector: c.Vector})
	}
	return all
}

// compileStarts compiles the formulas of the columns' values of a new boid.
func (r *Rule) compileStarts(known []Parameter) error {
	for k := range r.definition.Columns {
		c := &r.definition.Columns[k]
		text := c.Start
		if text == "" {
			text = map[bool]string{true: "vec(0, 0, 0)", false: "0"}[c.Vector]
		}
		unit, _ := ParseUnit(c.Unit)
		p, err := compileStart(text, c.kind(), unit, known)
		if err != nil {
			return &KeyError{Key: "start", Param: k, OfColumn: true, Err: err}
		}
		first := r.program.draws
		for _, before := range r.starts {
			first += before.draws
		}
		one := start{Program: p, parts: c.parts()}
		for draw := range p.draws {
			one.purpose = append(one.purpose, purpose(r.definition.Name, first+draw))
		}
		r.starts = append(r.starts, one)
	}
	return nil
}

// start computes the value of a column for a new boid.
type start struct {
	*Program
	parts   int
	purpose []vec.Purpose
}

// Begin returns the values of the columns of a new boid.
func (r *Rule) Begin(now *flock.Tick, id int) (all []float32) {
	if len(r.starts) == 0 {
		return nil
	}
	r.takeValues()
	b := lanes.Block{N: 1}
	b.ID = []int32{int32(id)}
	for k := range r.starts {
		s := &r.starts[k]
		e := s.NewEvaluator()
		m := Moment{Seed: now.Seed, Values: r.moment.Values, Purpose: s.purpose}
		e.Begin(&b, nil, &m)
		x, y, z := e.Finish()
		all = append(all, []float32{x[0], y[0], z[0]}[:s.parts]...)
	}
	return all
}
