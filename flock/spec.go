package flock

import (
	"fmt"
	"reflect"
	"strings"

	"skein/flock/param"
)

// Spec describes one parameter. The panel, the scenario format, the help and
// the documentation are all made from the same list of them, see [Params.Specs].
type Spec struct {
	param.Description

	// Of is the model whose rule, named Rule, declares a parameter that stands beside
	// the model's own, in the group GuestGroup; empty of the model's own.
	Of, Rule string

	// Exactly one of these is set; each points into the Params given.
	Float  func(*Params) *float32
	Int    func(*Params) *int
	Bool   func(*Params) *bool
	Choice func(*Params) (get func() int, set func(int))
	Points func(*Params) *EscapePoints

	slot    slot
	flat    bool         // idle in the plane
	ofRules bool         // read by rules alone
	field   reflect.Type // of the field that declares it
}

// GuestGroup is the heading of all parameters of other models' rules.
const GuestGroup = "Rules of other models"

// guest makes the parameter be of a rule beside the model's own, if g is one.
func (s *Spec) guest(g *Guest) {
	if g != nil {
		s.Group, s.Of, s.Rule = GuestGroup, g.Of, g.Rule.About().Name
	}
}

// heading returns the group, or that of a guest's own below it.
func (s *Spec) heading() string { return s.Group + s.Of + s.Rule }

// Untouched reports whether the parameter is of a rule beside the model's own, and as in
// [Model.Params]: then it need not be written down.
func (s *Spec) Untouched(p *Params) bool {
	return s.Of != "" && s.alike(p, &p.sheet.model.params)
}

// alike reports whether the parameter is the same in a and b.
func (s *Spec) alike(a, b *Params) bool {
	k := s.slot.at
	switch s.slot.kind {
	case reflect.Float32:
		return a.floats[k] == b.floats[k]
	case reflect.Bool:
		return a.bools[k] == b.bools[k]
	case reflect.Struct:
		return a.curves[k] == b.curves[k]
	}
	return a.ints[k] == b.ints[k]
}

// Reset sets the parameter in p to its value in from.
func (s *Spec) Reset(p, from *Params) {
	switch {
	case s.Float != nil:
		*s.Float(p) = *s.Float(from)
	case s.Int != nil:
		*s.Int(p) = *s.Int(from)
	case s.Bool != nil:
		*s.Bool(p) = *s.Bool(from)
	case s.Points != nil:
		*s.Points(p) = *s.Points(from)
	default:
		get, _ := s.Choice(from)
		_, set := s.Choice(p)
		set(get())
	}
}

// Value returns the parameter in p: a float32, int, bool, the name of a choice, or a
// list of points.
func (s *Spec) Value(p *Params) any {
	switch {
	case s.Float != nil:
		return *s.Float(p)
	case s.Int != nil:
		return *s.Int(p)
	case s.Bool != nil:
		return *s.Bool(p)
	case s.Points != nil:
		return s.Points(p).Pairs()
	}
	get, _ := s.Choice(p)
	if k := get(); k >= 0 && k < len(s.Options) {
		return s.Options[k]
	}
	return fmt.Sprintf("option %d", get()) // which Validate refuses
}

// Range returns what the parameter may be, for people: "0.1 to 100 m", or the names of
// a choice.
func (s *Spec) Range() string {
	switch {
	case s.Float != nil, s.Int != nil:
		return s.Description.Range()
	case s.Bool != nil:
		return "true, false"
	case s.Points != nil:
		return fmt.Sprintf("2 to %d pairs, each 0 to 1", MaxEscapePoints)
	}
	return strings.Join(s.Options, ", ")
}
