package stats

import (
	"fmt"
	"slices"

	"skein/flock"
	"skein/flock/metrics"
	"skein/flock/metrics/field"
	"skein/flock/recording"
	"skein/flock/scenario"
)

// flockRun is a flock of a run.
type flockRun struct {
	species string
	params  flock.Params // at the start
	tracked bool         // imported: what its parameters say of leaders and the like means nothing
	tally   *metrics.Tally
	card    *field.Card // instead, where the scorecard is wanted
	lead    *field.Lead // instead, where the page on leadership is
}

// take measures a snapshot of all flocks and the events since the last one, as far as
// they are about this one, counted from 0.
func (f *flockRun) take(s *flock.Snapshot, events []flock.Event, number int) {
	switch {
	case f.card != nil:
		f.card.Snapshot(s, number)
	case f.lead != nil:
		f.lead.Snapshot(s, number)
	default:
		f.tally.Frame(s, events)
	}
}

// flockReport is one of several flocks in numbers.
type flockReport struct {
	Species    string   `json:"species"`
	Leadership *float32 `json:"leadership"`
	*metrics.Report
}

// recordedFlocks returns the flocks of a recording of a scene.
func recordedFlocks(m *recording.Meta, scene *scenario.Scenario) (all []flockRun, err error) {
	scenes := scene.Flocks()
	for k, f := range m.Flocks() {
		if k == len(scenes) {
			return nil, fmt.Errorf("the recording has %d flocks, its scene %d", 1+len(m.Others), len(scenes))
		}
		all = append(all, flockRun{species: f.Name(), params: scenes[k].Params, tracked: m.Imported != ""})
	}
	return all, nil
}

// simulatedFlocks returns those of a run that is simulated.
func simulatedFlocks(def *flock.Def) (all []flockRun) {
	for _, f := range def.Flocks() {
		all = append(all, flockRun{species: f.Name(), params: f.Params})
	}
	return all
}

// figures returns the reports of flocks as JSON has them: of one flock what stands for
// itself, of several a list.
func figures(flocks []flockRun, reports []metrics.Report) (leadership *float32, one *metrics.Report, all []flockReport) {
	for k, f := range flocks {
		all = append(all, flockReport{f.species, f.influence(), &reports[k]})
	}
	if len(all) == 1 {
		return all[0].Leadership, all[0].Report, nil
	}
	return nil, nil, all
}

// influence is X, nil of a model whose boids never lead, and of tracks.
func (f *flockRun) influence() *float32 {
	if f.tracked || !f.params.Model().Leads() {
		return nil
	}
	x := f.params.Float("leadership")
	return &x
}

// speciesRows are rows of one species.
type speciesRows struct {
	species string // empty: of whatever they are, one flock each
	rows    []statsRow
}

// bySpecies sorts rows by species, if any is of several flocks: a row of several
// stands with each of them.
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
			one := r
			one.Leadership, one.Report, one.Flocks = f.Leadership, f.Report, nil
			add(f.Species, one)
		}
	}
	return all
}
