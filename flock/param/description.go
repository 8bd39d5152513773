package param

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// Description holds a value's name, meaning, unit and allowed values.
type Description struct {
	Key   string // key in a scenario file, such as "escape_seconds"
	Group string // heading in the panel: "Steers"
	Label string // label in the window, such as "Escape length"
	Unit  string // "m", "m/s", "s", "°"; empty: a pure number
	Doc   string // one line, citing its source

	// Min and Max limit a number, or each number of a vector. Soft, if set, is the end of
	// the slider, below Max.
	Min, Max, Soft float64

	// Options are the values of a choice, in the order of their integers, or the allowed
	// values of a text; empty: any text.
	Options []string

	// With names a value that must be on for this one to have an effect ("lonely_count"),
	// or the options it must have ("shape=box,cylinder").
	With string
}

// Fields yields the fields of the struct behind a pointer that have a key, with a function
// that returns their tags.
func Fields(of any) func(yield func(f reflect.StructField, tag func(string) string) bool) {
	return func(yield func(reflect.StructField, func(string) string) bool) {
		t := reflect.TypeOf(of).Elem()
		for i := range t.NumField() {
			f := t.Field(i)
			if f.Tag.Get("key") != "" && !yield(f, f.Tag.Get) {
				return
			}
		}
	}
}

// Describe returns the description in a field's tags. A field without a label is labelled with its
// name. It returns an error for a key that is not a name and for a malformed range or slider.
func Describe(f reflect.StructField) (Description, error) {
	tag := f.Tag.Get
	d := Description{Key: tag("key"), Group: tag("group"), Label: tag("label"), Unit: tag("unit"), Doc: tag("doc"), With: tag("with")}
	if !IsName(d.Key) {
		return d, fmt.Errorf("the key is %q: %s", d.Key, NameRule)
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

// limits reads the range and the end of the slider of a number.
func (d *Description) limits(span, slider string) error {
	low, high, _ := strings.Cut(span, ",")
	var errLow, errHigh, err error
	d.Min, errLow = strconv.ParseFloat(low, 64)
	d.Max, errHigh = strconv.ParseFloat(high, 64)
	if errLow != nil || errHigh != nil || !(d.Min < d.Max) || math.IsInf(d.Max-d.Min, 0) {
		return fmt.Errorf("the range is %q: must be the lowest and the highest value, separated by a comma", span)
	}
	if slider == "" {
		return nil
	}
	if d.Soft, err = strconv.ParseFloat(slider, 64); err != nil || !(d.Soft > d.Min && d.Soft < d.Max) {
		return fmt.Errorf("the slider ends at %q: must be a number inside the range, %s", slider, span)
	}
	return nil
}

// Check returns an error if a number is outside its range.
func (d *Description) Check(value float64) error {
	return InRange(d.Key, d.Unit, value, d.Min, d.Max)
}

// Range returns the range of a number for people: "0.1 to 100 m".
func (d *Description) Range() string {
	return Decimal(d.Min) + " to " + WithUnit(d.Max, d.Unit)
}
