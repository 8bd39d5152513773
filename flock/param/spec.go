package param

import (
	"fmt"
	"reflect"
	"strings"
)

// Spec describes one parameter of a model, and finds its value in Values. The panel, the scenario format, the
// help and the documentation share one list of Specs.
type Spec struct {
	Description

	// Owner and Rule are set for a parameter of a guest, in the group GuestGroup: the model that the rule
	// belongs to, and the rule's name. Both are empty for the model's own rules.
	Owner, Rule string

	// Body reports whether the parameter is a length that follows from the size of a boid's body, as its tag
	// body says.
	Body bool

	// Exactly one of these is set. Each returns a pointer into the given Values.
	Float  func(*Values) *float32
	Int    func(*Values) *int
	Bool   func(*Values) *bool
	Choice func(*Values) (get func() int, set func(int))
	Points func(*Values) *Curve

	OfRules    bool // whether rules declare or share the parameter, and not the engine alone
	IdleInFlat bool // whether no value has an effect in the plane

	// absent is the value in recordings without the key, as JSON. If empty, it is the model's value.
	absent string

	slot   slot
	varies string       // key of the parameter whose spread this is; empty for other parameters
	field  reflect.Type // type of the field that declares the parameter
}

// GuestGroup is the heading of all parameters of other models' rules.
const GuestGroup = "Rules of other models"

func (s *Spec) setGuest(owner, rule string) {
	if rule != "" {
		s.Group, s.Owner, s.Rule = GuestGroup, owner, rule
	}
}

// IsSpread reports whether the parameter is a spread: the standard deviation of another parameter among the
// boids.
func (s *Spec) IsSpread() bool { return s.varies != "" }

func (s *Spec) heading() string { return s.Group + s.Owner + s.Rule }

// Untouched reports whether the parameter belongs to a guest and has the model's own value; see [List.Own].
// This parameter need not be written.
func (s *Spec) Untouched(p *Values) bool {
	return s.Owner != "" && s.Alike(p, &p.list.Own)
}

// Alike reports whether the parameter has the same value in a and b, which must both belong to the list of
// the Spec.
func (s *Spec) Alike(a, b *Values) bool {
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

// Reset sets the parameter in p to its value in source.
func (s *Spec) Reset(p, source *Values) {
	switch {
	case s.Float != nil:
		*s.Float(p) = *s.Float(source)
	case s.Int != nil:
		*s.Int(p) = *s.Int(source)
	case s.Bool != nil:
		*s.Bool(p) = *s.Bool(source)
	case s.Points != nil:
		*s.Points(p) = *s.Points(source)
	default:
		get, _ := s.Choice(source)
		_, set := s.Choice(p)
		set(get())
	}
}

// Value returns the value of the parameter in p: a float32, an int, a bool, the name of a choice, or a list
// of points.
func (s *Spec) Value(p *Values) any {
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
	return fmt.Sprintf("option %d", get()) // Validate refuses it
}

// Range returns the possible values of the parameter for people: "0.1 to 100 m", or the names of
// a choice.
func (s *Spec) Range() string {
	switch {
	case s.Float != nil, s.Int != nil:
		return s.Description.Range()
	case s.Bool != nil:
		return "true, false"
	case s.Points != nil:
		return fmt.Sprintf("2 to %d pairs of numbers from 0 to 1", MaxPoints)
	}
	return strings.Join(s.Options, ", ")
}

// CheckIn returns an error if the value of the parameter in p is out of its range.
func (s *Spec) CheckIn(p *Values) error {
	var value float64
	switch {
	case s.Float != nil:
		value = float64(*s.Float(p))
	case s.Int != nil:
		value = float64(*s.Int(p))
	case s.Choice != nil:
		get, _ := s.Choice(p)
		if v := get(); v < 0 || v >= len(s.Options) {
			return fmt.Errorf("%s is %d: must be one of %s", s.Key, v, strings.Join(s.Options, ", "))
		}
		return nil
	case s.Points != nil:
		return s.Points(p).Check(s.Key)
	}
	return s.Check(value)
}
