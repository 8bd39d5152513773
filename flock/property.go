package flock

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// Property is a value of a thing, see [Surroundings]. It is declared as a parameter of a
// rule is: by a field's tags key, label, unit, range (least and most, with a comma between),
// slider, options (names with commas between) and doc.
type Property struct {
	Key   string // as in a scenario file: "radius"
	Label string // for people
	Unit  string // "m", "m/s", "°", "" for a pure number
	Doc   string // one line

	// Min and Max bound a number, or each number of a vector; Soft, if set, is where a
	// slider may end before Max.
	Min, Max, Soft float64

	Options []string // that a text is one of; none: any text
	With    string   // "shape=box,cylinder": of no account unless another property is one of these

	At any // where it is: *float32, *int, *bool, *string, *Vec or *[]Vec

	field int // of the thing's type
}

// Properties are those of a thing, each pointing into it, in order.
func Properties(of Thing) []Property {
	v := reflect.ValueOf(of).Elem()
	all := slices.Clone(propertiesOf()[v.Type()])
	for k := range all {
		all[k].pointInto(v)
	}
	return all
}

// PropertyOf is that of a thing by its key.
func PropertyOf(of Thing, key string) (p Property, ok bool) {
	v := reflect.ValueOf(of).Elem()
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

// propertiesOf are what the types of things declare, read once: a ramp goes through all of
// them at each tick.
var propertiesOf = sync.OnceValue(func() map[reflect.Type][]Property {
	all := map[reflect.Type][]Property{}
	for _, kind := range ThingKinds() {
		t := new(Surroundings).Add(kind)
		all[reflect.TypeOf(t).Elem()] = readProperties(t)
	}
	return all
})

// readProperties are the properties that the fields of a thing declare.
func readProperties(of Thing) (all []Property) {
	for f, tag := range declared(of) {
		p := Property{Key: tag("key"), Label: tag("label"), Unit: tag("unit"), Doc: tag("doc"), With: tag("with"), field: f.Index[0]}
		if p.Label == "" {
			p.Label = f.Name
		}
		fmt.Sscanf(tag("range"), "%g,%g", &p.Min, &p.Max)
		fmt.Sscanf(tag("slider"), "%g", &p.Soft)
		if tag("options") != "" {
			p.Options = strings.Split(tag("options"), ",")
		}
		all = append(all, p)
	}
	return all
}

// Counts says whether the property is of account beside the others of its thing.
func (p *Property) Counts(of Thing) bool {
	key, options, ok := strings.Cut(p.With, "=")
	if !ok {
		return true
	}
	with, ok := PropertyOf(of, key)
	text, isText := with.At.(*string)
	return ok && isText && slices.Contains(strings.Split(options, ","), *text)
}

// Value is a copy of what the property is: a float32, int, bool, string, Vec or []Vec.
func (p *Property) Value() any {
	if points, ok := p.At.(*[]Vec); ok {
		return slices.Clone(*points)
	}
	return reflect.ValueOf(p.At).Elem().Interface()
}

// Set makes the property a value as Value gives it. It errs on another type, and leaves
// ranges to the thing's check.
func (p *Property) Set(value any) error {
	to, from := reflect.ValueOf(p.At).Elem(), reflect.ValueOf(value)
	if !from.IsValid() || from.Type() != to.Type() {
		return fmt.Errorf("%s is a %T: want a %s", p.Key, value, to.Type())
	}
	if points, ok := value.([]Vec); ok {
		value = slices.Clone(points)
		from = reflect.ValueOf(value)
	}
	to.Set(from)
	return nil
}

// check reports a property that is out of its range.
func (p *Property) check() error {
	switch at := p.At.(type) {
	case *float32:
		return inRange(p.Key, p.Unit, float64(*at), p.Min, p.Max)
	case *int:
		return inRange(p.Key, p.Unit, float64(*at), p.Min, p.Max)
	case *string:
		if p.Options != nil && !slices.Contains(p.Options, *at) {
			return fmt.Errorf("%s is %.40q: want one of %s", p.Key, *at, strings.Join(p.Options, ", "))
		}
	case *Vec:
		return p.checkVec(*at)
	case *[]Vec:
		if len(*at) > MaxPoints {
			return fmt.Errorf("%s are %d: want %d at most", p.Key, len(*at), MaxPoints)
		}
		for k, one := range *at {
			if err := p.checkVec(one); err != nil {
				return fmt.Errorf("number %d of %w", k+1, err)
			}
		}
	}
	return nil
}

// MaxPoints is the most points of a thing.
const MaxPoints = 1000

func (p *Property) checkVec(v Vec) error {
	for _, x := range v.Floats() {
		if err := inRange(p.Key, p.Unit, float64(x), p.Min, p.Max); err != nil {
			return err
		}
	}
	return nil
}

// ramps says whether there are values between two of the property.
func (p *Property) ramps() bool {
	switch p.At.(type) {
	case *float32, *Vec:
		return true
	}
	return false
}

// between makes the property a value by its share of the way from one to another. One
// that is neither number nor vector is at the other unless the share is 0.
func (p *Property) between(from, to any, share float32) {
	value := to
	switch a := from.(type) {
	case float32:
		value = mixed(a, to.(float32), share)
	case Vec:
		b := to.(Vec)
		value = Vec{mixed(a.X, b.X, share), mixed(a.Y, b.Y, share), mixed(a.Z, b.Z, share)}
	}
	if share == 0 {
		value = from
	}
	_ = p.Set(value) // of the type that it has
}

// mixed is exactly b at the share 1.
func mixed(a, b, share float32) float32 {
	if share == 1 {
		return b
	}
	x := a + float32((b-a)*share)
	return float32(math.Min(math.Max(float64(x), math.Min(float64(a), float64(b))), math.Max(float64(a), float64(b))))
}
