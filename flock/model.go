package flock

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"

	"skein/flock/internal/gauss"
	"skein/flock/lead"
	"skein/flock/param"
)

// ModelDef defines a flocking model: the perception of a boid, a list of rules in the order of their paper,
// the integration, and the stages of a tick. The values in a ModelDef are the model's own parameters; see
// [Model.Params].
//
// A struct declares parameters by the tags of its fields:
//
//	type Cohesion struct {
//		Gain float32 `key:"cohesion" label:"Cohesion K" range:"0,1" slider:"0.2" doc:"gain of the steer to the centre"`
//	}
//
// The key is the key in a scenario file. A field of float32 or int has a range, in the unit that the tag
// "unit" names. It may have a slider that ends before the range. A field of another integer type is a
// choice, and its tag names the options. A bool needs neither a range nor options. The tag "group" is the
// heading for this parameter and the following ones. A field with a key and no doc is a parameter that
// another struct of the model declares. With the tag "optional", the field is 0 in a model that lacks the
// parameter.
//
// The tag "with" names another parameter. The tagged parameter has no effect if that one is 0, off or at its
// first option. With "bounds=box,sphere", it has an effect only if bounds is box or sphere. The tag
// plane:"idle" means that the parameter has no effect in the plane. The tag "absent" is for a parameter that
// was added to a rule later and changes how flocks fly. It holds the value for recordings without the
// parameter; see [Params.AsRecorded]. The tag "body" is for a length that follows from the size of a
// boid; see [param.Values.ScaleBody].
type ModelDef struct {
	Name   string // name in scenarios
	Title  string // description in one line
	Source string // publication that describes the model

	Count  int // number of boids
	Sight  Sight
	Steers Steers
	Speeds Speeds
	Space  Space
	Flight Flight

	Units Units // unit of time
	Plane bool  // whether boids stay at the height at which they start

	Leadership *lead.Leadership // the stage that lets boids lead; nil: as in [lead.None]

	// Rules act in this order, the social rules first. The rules of Guests belong to other models. They are
	// switched off, and can be switched on in addition to the model's own rules. Each rule is a pointer to a
	// struct.
	Rules  []Rule
	Guests []Guest
}

// Guest is a rule that a model has in addition to its own. It belongs to another model, or to none.
type Guest struct {
	Owner string // the model that the rule belongs to, or else the rule's author
	Rule  Rule
}

// Model is a ModelDef that was checked. It does not change, and any number of Worlds may use it.
type Model struct {
	def    ModelDef
	list   *param.List
	params Params

	readers map[string][]Rule

	once  sync.Once
	gauss gauss.Table // draws for the model's own spread, computed for the first World

	spreadOnce sync.Once
	spreads    gauss.Table
}

type flockSize struct {
	Count int `key:"count" label:"Boids" group:"Flock" range:"0,4000000" slider:"2000" doc:"Number of boids (S3: 250)"`
}

func (d *ModelDef) parts() []any {
	all := []any{&flockSize{d.Count}, &d.Sight}
	for _, r := range d.all() {
		if about := r.About(); about.Social {
			all = append(all, r)
		}
	}
	all = append(all, &d.Steers, d.Leadership)
	for _, r := range d.all() {
		if !r.About().Social {
			all = append(all, r)
		}
	}
	return append(all, &d.Speeds, &d.Space, &d.Flight)
}

func (d *ModelDef) isGuest(r Rule) bool {
	_, name := d.origin(r)
	return name != ""
}

func (d *ModelDef) all() []Rule {
	all := d.Rules[:len(d.Rules):len(d.Rules)]
	for _, g := range d.Guests {
		all = append(all, g.Rule)
	}
	return all
}

// origin returns the owner and the name of a guest, or "" for the model's own structs.
func (d *ModelDef) origin(part any) (owner, rule string) {
	for _, g := range d.Guests {
		if part == any(g.Rule) {
			return g.Owner, g.Rule.About().Name
		}
	}
	return "", ""
}

// NewModel makes a model from copies of everything that def points to. The error names a wrong or repeated
// declaration, a value out of range, a rule without a formula, or a guest that is not switched off.
func NewModel(def ModelDef) (*Model, error) {
	m, err := newModel(def)
	if err != nil {
		return nil, fmt.Errorf("model %s: %w", def.Name, err)
	}
	return m, nil
}

func newModel(def ModelDef) (*Model, error) {
	if !param.IsName(def.Name) {
		return nil, fmt.Errorf("invalid name %q: %s", def.Name, param.NameRule)
	}
	if err := checkRules(def.all()); err != nil {
		return nil, err
	}
	def.Rules, def.Guests = copyRules(def.Rules), slices.Clone(def.Guests)
	for k := range def.Guests {
		def.Guests[k].Rule = copyRules([]Rule{def.Guests[k].Rule})[0]
	}
	leadership := lead.None()
	if def.Leadership != nil {
		leadership = *def.Leadership
	}
	def.Leadership = &leadership
	parts := def.parts()
	s, err := param.NewList(parts, def.origin, headings())
	if err != nil {
		return nil, err
	}
	m := &Model{def: def, list: s}
	m.params = Params{param.NewValues(s), m}
	m.readers = def.readers()
	engine := def.engineKeys()
	for k := range s.Specs() {
		spec := &s.Specs()[k]
		spec.OfRules = !engine[spec.BaseKey()]
		if def.Units == PerStep {
			usePerStep(spec)
		}
	}
	for _, part := range parts {
		s.Store(part, &m.params.Values)
	}
	for _, r := range def.all() {
		s.Load(r, &m.params.Values) // also loads the parameters that other structs declare
	}
	for _, g := range def.Guests {
		if isActive(g.Rule) {
			return nil, fmt.Errorf("the rule %T is not one of the model's own rules, so it must be switched off", g.Rule)
		}
	}
	s.Own = m.params.Values
	return m, m.params.Validate()
}

func checkRules(rules []Rule) error {
	names := map[string]bool{}
	for _, r := range rules {
		if err := checkRule(r); err != nil {
			return err
		}
		for _, c := range ownColumns([]Rule{r}) {
			if err := c.check(); err != nil {
				return fmt.Errorf("the rule %q: %w", r.About().Name, err)
			}
			if names[c.Name] {
				return fmt.Errorf("the rule %q: another rule has the column %q", r.About().Name, c.Name)
			}
			names[c.Name] = true
		}
	}
	return nil
}

// checkRule returns an error if r is not a valid rule. It does not check the rule's columns.
func checkRule(r Rule) error {
	t := reflect.TypeOf(r)
	if t == nil || t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct || reflect.ValueOf(r).IsNil() {
		return fmt.Errorf("the rule %v is not a pointer to a struct", t)
	}
	if _, moves := r.(mover); !steers(r) && !moves {
		var methods []string
		for _, way := range waysToPerceive() {
			methods = append(methods, way.methods())
		}
		return fmt.Errorf("the rule %v has none of the methods that a rule needs: %s; or Move(*Self, *Motion)", t, strings.Join(methods, "; "))
	}
	if e, ok := r.(eachRule); ok && regards(e) != Flockmates && !hasRange(e) {
		return fmt.Errorf("the rule %v perceives other flocks, so it must have a method SightRange() float32: a neighbourhood contains only flockmates", t)
	}
	if r.About().Name == "" {
		return fmt.Errorf("the rule %v has no name", t)
	}
	if own := ownColumns([]Rule{r}); len(own) > 0 && isFast(r) && (len(own) > 1 || !own[0].Vector) {
		return fmt.Errorf("the rule %v has a kernel, so it may have only one column, which must be a vector", t)
	}
	return nil
}

func isFast(r Rule) bool { _, ok := r.(fast); return ok }

func (c *Column) check() error {
	if c.Name == "" {
		return fmt.Errorf("a column has no name")
	}
	if !(c.Low <= 0 && c.High >= 0 && c.Low < c.High && c.High-c.Low <= math.MaxFloat32) {
		return fmt.Errorf("the column %q is from %g to %g: the range must include 0", c.Name, c.Low, c.High)
	}
	return nil
}

// Name returns the model's name in scenarios.
func (m *Model) Name() string { return m.def.Name }

// Title returns a description of the model in one line.
func (m *Model) Title() string { return m.def.Title }

// Source returns the publication that describes the model.
func (m *Model) Source() string { return m.def.Source }

// With returns a model of the same name that has the given rules after its own rules.
func (m *Model) With(rules ...Rule) (*Model, error) {
	def := m.def
	def.Rules = slices.Concat(def.Rules, rules)
	return NewModel(def)
}

// RuleInfo describes one rule of a model: where the rule comes from and whether it is active.
type RuleInfo struct {
	About
	Owner  string // the model that the rule belongs to; see Guest.Owner
	Active bool   // whether the rule is active with the model's own values
	Text   string // definition from which the rule was read; empty for a rule written in Go
}

type textRule interface{ Text() string }

// Rules returns the model's own rules, in order, and then its guests.
func (m *Model) Rules() (all []RuleInfo) {
	for _, r := range m.def.Rules {
		info := RuleInfo{About: r.About(), Owner: m.Name(), Active: isActive(r)}
		if t, ok := r.(textRule); ok {
			info.Text = t.Text()
		}
		all = append(all, info)
	}
	for _, g := range m.def.Guests {
		all = append(all, RuleInfo{About: g.Rule.About(), Owner: g.Owner})
	}
	return all
}

// Units returns the unit in which the model counts time.
func (m *Model) Units() Units { return m.def.Units }

// Plane reports whether the model's boids stay at one height.
func (m *Model) Plane() bool { return m.def.Plane }

func (m *Model) drawTable(sigma float32) gauss.Table {
	if sigma != m.def.Leadership.DrawSigma {
		return gauss.New(sigma)
	}
	m.once.Do(func() { m.gauss = gauss.New(sigma) })
	return m.gauss
}

// spreadTable returns the draws for varied parameters: a normal distribution around 1/2 that is truncated at
// farthestDraw standard deviations. It never changes.
func (m *Model) spreadTable() *gauss.Table {
	m.spreadOnce.Do(func() { m.spreads = gauss.New(1. / (2 * farthestDraw)) })
	return &m.spreads
}

// Params returns the model's own values of its parameters.
func (m *Model) Params() Params { return m.params }

func (m *Model) freshRules() []Rule { return copyRules(m.def.all()) }

// copier is a rule that is copied by its method Copy instead of by assignment.
type copier interface{ Copy() Rule }

func copyRules(rules []Rule) []Rule {
	var own []Rule
	for _, r := range rules {
		if c, ok := r.(copier); ok {
			own = append(own, c.Copy())
			continue
		}
		v := reflect.New(reflect.TypeOf(r).Elem())
		v.Elem().Set(reflect.ValueOf(r).Elem())
		own = append(own, v.Interface().(Rule))
	}
	return own
}

func (m *Model) loadRules(p *Params) []Rule {
	own := m.freshRules()
	for _, r := range own {
		m.list.Load(r, &p.Values)
	}
	return own
}

func (m *Model) load(s *settings, p *Params) {
	for _, part := range []any{&s.flockSize, &s.see, &s.Steers, &s.Speeds, &s.Leadership, &s.Space, &s.Flight} {
		m.list.Load(part, &p.Values)
	}
}

// Units is the unit in which a model counts time.
type Units int

// The units.
const (
	PerSecond Units = iota // velocities are in m/s, and steering forces in m/s per 1/30 s, at any tick rate
	PerStep                // a tick is a step: velocities and steering forces are in m per step
)

// headings returns the first groups of parameters, in order.
func headings() []string {
	return []string{"Flock", "Neighbourhood", "Steering", "Speed", "Leadership", "Extra behaviour", "Place", "Flight"}
}

func usePerStep(spec *Spec) {
	if spec.Unit == "m/s" {
		spec.Unit = "m/step"
	}
	for _, text := range []*string{&spec.Unit, &spec.Doc} {
		*text = strings.ReplaceAll(*text, "per 1/30 s", "per step")
	}
}
