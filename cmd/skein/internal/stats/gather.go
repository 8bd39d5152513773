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

// identify sets the kind of the run. Recordings of one kind differ only in their seeds. A recording gets its
// own kind if each is true, if it was made in the window, or if it was edited by hand.
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

// gather pools recordings of the same kind into rows, and sorts the rows by the parameters that differ. A
// second recording with the same kind and seed gets its own row. Simulations are not gathered.
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
	p.findVaried()
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
	p.nameRows()
}

type variedKey struct {
	flock int
	name  string // begins with the species, unless the flock is the first one
	flock.Spec
}

func (v *variedKey) value(r *statsRun) any {
	if v.flock >= len(r.flocks) {
		return nil
	}
	return r.flocks[v.flock].params.Value(v.Key)
}

func allParams(r *statsRun) (all []variedKey) {
	for k := range r.flocks {
		f := &r.flocks[k]
		for _, spec := range f.params.Specs() {
			all = append(all, variedKey{k, sweep.ParamName(f.species, k, spec.Key), spec})
		}
	}
	return all
}

func (p *statsPlan) findVaried() {
	p.variedKeys = nil
	if len(p.runs) == 0 {
		return
	}
	for _, v := range allParams(p.runs[0]) {
		differ := slices.ContainsFunc(p.runs, func(r *statsRun) bool {
			first := p.runs[0]
			return r.Scenario == first.Scenario && v.flock < len(r.flocks) && !reflect.DeepEqual(v.value(r), v.value(first))
		})
		if differ {
			p.variedKeys = append(p.variedKeys, v)
		}
	}
	for _, r := range p.runs {
		for _, v := range p.variedKeys {
			if r.Set == nil {
				r.Set = map[string]any{}
			}
			r.Set[v.name] = v.value(r)
		}
	}
}

func (p *statsPlan) compare(a, b *statsRun) int {
	order := cmp.Compare(a.Scenario, b.Scenario)
	for _, v := range p.variedKeys {
		switch x := v.value(a).(type) {
		case float32:
			y, _ := v.value(b).(float32)
			order = cmp.Or(order, cmp.Compare(x, y))
		case int:
			y, _ := v.value(b).(int)
			order = cmp.Or(order, cmp.Compare(x, y))
		default:
			order = cmp.Or(order, cmp.Compare(fmt.Sprint(x), fmt.Sprint(v.value(b))))
		}
	}
	if len(p.variedKeys) == 0 {
		return 0
	}
	return order
}

func (p *statsPlan) nameRows() {
	count, label := map[int]int{}, map[string]int{}
	scenes := map[string]bool{}
	for _, r := range p.runs {
		count[r.row]++
		scenes[r.Scenario] = true
		label[fmt.Sprint(r.Scenario, r.Set)] = 0
	}
	p.flocks = len(scenes) > 1 || len(label) < len(count)
	p.rowNames = make([]string, len(count))
	for _, r := range p.runs {
		if count[r.row] > 1 || len(scenes) > 1 && len(label) == len(count) {
			p.rowNames[r.row] = r.Scenario
		}
	}
}
