package stats

import (
	"fmt"
	"slices"

	"skein/flock"
	"skein/flock/export"
	"skein/flock/metrics"
	"skein/flock/metrics/field"
	"skein/flock/metrics/pattern"
	"skein/flock/recording"
	"skein/flock/scenario"
)

type flockRun struct {
	species string
	params  flock.Params
	tracked bool
	tally   *metrics.Tally
	card    *field.Card // replaces tally for the scorecard
	lead    *field.Lead // replaces tally for the page on leadership

	patterns *pattern.Watch // replaces tally for the patterns of escape
}

func (f *flockRun) add(s *flock.Snapshot, events []flock.Event, flockIndex int) {
	switch {
	case f.card != nil:
		f.card.Snapshot(s, flockIndex)
	case f.lead != nil:
		f.lead.Snapshot(s, flockIndex)
	case f.patterns != nil:
		f.patterns.Snapshot(s)
	default:
		f.tally.Frame(s, events)
	}
}

func (f *flockRun) imposed() []string {
	if f.tracked {
		return nil
	}
	return f.params.ImposedMeasures()
}

type flockReport struct {
	Species    string   `json:"species"`
	Leadership *float32 `json:"leadership"`
	*metrics.Report
}

func recordedFlocks(m *recording.Meta, scene *scenario.Scenario) (all []flockRun, err error) {
	scenes, labels := scene.Flocks(), export.SpeciesNames(m, scene)
	for k := range labels {
		if k == len(scenes) {
			return nil, fmt.Errorf("the recording has %d flocks, but its scene has %d", 1+len(m.Others), len(scenes))
		}
		all = append(all, flockRun{species: labels[k], params: scenes[k].Params, tracked: m.Imported != ""})
	}
	return all, nil
}

func simulatedFlocks(def *flock.Def, scene *scenario.Scenario) (all []flockRun) {
	scenes, m := scene.Flocks(), recording.MetaOf(*def, 1)
	m.Bird = scenes[0].Bird.File
	for k := range m.Others {
		m.Others[k].Bird = scenes[k+1].Bird.File
	}
	labels := export.SpeciesNames(&m, scene)
	for k, f := range def.Flocks() {
		all = append(all, flockRun{species: labels[k], params: f.Params})
	}
	return all
}

func reportFields(flocks []flockRun, reports []metrics.Report) (leadership *float32, single *metrics.Report, all []flockReport) {
	for k, f := range flocks {
		all = append(all, flockReport{f.species, f.leadership(), &reports[k]})
	}
	if len(all) == 1 {
		return all[0].Leadership, all[0].Report, nil
	}
	return nil, nil, all
}

func (f *flockRun) leadership() *float32 {
	if f.tracked || !f.params.Leads() {
		return nil
	}
	x := f.params.Float("leadership")
	return &x
}

type speciesRows struct {
	species string // empty if each row has a single flock
	rows    []statsRow
}

// bySpecies groups the rows by species. A row with several flocks appears once for each of them. If there is
// no row with several flocks, there is one group.
func bySpecies(rows []statsRow) (all []speciesRows) {
	several := func(r statsRow) bool { return len(r.Flocks) > 0 }
	if !slices.ContainsFunc(rows, several) {
		return []speciesRows{{"", rows}}
	}
	add := func(species string, r statsRow) {
		k := slices.IndexFunc(all, func(s speciesRows) bool { return s.species == species })
		if k < 0 {
			k, all = len(all), append(all, speciesRows{species: species})
		}
		all[k].rows = append(all[k].rows, r)
	}
	for _, r := range rows {
		if !several(r) {
			add(r.species, r)
		}
		for _, f := range r.Flocks {
			single := r
			single.Leadership, single.Report, single.Flocks = f.Leadership, f.Report, nil
			add(f.Species, single)
		}
	}
	return all
}
