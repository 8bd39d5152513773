package around

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"

	"skein/flock/param"
	"skein/flock/vec"
)

// Property is a value of one of the [Surroundings]. A thing's type declares it by the tags of a field, like a
// parameter of a rule: key, label, unit, range (minimum and maximum, separated by a comma), slider, options
// (names separated by commas) and doc.
type Property struct {
	param.Description

	At any // pointer to the value: *float32, *int, *bool, *string, *Vec or *[]Vec

	field int
}

// Properties returns the properties of a thing in order. Each one points to its field in the thing.
func Properties(t Thing) []Property {
	v := reflect.ValueOf(t).Elem()
	all := slices.Clone(propertiesOf()[v.Type()])
	for k := range all {
		all[k].pointInto(v)
	}
	return all
}

// PropertyOf returns a thing's property with the given key. ok is false if the thing has no such property.
func PropertyOf(t Thing, key string) (p Property, ok bool) {
	v := reflect.ValueOf(t).Elem()
	all := propertiesOf()[v.Type()]
	k := slices.IndexFunc(all, func(p Property) bool { return p.Key == key })
	if k < 0 {
		return p, false
	}
	p = all[k]
	p.pointInto(v)
	return p, true
}

func (p *Property) pointInto(thing reflect.Value) {
	p.At = thing.Field(p.field).Addr().Interface()
}

// propertiesOf reads the tags only once, because a ramp needs the properties in every tick.
var propertiesOf = sync.OnceValue(func() map[reflect.Type][]Property {
	all := map[reflect.Type][]Property{}
	for _, kind := range ThingKinds() {
		t := new(Surroundings).Add(kind)
		all[reflect.TypeOf(t).Elem()] = readProperties(t)
	}
	return all
})

func readProperties(t Thing) (all []Property) {
	for f := range param.Fields(t) {
		d, _ := param.Describe(f) // TestThingsAreDescribed checks that all are well formed
		p := Property{Description: d, field: f.Index[0]}
		all = append(all, p)
	}
	return all
}

// Counts reports whether the property has an effect. Some properties have an effect only with certain values
// of other properties; see With in [param.Description].
func (p *Property) Counts(t Thing) bool {
	key, options, ok := strings.Cut(p.With, "=")
	if !ok {
		return true
	}
	with, ok := PropertyOf(t, key)
	text, isText := with.At.(*string)
	return ok && isText && slices.Contains(strings.Split(options, ","), *text)
}

// Value returns a copy of the property's value: a float32, int, bool, string, Vec or []Vec.
func (p *Property) Value() any {
	if points, ok := p.At.(*[]vec.Vec); ok {
		return slices.Clone(*points)
	}
	return reflect.ValueOf(p.At).Elem().Interface()
}

// Set sets the property to a value, which must have the type that Value returns. Set does not check ranges.
func (p *Property) Set(value any) error {
	to, from := reflect.ValueOf(p.At).Elem(), reflect.ValueOf(value)
	if !from.IsValid() || from.Type() != to.Type() {
		return fmt.Errorf("%s is a %T: must be a %s", p.Key, value, to.Type())
	}
	if points, ok := value.([]vec.Vec); ok {
		value = slices.Clone(points)
		from = reflect.ValueOf(value)
	}
	to.Set(from)
	return nil
}

func (p *Property) check() error {
	switch at := p.At.(type) {
	case *float32:
		return p.Check(float64(*at))
	case *int:
		return p.Check(float64(*at))
	case *string:
		if p.Options != nil && !slices.Contains(p.Options, *at) {
			return fmt.Errorf("%s is %.40q: must be one of %s", p.Key, *at, strings.Join(p.Options, ", "))
		}
	case *vec.Vec:
		return p.checkVec(*at)
	case *[]vec.Vec:
		if len(*at) > MaxPoints {
			return fmt.Errorf("%s has %d points: at most %d are allowed", p.Key, len(*at), MaxPoints)
		}
		for k, one := range *at {
			if err := p.checkVec(one); err != nil {
				return fmt.Errorf("point %d: %w", k+1, err)
			}
		}
	}
	return nil
}

// MaxPoints is the largest number of points of a thing.
const MaxPoints = 1000

func (p *Property) checkVec(v vec.Vec) error {
	for _, x := range v.Floats() {
		if err := p.Check(float64(x)); err != nil {
			return err
		}
	}
	return nil
}

// Ramps reports whether the property can change gradually from one value to another.
func (p *Property) Ramps() bool {
	switch p.At.(type) {
	case *float32, *vec.Vec:
		return true
	}
	return false
}

// ValueBetween interpolates between two values. share is the fraction of the way, from 0 to 1. For types that
// cannot be interpolated, it returns from if share is 0, otherwise to.
func ValueBetween(from, to any, share float32) any {
	value := to
	switch a := from.(type) {
	case float32:
		value = mixed(a, to.(float32), share)
	case vec.Vec:
		b := to.(vec.Vec)
		value = vec.Vec{X: mixed(a.X, b.X, share), Y: mixed(a.Y, b.Y, share), Z: mixed(a.Z, b.Z, share)}
	}
	if share == 0 {
		value = from
	}
	return value
}

// mixed interpolates between a and b, and returns exactly b if share is 1.
func mixed(a, b, share float32) float32 {
	if share == 1 {
		return b
	}
	x := a + float32((b-a)*share)
	return float32(math.Min(math.Max(float64(x), math.Min(float64(a), float64(b))), math.Max(float64(a), float64(b))))
}
