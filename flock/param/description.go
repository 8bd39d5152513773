package param

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// Description holds the name, meaning, unit and allowed values of a parameter or property.
type Description struct {
	Key   string // key in a scenario file, such as "escape_seconds"
	Group string // heading in the panel, such as "Speed"
	Label string // label in the window, such as "Escape length"
	Unit  string // unit, such as "m", "m/s", "s" or "°", or "" for a pure number
	Doc   string // description in one line, which cites the source

	// Min and Max are the limits of a number, or of each component of a vector. Soft is the end of the slider
	// if it is below Max, otherwise 0.
	Min, Max, Soft float64

	// Options holds the names of the values 0, 1, 2, … of a choice, or the allowed values of a string. If it
	// is empty, any string is allowed.
	Options []string

	// With names another value on which this value depends. This value has an effect only if the other value
	// is neither 0 nor false ("lonely_count"), or is one of the given options ("shape=box,cylinder").
	With string
}

// Fields yields each field with a key in the struct that pointer points to. The function tag returns a tag of
// the field.
func Fields(pointer any) func(yield func(f reflect.StructField, tag func(string) string) bool) {
	return func(yield func(reflect.StructField, func(string) string) bool) {
		t := reflect.TypeOf(pointer).Elem()
		for i := range t.NumField() {
			f := t.Field(i)
			if f.Tag.Get("key") != "" && !yield(f, f.Tag.Get) {
				return
			}
		}
	}
}

// Describe returns the description in a field's tags. If there is no label, it uses the field's name. It
// returns an error if the key, range or slider is malformed.
func Describe(f reflect.StructField) (Description, error) {
	tag := f.Tag.Get
	d := Description{Key: tag("key"), Group: tag("group"), Label: tag("label"), Unit: tag("unit"), Doc: tag("doc"), With: tag("with")}
	if !IsName(d.Key) {
		return d, fmt.Errorf("invalid key %q: %s", d.Key, NameRule)
	}
	if d.Label == "" {
		d.Label = f.Name
	}
	if tag("options") != "" {
		d.Options = strings.Split(tag("options"), ",")
	}
	if tag("range") == "" {
		return d, nil
	}
	return d, d.limits(tag("range"), tag("slider"))
}

func (d *Description) limits(span, slider string) error {
	low, high, _ := strings.Cut(span, ",")
	var errLow, errHigh, err error
	d.Min, errLow = strconv.ParseFloat(low, 64)
	d.Max, errHigh = strconv.ParseFloat(high, 64)
	if errLow != nil || errHigh != nil || !(d.Min < d.Max) || math.IsInf(d.Max-d.Min, 0) {
		return fmt.Errorf("the range is %q: give the lowest and the highest value, separated by a comma", span)
	}
	if slider == "" {
		return nil
	}
	if d.Soft, err = strconv.ParseFloat(slider, 64); err != nil || !(d.Soft > d.Min && d.Soft < d.Max) {
		return fmt.Errorf("the slider ends at %q: must be a number within the range %s", slider, span)
	}
	return nil
}

// Check returns an error if a number is outside its range.
func (d *Description) Check(value float64) error {
	return InRange(d.Key, d.Unit, value, d.Min, d.Max)
}

// Range formats the range of a number for display, such as "0.1 to 100 m".
func (d *Description) Range() string {
	return Decimal(d.Min) + " to " + WithUnit(d.Max, d.Unit)
}
