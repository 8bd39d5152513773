package flock

import (
	"fmt"
	"slices"
	"strings"

	"skein/flock/around"
	"skein/flock/cloud"
	"skein/flock/param"
	"skein/flock/schedule"
)

// MaxCount is the largest number of boids in a World. MaxMatrix is the largest number of boids with the index
// Matrix.
const (
	MaxCount  = 4_000_000
	MaxMatrix = 20_000
)

// Estimates of a World's memory: bytes per boid with a grid, bytes per pair with a matrix.
const (
	boidBytes = 270
	pairBytes = 4
)

// MaxFlocks is the largest number of flocks in a World.
const MaxFlocks = 16

// MaxFrameSeconds is the greatest time between two frames of a recording, s.
const MaxFrameSeconds = 86_400

// Def holds everything that determines a run. The same Def always gives the same bits.
type Def struct {
	Seed     uint64
	TickRate int     // ticks per second; a multiple of 30
	WarmUp   float32 // seconds simulated before tick 0
	// number of goroutines in a tick; 0 means automatic; -N means all cores but N. Results do not depend on
	// it
	Workers int
	Index   Index // how neighbours are found; this does not affect the results

	Flock
	Others []Flock // the other flocks, in the order of their ids

	Surroundings around.Surroundings // surroundings at the start

	Schedule []schedule.Change // changes of parameters and of things, in any order
}

// Flock defines one flock of a World: its species, how it starts, and its parameters.
type Flock struct {
	Species string // unique name, as in a scenario file; empty means the name of its model
	Start   cloud.Start
	Params  Params

	// Names of the species that the flock notices, follows and flees (see [Regard]). The flock ignores all
	// other species.
	Notices, Follows, Flees []string
}

// Name returns the name of the flock's species.
func (f *Flock) Name() string {
	if m := f.Params.Model(); f.Species == "" && m != nil {
		return m.Name()
	}
	return f.Species
}

// SpeciesLabels returns names for display and for other programs, given the species and the model of each
// flock. A flock without a species has the name of its model. If it is the only such flock, it is called
// "boid", unless a species has this name.
func SpeciesLabels(species, models []string) []string {
	labels, unnamed := slices.Clone(species), 0
	for _, name := range species {
		if name == "" || name == "boid" {
			unnamed++
		}
	}
	for k, name := range labels {
		if name == "" && unnamed == 1 {
			labels[k] = "boid"
		} else if name == "" {
			labels[k] = models[k]
		}
	}
	return labels
}

// Labels returns the display names of the flocks' species; see [SpeciesLabels].
func (d *Def) Labels() []string {
	var species, models []string
	for _, f := range d.Flocks() {
		species, models = append(species, f.Species), append(models, f.Name())
	}
	return SpeciesLabels(species, models)
}

// Flocks returns all flocks, in order.
func (d *Def) Flocks() []Flock { return append([]Flock{d.Flock}, d.Others...) }

func (d *Def) flock(index int) *Flock {
	if index == 0 {
		return &d.Flock
	}
	return &d.Others[index-1]
}

// Validate returns all faults of d, each with its key in a scenario file.
func (d *Def) Validate() error { return param.Join([]error{d.validate(), d.validateSeated()}) }

func (d *Def) validate() error {
	var wrong []error
	if d.TickRate < 30 || d.TickRate > 960 || d.TickRate%30 != 0 {
		wrong = append(wrong, fmt.Errorf("tick_rate is %d: must be a multiple of 30 from 30 to 960", d.TickRate))
	}
	for _, f := range []struct {
		key, unit       string
		value, min, max float64
	}{
		{"warm_up", "s", float64(d.WarmUp), 0, 600},
		{"workers", "", float64(d.Workers), -256, 256},
	} {
		if err := param.InRange(f.key, f.unit, f.value, f.min, f.max); err != nil {
			wrong = append(wrong, err)
		}
	}
	if d.Index < Auto || d.Index > Brute {
		wrong = append(wrong, fmt.Errorf("index is %d: must be one of %s", d.Index, strings.Join(Indices(), ", ")))
	}
	wrong = append(wrong, d.validateFlocks()...)
	wrong = append(wrong, d.validateThings())
	wrong = append(wrong, d.validateSchedule()...)
	return param.Join(wrong)
}

func (d *Def) validateThings() error {
	if err := checkThings(&d.Surroundings, d.Flocks()); err != nil {
		return err
	}
	sites := around.NewSolids(d.Surroundings.Obstacles, nil)
	return d.Surroundings.CheckSeats(&sites)
}

func (d *Def) validateSeated() error {
	for _, f := range d.Flocks() {
		if f.Start.Perched && !d.Surroundings.HasOpenPerch(f.Name()) {
			return fmt.Errorf("start.perched: there is no open perch for the species %s", f.Name())
		}
	}
	return nil
}

// validateFlocks returns the faults of all flocks. Only faults of later flocks name their species.
func (d *Def) validateFlocks() (wrong []error) {
	all, names := d.Flocks(), map[string]bool{}
	if len(all) > MaxFlocks {
		return []error{fmt.Errorf("%d flocks: at most %d are allowed", len(all), MaxFlocks)}
	}
	for k := range all {
		f := &all[k]
		if names[f.Name()] {
			wrong = append(wrong, fmt.Errorf("two flocks have the species %q; names must be unique", f.Name()))
		}
		names[f.Name()] = true
	}
	regards := make([][]error, len(all))
	for _, err := range d.RegardErrors() {
		regards[err.Flock] = append(regards[err.Flock], err)
	}
	for k := range all {
		f := &all[k]
		err := param.Join(append(append(f.validate(), regards[k]...), d.admit(&f.Params)))
		if err != nil && k > 0 {
			err = fmt.Errorf("species %s: %w", f.Name(), err)
		}
		wrong = append(wrong, err)
	}
	return append(wrong, checkTogether(all))
}

func checkTogether(all []Flock) error {
	total := 0
	for k := range all {
		f := &all[k]
		if total += f.Params.Count(); total > MaxCount && len(all) > 1 {
			return fmt.Errorf("count is %d for all flocks together: must be at most %d", total, MaxCount)
		}
		for _, list := range f.regards() {
			for j := range all {
				if slices.Contains(list.names, all[j].Name()) && f.wrapSide() != all[j].wrapSide() {
					return fmt.Errorf("the key %q lists %q, whose world has different edges; give both flocks the same bounds and bounds_size", list.key, all[j].Name())
				}
			}
		}
	}
	return nil
}

// wrapSide returns the side of a world that wraps around, m; otherwise 0.
func (f *Flock) wrapSide() float32 {
	if Bounds(f.Params.Choice("bounds")) == Wrap {
		return f.Params.Float("bounds_size")
	}
	return 0
}

func (f *Flock) validate() (wrong []error) {
	if f.Species != "" && !param.IsName(f.Species) {
		wrong = append(wrong, fmt.Errorf("species is %q: %s", f.Species, param.NameRule))
	}
	m := f.Params.Model()
	return append(wrong, f.Start.Validate(m != nil && m.Plane(), MaxCount)...)
}

func (d *Def) admit(p *Params) error {
	if err := p.Validate(); err != nil {
		return err
	}
	if n := p.Int("count"); d.Index == Matrix && n > MaxMatrix {
		return fmt.Errorf("count = %d is too high for the index matrix; use at most %d, or the index grid (the matrix would need %s of memory)",
			n, MaxMatrix, memory(float64(n)*float64(n)/2*pairBytes))
	}
	return nil
}

func memory(bytes float64) string {
	if bytes < 1e9 {
		return fmt.Sprintf("%.0f MB", bytes/1e6)
	}
	return fmt.Sprintf("%.0f GB", bytes/1e9)
}
