package stats

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"skein/cmd/skein/internal/sweep"
	"skein/flock"
	"skein/flock/recording"
	"skein/flock/scenario"
)

// identify finds what a recording shares with those that only their seeds tell
// apart from it; each: with none. One whose parameters were edited by hand while it
// was recorded, or that began in the middle of a flight, is one of its kind.
func (r *statsRun) identify(from *recording.Reader, scene *scenario.Scenario, each bool) error {
	edits, err := from.Edits()
	if err != nil {
		return err
	}
	byHand := slices.ContainsFunc(edits, func(e recording.Edit) bool { return !e.Scheduled })
	if each || byHand || from.Meta().Live {
		r.kind = "alone\n" + r.Source
		return nil
	}
	alike := *scene
	alike.Seed, alike.File, alike.Name, alike.Description = 0, "", "", ""
	alike.Camera, alike.Light, alike.Show, alike.Bird = scenario.Camera{}, scenario.Light{}, scenario.Show{}, scenario.Bird{}
	alike.Others = slices.Clone(scene.Others)
	for k := range alike.Others {
		alike.Others[k].Bird = scenario.Bird{}
	}
	r.kind = fmt.Sprintf("%s\n%d\n%+v", r.Scenario, r.frames, alike)
	return nil
}

// gather has recordings of a kind pooled in a row, and sorts the rows by what
// tells them apart, if there are recordings only.
func (p *statsPlan) gather() {
	for _, r := range p.runs {
		if !r.Recording {
			return
		}
	}
	rows, known := map[string]int{}, map[string]bool{}
	for i, r := range p.runs {
		once := fmt.Sprint(r.Seed, "\n", r.kind)
		if known[once] {
			r.kind = fmt.Sprint("again\n", i)
		}
		known[once] = true
		if _, ok := rows[r.kind]; !ok {
			rows[r.kind] = len(rows)
		}
		r.row = rows[r.kind]
	}
	p.vary()
	slices.SortStableFunc(p.runs, func(a, b *statsRun) int {
		return cmp.Or(p.compare(a, b), cmp.Compare(a.row, b.row), cmp.Compare(a.Seed, b.Seed))
	})
	row := map[int]int{}
	for _, r := range p.runs {
		if _, ok := row[r.row]; !ok {
			row[r.row] = len(row)
		}
		r.row = row[r.row]
	}
	p.name()
}

// variedKey is a parameter of a flock, counted from 0.
type variedKey struct {
	flock int
	name  string // its key, behind the name of the species if that is not of the first flock
	flock.Spec
}

// of returns what it is set to in a run; nil where there is no such flock.
func (v *variedKey) of(r *statsRun) any {
	if v.flock >= len(r.flocks) {
		return nil
	}
	return r.flocks[v.flock].params.Value(v.Key)
}

// variable returns the parameters of all flocks of a run.
func variable(r *statsRun) (all []variedKey) {
	for k := range r.flocks {
		f := &r.flocks[k]
		for _, spec := range f.params.Specs() {
			all = append(all, variedKey{k, sweep.ParamName(f.species, k, spec.Key), spec})
		}
	}
	return all
}

// vary finds the parameters that recordings of one scene differ in, of flocks that they
// have.
func (p *statsPlan) vary() {
	p.varied = nil
	if len(p.runs) == 0 {
		return
	}
	for _, v := range variable(p.runs[0]) {
		differ := slices.ContainsFunc(p.runs, func(r *statsRun) bool {
			first := p.runs[0]
			return r.Scenario == first.Scenario && v.flock < len(r.flocks) && !reflect.DeepEqual(v.of(r), v.of(first))
		})
		if differ {
			p.varied = append(p.varied, v)
		}
	}
	for _, r := range p.runs {
		for _, v := range p.varied {
			if r.Set == nil {
				r.Set = map[string]any{}
			}
			r.Set[v.name] = v.of(r)
		}
	}
}

// compare orders recordings by scene and by the parameters that vary.
func (p *statsPlan) compare(a, b *statsRun) int {
	order := cmp.Compare(a.Scenario, b.Scenario)
	for _, v := range p.varied {
		switch x := v.of(a).(type) {
		case float32:
			y, _ := v.of(b).(float32)
			order = cmp.Or(order, cmp.Compare(x, y))
		case int:
			y, _ := v.of(b).(int)
			order = cmp.Or(order, cmp.Compare(x, y))
		default:
			order = cmp.Or(order, cmp.Compare(fmt.Sprint(x), fmt.Sprint(v.of(b))))
		}
	}
	if len(p.varied) == 0 {
		return 0
	}
	return order
}

// name has pooled rows named after their scene, and says whether rows need a name:
// where there are several scenes, or nothing but their files tells them apart.
func (p *statsPlan) name() {
	count, label := map[int]int{}, map[string]int{}
	scenes := map[string]bool{}
	for _, r := range p.runs {
		count[r.row]++
		scenes[r.Scenario] = true
		label[fmt.Sprint(r.Scenario, r.Set)] = 0
	}
	p.flocks = len(scenes) > 1 || len(label) < len(count)
	p.pooled = make([]string, len(count))
	for _, r := range p.runs {
		if count[r.row] > 1 || len(scenes) > 1 && len(label) == len(count) {
			p.pooled[r.row] = r.Scenario
		}
	}
}
