package formula

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"skein/flock"
	"skein/flock/message"
	"skein/flock/param"
)

// Definition is a rule as written in a scenario file. A field that may hold a number or the key of a
// parameter is a string.
type Definition struct {
	Name   string `json:"name"`
	Doc    string `json:"doc,omitempty"`    // description, one line
	Source string `json:"source,omitempty"` // publication that describes the rule

	Perceives string `json:"perceives,omitempty"` // one of [Crowds], or empty for "nobody"
	Range     string `json:"range,omitempty"`     // radius of the crowd "range", m
	Nearest   string `json:"nearest,omitempty"`   // number of boids in the crowd "nearest"
	Regards   string `json:"regards,omitempty"`   // one of [Regards], for "range" and "everyone"; empty means flockmates

	Switch string `json:"switch,omitempty"` // key of the parameter that switches the rule off at 0; if empty, the rule is always on

	Steer    string `json:"steer,omitempty"`    // formula for the change of velocity, m/s per 1/30 s, or per step; or of an acceleration, m/s²
	Velocity string `json:"velocity,omitempty"` // formula for the new velocity, m/s, or m per step; a rule has Steer or Velocity

	Params  []Param  `json:"params,omitempty"`
	Columns []Column `json:"columns,omitempty"`
}

// Param is a parameter of a rule.
type Param struct {
	Key     string  `json:"key"`
	Label   string  `json:"label,omitempty"` // label in the window; if empty, the key is shown
	Unit    string  `json:"unit,omitempty"`
	Doc     string  `json:"doc"`
	Min     float64 `json:"min"`
	Max     float64 `json:"max"`
	Slider  float64 `json:"slider,omitempty"` // upper end of the slider, or 0 for Max
	Default float64 `json:"default"`
}

// Crowds returns the values of [Definition.Perceives], in the order of [flock.CrowdKind].
func Crowds() []string { return []string{"nobody", "neighbourhood", "range", "nearest", "everyone"} }

// Regards returns the values of [Definition.Regards], in the order of [flock.Regard].
func Regards() []string { return []string{"flockmates", "noticed", "followed", "feared"} }

const (
	maxParams  = 32
	maxColumns = 8
	maxDoc     = 400 // characters
)

// Text returns the definition as JSON. Equal definitions give equal results.
func (d *Definition) Text() string {
	text, err := json.Marshal(d)
	if err != nil {
		return "" // JSON cannot represent NaN and infinities; check reports them
	}
	return string(text)
}

// Parse reads a definition in JSON; see [Definition.Text].
func Parse(text string) (d Definition, err error) {
	if err = json.Unmarshal([]byte(text), &d); err != nil {
		return d, fmt.Errorf("the rule cannot be read: %w", err)
	}
	return d, nil
}

// KeyError is an error in the value of a key of a definition. Param is the index in Params of the parameter
// that has the key, or in Columns if OfColumn is true. If the key belongs to the rule itself, Param is -1.
type KeyError struct {
	Key      string
	Param    int
	OfColumn bool
	Err      error // an [*Error] if the mistake is in the formula
}

// Error implements [error].
func (e *KeyError) Error() string { return e.Key + ": " + e.Err.Error() }

// Unwrap returns the error without the key.
func (e *KeyError) Unwrap() error { return e.Err }

func keyError(key, format string, args ...any) error {
	return &KeyError{Key: key, Param: -1, Err: fmt.Errorf(format, args...)}
}

// check checks everything but the formula.
func (d *Definition) check(specs []flock.Spec) error {
	switch {
	case d.Name == "" || utf8.RuneCountInString(d.Name) > 40:
		return keyError("name", "a rule needs a name of 1 to 40 characters")
	case strings.ContainsFunc(d.Name, message.Controls):
		return keyError("name", "a name must be a single line without control characters")
	case utf8.RuneCountInString(d.Doc) > maxDoc || strings.ContainsFunc(d.Doc, message.Controls):
		return keyError("doc", "must be one line of at most %d characters", maxDoc)
	case utf8.RuneCountInString(d.Source) > maxDoc || strings.ContainsFunc(d.Source, message.Controls):
		return keyError("source", "must be one line of at most %d characters", maxDoc)
	case (d.Steer == "") == (d.Velocity == ""):
		return keyError("steer", "a rule needs a formula: either steer or velocity")
	case len(d.Params) > maxParams:
		return keyError("param", "%d parameters: at most %d are allowed", len(d.Params), maxParams)
	case len(d.Columns) > maxColumns:
		return keyError("column", "%d columns: at most %d are allowed", len(d.Columns), maxColumns)
	case d.kind() < 0:
		return keyError("perceives", "%q is not one of %s%s", d.Perceives, strings.Join(Crowds(), ", "), message.DidYouMean(d.Perceives, Crowds()))
	case d.regard() < 0:
		return keyError("regards", "%q is not one of %s%s", d.Regards, strings.Join(Regards(), ", "), message.DidYouMean(d.Regards, Regards()))
	}
	for k := range d.Params {
		if err := d.Params[k].check(specs, d.Params[:k]); err != nil {
			return &KeyError{Key: err.(*KeyError).Key, Param: k, Err: err.(*KeyError).Err}
		}
	}
	for k := range d.Columns {
		if err := d.Columns[k].check(d.keys(specs), d.Columns[:k]); err != nil {
			return &KeyError{Key: err.(*KeyError).Key, Param: k, OfColumn: true, Err: err.(*KeyError).Err}
		}
	}
	if d.Switch != "" && !slices.ContainsFunc(d.Params, func(p Param) bool { return p.Key == d.Switch }) {
		return keyError("switch", "this rule has no parameter with the key %q", d.Switch)
	}
	return d.checkCrowd(specs)
}

func (d *Definition) checkCrowd(specs []flock.Spec) error {
	kind := d.kind()
	for _, one := range []struct {
		key, value, unit string
		kind             flock.CrowdKind
		low, high        float64
	}{
		{"range", d.Range, "m", flock.CrowdInRange, 0, 1000}, {"nearest", d.Nearest, "", flock.CrowdOfNearest, 1, 48},
	} {
		switch {
		case kind != one.kind && one.value != "":
			return keyError(one.key, "has an effect only with perceives = %q", Crowds()[one.kind])
		case kind != one.kind:
			continue
		case one.value == "":
			return keyError("perceives", "%q needs the key %s; its value must be a number or the name of a parameter", d.Perceives, one.key)
		}
		if x, err := strconv.ParseFloat(one.value, 64); err == nil {
			if err := param.InRange(one.key, one.unit, x, one.low, one.high); err != nil {
				return &KeyError{Key: one.key, Param: -1, Err: err}
			}
		} else if unit, ok := d.unitOf(specs, one.value); !ok || unit != one.unit {
			return keyError(one.key, "%q is not the name of a parameter in %s%s", one.value, unitName(one.unit), message.DidYouMean(one.value, d.keys(specs)))
		}
	}
	if d.regard() != flock.Flockmates && kind != flock.CrowdInRange && kind != flock.CrowdOfAll {
		return keyError("regards", "other species can be perceived only with perceives = \"range\" or \"everyone\"")
	}
	return nil
}

func unitName(unit string) string {
	if unit == "" {
		return "no unit"
	}
	return unit
}

func (d *Definition) kind() flock.CrowdKind {
	if d.Perceives == "" {
		return flock.CrowdOfNone
	}
	return flock.CrowdKind(slices.Index(Crowds(), d.Perceives))
}

func (d *Definition) regard() flock.Regard {
	if d.Regards == "" {
		return flock.Flockmates
	}
	return flock.Regard(slices.Index(Regards(), d.Regards))
}

func (d *Definition) unitOf(specs []flock.Spec, key string) (unit string, ok bool) {
	for _, p := range d.Params {
		if p.Key == key {
			return p.Unit, true
		}
	}
	for k := range specs {
		if s := &specs[k]; s.Key == key && s.Float != nil {
			return s.Unit, true
		}
	}
	return "", false
}

func (d *Definition) keys(specs []flock.Spec) (all []string) {
	for _, p := range d.Params {
		all = append(all, p.Key)
	}
	for k := range specs {
		if specs[k].Float != nil && !slices.Contains(all, specs[k].Key) {
			all = append(all, specs[k].Key)
		}
	}
	return all
}

// check returns a KeyError if a parameter is invalid. specs are the model's parameters, and earlier are the
// rule's preceding parameters.
func (p *Param) check(specs []flock.Spec, earlier []Param) error {
	same := slices.ContainsFunc(specs, func(s flock.Spec) bool { return s.Key == p.Key && !s.IsSpread() }) ||
		slices.ContainsFunc(earlier, func(o Param) bool { return o.Key == p.Key })
	switch {
	case !isWord(p.Key):
		return keyError("key", "%q is not a key: use lower-case letters, digits and _, starting with a letter", p.Key)
	case same:
		return keyError("key", "the model already has a parameter %q; choose another key", p.Key)
	case isReserved(p.Key) || isFixedName(p.Key):
		return keyError("key", "%q is reserved in formulas; choose another key", p.Key)
	case p.Doc == "" || utf8.RuneCountInString(p.Doc) > maxDoc || strings.ContainsFunc(p.Doc, message.Controls):
		return keyError("doc", "a parameter needs a description: one line of at most %d characters", maxDoc)
	case utf8.RuneCountInString(p.Label) > 40 || strings.ContainsFunc(p.Label, message.Controls):
		return keyError("label", "must be at most 40 characters in one line")
	case !(p.Min < p.Max) || !isSmall(p.Min) || !isSmall(p.Max):
		return keyError("range", "give the lowest and the highest value, such as [0, 1], each from -1e6 to 1e6")
	case p.Slider != 0 && !(p.Slider > p.Min && p.Slider < p.Max):
		return keyError("slider", "must be inside the range")
	}
	if _, err := paramUnit(p.Unit); err != nil {
		return &KeyError{Key: "unit", Param: -1, Err: err}
	}
	if err := param.InRange("default", p.Unit, p.Default, p.Min, p.Max); err != nil {
		return &KeyError{Key: "default", Param: -1, Err: err}
	}
	return nil
}

func isSmall(x float64) bool { return x >= -1e6 && x <= 1e6 }

func isReserved(word string) bool {
	return slices.Contains([]string{"if", "else", "and", "or", "not", "inf", "infinity", "nan"}, word)
}

func isWord(key string) bool {
	all, err := tokens(key)
	return err == nil && len(all) == 2 && all[0].kind == name && param.IsName(key)
}
