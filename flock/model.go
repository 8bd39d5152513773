package flock

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"sync"

	"skein/flock/param"
)

// ModelDef is a flocking model: what a boid perceives, a list of rules in the order
// of their paper, how it is integrated, and the stages that it has. The values in
// it are the model's own parameters, see [Model.Params].
//
// A struct declares parameters by the tags of its fields:
//
//	type Cohesion struct {
//		Gain float32 `key:"cohesion" label:"Cohesion K" range:"0,1" slider:"0.2" doc:"gain of the steer to the centre"`
//	}
//
// The key is as in a scenario file. A field of float32 or int has a range, in the
// unit that the tag unit names, and may have a slider that ends before it; one of
// another integer type is a choice and names its options; a bool needs neither. The
// tag group is the heading that it and those after it stand under. A field with a key
// and no doc is a parameter that another struct of the model declares. The tag with
// names a parameter without which this one does nothing: while that is 0, off or at
// its first option, or not at one of those named behind a =, as in "bounds=box,sphere".
// The tag plane:"idle" says that it does nothing in the plane.
type ModelDef struct {
	Name   string // as a scenario names it
	Title  string // one line
	Source string // where it was published

	Count  int // of boids
	Sight  Sight
	Steers Steers
	Speeds Speeds
	Space  Space
	Flight Flight

	Units Units // what it counts time in
	Plane bool  // nothing leaves the height that it starts at

	Leadership *Leadership // the stage that lets boids lead; nil: it has none

	// Rules are at work in this order, the social ones first. Those of Beside are
	// of other models: switched off, and to be switched on beside the model's own.
	// Each is a pointer to a struct.
	Rules  []Rule
	Beside []Guest
}

// Guest is a rule that stands beside a model's own.
type Guest struct {
	Of   string // the model whose it is, or who wrote it if it is of none
	Rule Rule
}

// Model is a ModelDef that was found right. It does not change, and any number of
// Worlds may be of it.
type Model struct {
	def    ModelDef
	sheet  *sheet
	params Params

	readers map[string][]Rule // of each parameter

	once  sync.Once
	gauss gauss // of its own spread, from the first World of it on
}

// flockSize declares the number of boids.
type flockSize struct {
	Count int `key:"count" label:"Boids" group:"Flock" range:"0,4000000" slider:"2000" doc:"number of boids (S3: 250)"`
}

// parts are pointers to all structs of a ModelDef that declare parameters.
func (d *ModelDef) parts() []any {
	all := []any{&flockSize{d.Count}, &d.Sight}
	for _, r := range d.all() {
		if about := r.About(); about.Social {
			all = append(all, r)
		}
	}
	all = append(all, &d.Steers)
	if d.Leadership != nil {
		all = append(all, d.Leadership)
	}
	for _, r := range d.all() {
		if !r.About().Social {
			all = append(all, r)
		}
	}
	return append(all, &d.Speeds, &d.Space, &d.Flight)
}

// all returns the model's rules and those beside it.
func (d *ModelDef) all() []Rule {
	all := d.Rules[:len(d.Rules):len(d.Rules)]
	for _, g := range d.Beside {
		all = append(all, g.Rule)
	}
	return all
}

// origin returns the guest that a struct of the model is; nil for its own.
func (d *ModelDef) origin(of any) *Guest {
	for k := range d.Beside {
		if g := &d.Beside[k]; of == any(g.Rule) {
			return g
		}
	}
	return nil
}

// NewModel makes a model. It errs on parameters that are declared twice, or wrongly,
// on values out of their range, on rules without a formula, and on rules beside the
// model's own that are not switched off. The model has copies of all that def points
// to.
func NewModel(def ModelDef) (*Model, error) {
	m, err := newModel(def)
	if err != nil {
		return nil, fmt.Errorf("model %s: %w", def.Name, err)
	}
	return m, nil
}

func newModel(def ModelDef) (*Model, error) {
	if !param.IsName(def.Name) {
		return nil, fmt.Errorf("the name is %q: want small letters, digits, - and _, a letter first", def.Name)
	}
	if err := checkRules(def.all()); err != nil {
		return nil, err
	}
	def.Rules, def.Beside = copied(def.Rules), slices.Clone(def.Beside)
	for k := range def.Beside {
		def.Beside[k].Rule = copied([]Rule{def.Beside[k].Rule})[0]
	}
	if l := def.Leadership; l != nil {
		own := *l
		def.Leadership = &own
	}
	parts := def.parts()
	s, err := newSheet(parts, def.origin)
	if err != nil {
		return nil, err
	}
	m := &Model{def: def, sheet: s, params: Params{sheet: s}}
	s.model = m
	m.readers = def.readers()
	for k := range s.specs {
		s.specs[k].ofRules = !def.engineReads(s.specs[k].Key)
	}
	if def.Units == PerStep {
		s.rename()
	}
	for _, of := range parts {
		s.store(of, &m.params)
	}
	for _, r := range def.all() {
		s.load(r, &m.params) // also what others declare
	}
	for _, g := range def.Beside {
		if isOn(g.Rule) {
			return nil, fmt.Errorf("the rule %T is beside the model's own and at work: want it switched off", g.Rule)
		}
	}
	return m, m.params.Validate()
}

// checkRules returns what is wrong with rules.
func checkRules(rules []Rule) error {
	names := map[string]bool{}
	for _, r := range rules {
		if err := checkRule(r); err != nil {
			return err
		}
		for _, c := range ownColumns([]Rule{r}) {
			if err := c.check(); err != nil {
				return fmt.Errorf("the rule %T: %w", r, err)
			}
			if names[c.Name] {
				return fmt.Errorf("the rule %T: the column %q is taken", r, c.Name)
			}
			names[c.Name] = true
		}
	}
	return nil
}

// checkRule returns what is wrong with a rule, but for its columns. Go allows it no
// second method Steer.
func checkRule(r Rule) error {
	t := reflect.TypeOf(r)
	if t == nil || t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct || reflect.ValueOf(r).IsNil() {
		return fmt.Errorf("the rule %v is no pointer to a struct", t)
	}
	if _, moves := r.(mover); !steers(r) && !moves {
		return fmt.Errorf("the rule %v has no method Steer(*Self) Vec or Steer(*Self, *Seen) Vec, nor Ring and Steer(*Self, *Total, *Total) Vec, nor Within and Steer(*Self, *Neighbour) Vec, nor Each and Steer(*Self, *Sums) Vec, nor Regards and Steer(*Self, *Others) Vec, nor Look and Steer(*Self, *Ahead) Vec, nor Mates and Steer(*Self, []Mate) Vec, nor Move(*Self, *Motion)", t)
	}
	if e, ok := r.(eachRule); ok && regards(e) != Flockmates && !hasRange(e) {
		return fmt.Errorf("the rule %v regards other flocks and has no method Within() float32: a neighbourhood is of flockmates", t)
	}
	if r.About().Name == "" {
		return fmt.Errorf("the rule %v has no name", t)
	}
	if own := ownColumns([]Rule{r}); len(own) > 0 && isFast(r) && (len(own) > 1 || !own[0].Vector) {
		return fmt.Errorf("the rule %v has a kernel: want one column of vectors, or none", t)
	}
	return nil
}

func isFast(r Rule) bool { _, ok := r.(fast); return ok }

// check returns what is wrong with a column of a rule's own.
func (c *Column) check() error {
	if c.Name == "" {
		return fmt.Errorf("a column wants a name")
	}
	if !(c.Low <= 0 && c.High >= 0 && c.Low < c.High && c.High-c.Low <= math.MaxFloat32) {
		return fmt.Errorf("the column %q is from %g to %g: want a range with 0 in it", c.Name, c.Low, c.High)
	}
	return nil
}

// Name returns the model's, as a scenario names it.
func (m *Model) Name() string { return m.def.Name }

// Title is one line about the model, and Source where it was published.
func (m *Model) Title() string { return m.def.Title }

// Source returns where the model was published.
func (m *Model) Source() string { return m.def.Source }

// Standing is a rule in a model.
type Standing struct {
	About
	Of string // the model whose rule it is: this one, or as in Guest
	On bool   // at work by the model's own values
}

// Rules returns the model's own rules, in order, and those beside.
func (m *Model) Rules() (all []Standing) {
	for _, r := range m.def.Rules {
		all = append(all, Standing{r.About(), m.Name(), isOn(r)})
	}
	for _, g := range m.def.Beside {
		all = append(all, Standing{g.Rule.About(), g.Of, false})
	}
	return all
}

// Units returns what the model counts time in.
func (m *Model) Units() Units { return m.def.Units }

// Plane reports whether all that flies by the model stays at one height.
func (m *Model) Plane() bool { return m.def.Plane }

// Leads reports whether boids of the model may take the lead.
func (m *Model) Leads() bool { return m.def.Leadership != nil }

// draws returns the table of draws of a spread. Nobody writes into one that is there.
func (m *Model) draws(sigma float32) gauss {
	if sigma != m.def.Leadership.DrawSigma {
		return newGauss(sigma)
	}
	m.once.Do(func() { m.gauss = newGauss(sigma) })
	return m.gauss
}

// Params returns the model's own values of its parameters.
func (m *Model) Params() Params { return m.params }

// copies returns the rules for a World of its own.
func (m *Model) copies() []Rule { return copied(m.def.all()) }

func copied(rules []Rule) []Rule {
	var own []Rule
	for _, r := range rules {
		v := reflect.New(reflect.TypeOf(r).Elem())
		v.Elem().Set(reflect.ValueOf(r).Elem())
		own = append(own, v.Interface().(Rule))
	}
	return own
}

// loaded are copies of the rules, by parameters.
func (m *Model) loaded(p *Params) []Rule {
	own := m.copies()
	for _, r := range own {
		m.sheet.load(r, p)
	}
	return own
}

// load sets what the engine itself goes by.
func (m *Model) load(s *settings, p *Params) {
	for _, of := range []any{&s.flockSize, &s.Sight, &s.Steers, &s.Speeds, &s.Space, &s.Flight} {
		m.sheet.load(of, p)
	}
	if m.Leads() {
		m.sheet.load(&s.Leadership, p)
	}
}
