package param

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"skein/flock/vec"
)

// List holds the parameters that some structs declare, and finds them by key. Only its maker may change it.
type List struct {
	// Own are the values that the model gives the parameters. The maker of the List sets them.
	Own Values

	specs  []Spec
	at     map[string]int
	fields map[reflect.Type][]binding
}

type binding struct {
	field    int
	slot     slot
	declares bool // whether this field declares the parameter, which other fields share
	length   bool // whether the parameter is in metres
}

type slot struct {
	kind reflect.Kind // Float32, Int, Bool, or Struct for EscapePoints
	at   int
}

const (
	maxFloats = 256
	maxInts   = 48
	maxBools  = 24
	maxCurves = 2
)

// NewList returns the parameters that some structs declare. structs holds pointers to them. origin returns
// the owner and the name of a guest, or "" for the model's own structs. headings holds the first groups, in
// order.
func NewList(structs []any, origin func(any) (owner, rule string), headings []string) (*List, error) {
	s := &List{at: map[string]int{}, fields: map[reflect.Type][]binding{}}
	count := map[reflect.Kind]int{}
	declared := declaredKeys(structs)
	for _, from := range structs {
		group := "Rules"
		for f, tag := range Fields(Declaring(from)) {
			if tag("group") != "" {
				group = tag("group")
			}
			if !f.IsExported() {
				return nil, fmt.Errorf("%T.%s: the field of a parameter must be exported", from, f.Name)
			}
			if tag("doc") == "" {
				continue
			}
			spec, err := newSpec(f, tag, group)
			if err != nil {
				return nil, fmt.Errorf("%T.%s: %w", from, f.Name, err)
			}
			if _, twice := s.at[spec.Key]; twice {
				return nil, fmt.Errorf("%T.%s: another parameter has the key %q", from, f.Name, spec.Key)
			}
			spec.setGuest(origin(from))
			spec.slot.at = count[spec.slot.kind]
			count[spec.slot.kind]++
			spec.bindParams()
			if err := spec.checkAbsent(); err != nil {
				return nil, fmt.Errorf("%T.%s: %w", from, f.Name, err)
			}
			s.at[spec.Key] = len(s.specs)
			s.specs = append(s.specs, spec)
			own := spreadOf(&spec)
			if _, varies := f.Tag.Lookup("varies"); !varies || declared[own.Key] {
				continue
			}
			own.setGuest(origin(from))
			own.slot.at = count[own.slot.kind]
			count[own.slot.kind]++
			own.bindParams()
			s.at[own.Key] = len(s.specs)
			s.specs = append(s.specs, own)
		}
	}
	if count[reflect.Float32] > maxFloats || count[reflect.Int] > maxInts || count[reflect.Bool] > maxBools || count[reflect.Struct] > maxCurves {
		return nil, fmt.Errorf("too many parameters: %d numbers (at most %d), %d whole numbers and choices (at most %d), %d switches (at most %d), %d curves (at most %d)",
			count[reflect.Float32], maxFloats, count[reflect.Int], maxInts, count[reflect.Bool], maxBools, count[reflect.Struct], maxCurves)
	}
	for _, from := range structs {
		t := reflect.TypeOf(Declaring(from))
		if _, twice := s.fields[t]; twice {
			return nil, fmt.Errorf("%v is in the model twice", t)
		}
		s.fields[t] = []binding{}
		for f, tag := range Fields(Declaring(from)) {
			if with, _, _ := strings.Cut(tag("with"), "="); with != "" {
				if _, ok := s.at[with]; !ok {
					return nil, fmt.Errorf("%v.%s: nothing declares the parameter %q, which its tag \"with\" names", t, f.Name, with)
				}
			}
			k, ok := s.at[tag("key")]
			if _, optional := f.Tag.Lookup("optional"); !ok && optional {
				continue
			}
			if !ok {
				return nil, fmt.Errorf("%v.%s: nothing declares the parameter %q", t, f.Name, tag("key"))
			}
			if err := s.specs[k].checkField(f, tag); err != nil {
				return nil, fmt.Errorf("%v.%s: %w", t, f.Name, err)
			}
			s.fields[t] = append(s.fields[t], binding{f.Index[0], s.specs[k].slot, tag("doc") != "", s.specs[k].Unit == "m"})
		}
	}
	s.sortGroups(append(slices.Clip(headings), spreadGroup))
	return s, nil
}

// declaredKeys returns the declared keys without spreads. If an old rule declares a parameter with the key
// of a spread, the model does not have this spread.
func declaredKeys(structs []any) map[string]bool {
	all := map[string]bool{}
	for _, from := range structs {
		for _, tag := range Fields(Declaring(from)) {
			if tag("doc") != "" {
				all[tag("key")] = true
			}
		}
	}
	return all
}

// parametered is a rule whose parameters are fields of another struct.
type parametered interface{ Parameters() any }

// Declaring returns a pointer to the struct that declares the part's parameters: the part itself, unless it
// has a method Parameters.
func Declaring(part any) any {
	if p, ok := part.(parametered); ok {
		return p.Parameters()
	}
	return part
}

func (s *Spec) checkAbsent() error {
	if s.absent == "" {
		return nil
	}
	if err := s.fromJSON(&Values{}, []byte(s.absent)); err != nil {
		return fmt.Errorf("absent is %q: %w", s.absent, err)
	}
	return nil
}

func (s *Spec) checkField(f reflect.StructField, tag func(string) string) error {
	if f.Type != s.field {
		return fmt.Errorf("the parameter %q is a %v, not a %v", s.Key, s.field, f.Type)
	}
	if tag("doc") != "" {
		return nil
	}
	for _, other := range []string{"label", "unit", "range", "slider", "options"} {
		if tag(other) != "" {
			return fmt.Errorf("has the tag %s, but no doc: add a doc to declare %q, or keep only the key to share it", other, s.Key)
		}
	}
	return nil
}

func (s *List) sortGroups(order []string) {
	for _, guests := range []bool{false, true} {
		for _, spec := range s.specs {
			if guests == (spec.Owner != "") && !slices.Contains(order, spec.heading()) {
				order = append(order, spec.heading())
			}
		}
	}
	slices.SortStableFunc(s.specs, func(a, b Spec) int {
		return slices.Index(order, a.heading()) - slices.Index(order, b.heading())
	})
	for k, spec := range s.specs {
		s.at[spec.Key] = k
	}
}

func newSpec(f reflect.StructField, tag func(string) string, group string) (Spec, error) {
	d, err := Describe(f)
	s := Spec{Description: d, IdleInFlat: tag("plane") == "idle", absent: tag("absent"), field: f.Type}
	if err != nil {
		return s, err
	}
	s.Group = group
	if _, s.Body = f.Tag.Lookup("body"); s.Body && (f.Type.Kind() != reflect.Float32 || s.Unit != "m") {
		return s, fmt.Errorf("the tag \"body\" is only for lengths in m")
	}
	switch kind := f.Type.Kind(); {
	case kind == reflect.Float32, f.Type == reflect.TypeFor[int]():
		s.slot.kind = kind
		if s.Max == s.Min {
			return s, fmt.Errorf("the range is missing: give the lowest and the highest value, separated by a comma")
		}
		return s, nil
	case kind == reflect.Int:
		s.slot.kind = kind
		s.Max = float64(len(s.Options) - 1)
		for k, name := range s.Options {
			if s.Max < 1 || !IsName(name) || slices.Index(s.Options, name) < k {
				return s, fmt.Errorf("the options are %q: give at least two names, separated by commas", tag("options"))
			}
		}
		return s, nil
	case kind == reflect.Bool, f.Type == reflect.TypeFor[Curve]():
		s.slot.kind, s.Max = kind, 1
		return s, nil
	}
	return s, fmt.Errorf("a parameter is a float32, an int, a bool or a choice, not a %s", f.Type)
}

func (s *Spec) bindParams() {
	k := s.slot.at
	switch s.slot.kind {
	case reflect.Float32:
		s.Float = func(p *Values) *float32 { return &p.floats[k] }
	case reflect.Bool:
		s.Bool = func(p *Values) *bool { return &p.bools[k] }
	case reflect.Struct:
		s.Points = func(p *Values) *Curve { return &p.curves[k] }
	default:
		if s.Options == nil {
			s.Int = func(p *Values) *int { return &p.ints[k] }
			return
		}
		s.Choice = func(p *Values) (func() int, func(int)) {
			return func() int { return p.ints[k] }, func(v int) { p.ints[k] = v }
		}
	}
}

// Load sets the fields of a struct to the values in p. It converts lengths; see [vec.Distance].
func (s *List) Load(to any, p *Values) {
	to = Declaring(to)
	v := reflect.ValueOf(to).Elem()
	for _, b := range s.fields[reflect.TypeOf(to)] {
		switch f := v.Field(b.field); b.slot.kind {
		case reflect.Float32:
			x := p.floats[b.slot.at]
			if b.length {
				x = vec.Distance(x)
			}
			f.SetFloat(float64(x))
		case reflect.Int:
			f.SetInt(int64(p.ints[b.slot.at]))
		case reflect.Bool:
			f.SetBool(p.bools[b.slot.at])
		default:
			*f.Addr().Interface().(*Curve) = p.curves[b.slot.at]
		}
	}
}

// Store sets the values in p to the fields of a struct that declares them.
func (s *List) Store(from any, p *Values) {
	from = Declaring(from)
	v := reflect.ValueOf(from).Elem()
	for _, b := range s.fields[reflect.TypeOf(from)] {
		if !b.declares {
			continue
		}
		switch f := v.Field(b.field); b.slot.kind {
		case reflect.Float32:
			p.floats[b.slot.at] = float32(f.Float())
		case reflect.Int:
			p.ints[b.slot.at] = int(f.Int())
		case reflect.Bool:
			p.bools[b.slot.at] = f.Bool()
		default:
			p.curves[b.slot.at] = *f.Addr().Interface().(*Curve)
		}
	}
}

// Specs returns the descriptions, group by group.
func (s *List) Specs() []Spec { return s.specs }

// Field returns a pointer to the field of a struct that holds a number, or nil if there is none.
func (s *List) Field(of any, key string) *float32 {
	of = Declaring(of)
	k, ok := s.at[key]
	if !ok {
		return nil
	}
	for _, b := range s.fields[reflect.TypeOf(of)] {
		if b.slot == s.specs[k].slot && b.slot.kind == reflect.Float32 {
			return reflect.ValueOf(of).Elem().Field(b.field).Addr().Interface().(*float32)
		}
	}
	return nil
}
