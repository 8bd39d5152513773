package stats

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/sweep"
	"skein/cmd/skein/internal/table"
	"skein/cmd/skein/internal/usage"
	"skein/cmd/skein/internal/words"
	"skein/engine/figure"
	"skein/flock/metrics"
	"skein/flock/scenario"
	"skein/flock/whole"
)

type mapFlags struct {
	Levels []float64 `help:"With two --sweep: values at which the maps have boundaries (default: halfway between the smallest and the largest value of a map)." placeholder:"V,..."`
}

type sweepMaps struct {
	Across mapAxis    `json:"across"`
	Up     mapAxis    `json:"up"`
	Maps   []sweepMap `json:"measures"`

	title string
}

type mapAxis struct {
	Key    string    `json:"key"`
	Unit   string    `json:"unit,omitempty"`
	Values []float64 `json:"values"`

	spelled []string // values as the user has typed them, in ascending order
	name    string
}

type sweepMap struct {
	Key        string       `json:"key"`
	Unit       string       `json:"unit,omitempty"`
	Species    string       `json:"species,omitempty"` // only if there are several flocks
	Values     [][]mapValue `json:"values"`            // the first row belongs to Up.Values[0]
	Boundaries []boundary   `json:"boundaries"`
}

// boundary holds the lines along which a measure has the value Level. The coordinates of a line are values of
// the two parameters.
type boundary struct {
	Level float64        `json:"level"`
	Lines [][][2]float64 `json:"lines"`
}

// mapValue is a number that JSON shows as null if it is NaN.
type mapValue float64

func (v mapValue) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(v)) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(v))
}

func (c *options) parseSweeps() (all []*sweep.Sweep, err error) {
	if len(c.Sweep) > 2 {
		return nil, usage.Errorf("--sweep is given %d times; skein stats takes at most two, skein record any number", len(c.Sweep))
	}
	for _, text := range c.Sweep {
		s, err := sweep.Parse(text, c.scenes()...)
		if err != nil {
			return nil, usage.Errorf("--sweep: %w", err)
		}
		if len(all) == 1 && all[0].Name == s.Name {
			return nil, usage.Errorf("--sweep %s: %s already has a --sweep", text, s.Name)
		}
		all = append(all, s)
	}
	return all, nil
}

// sweepPoints returns all combinations of the swept values; the last sweep changes fastest. Without sweeps
// there is one empty combination.
func sweepPoints(sweeps []*sweep.Sweep) [][]string {
	points := [][]string{nil}
	for _, s := range sweeps {
		var next [][]string
		for _, p := range points {
			for _, value := range s.Values {
				next = append(next, append(slices.Clone(p), value))
			}
		}
		points = next
	}
	return points
}

func setSwept(scene *scenario.Scenario, sweeps []*sweep.Sweep, values []string) (set map[string]any, err error) {
	for k, s := range sweeps {
		if err := s.Set(scene, values[k]); err != nil {
			return nil, err
		}
		if set == nil {
			set = map[string]any{}
		}
		set[s.Key(scene)] = s.ValueIn(scene)
	}
	return set, nil
}

// swept returns the swept values for a heading, such as ", X = 0.5".
func (p *statsPlan) swept(values []string) (text string) {
	for k, s := range p.sweeps {
		text += fmt.Sprintf(", %s = %s", s.Name, values[k])
	}
	return text
}

func (c *options) checkMaps() error {
	if len(c.Levels) > 0 && len(c.Sweep) != 2 {
		return usage.Errorf("--levels needs two --sweep")
	}
	for _, level := range c.Levels {
		if math.IsNaN(level) || math.IsInf(level, 0) {
			return usage.Errorf("--levels %g: must be numbers", level)
		}
	}
	return nil
}

// newMaps returns maps without values, or nil unless two numeric parameters of a single scenario are swept,
// each with several values. With --figure, parameters that do not fit are an error.
func (c *options) newMaps(p *statsPlan) (*sweepMaps, error) {
	if len(p.sweeps) != 2 || len(c.Sources) > 1 || c.Field || c.Lead || c.Patterns {
		return nil, nil
	}
	m := &sweepMaps{}
	for k, axis := range []*mapAxis{&m.Across, &m.Up} {
		if err := axis.fill(p.sweeps[k]); err != nil {
			if c.Figure == "" {
				return nil, nil
			}
			return nil, usage.Errorf("--figure: %w", err)
		}
	}
	return m, nil
}

func (c *options) fillMaps(m *sweepMaps, rows []statsRow) {
	m.title = fmt.Sprintf("%s, %s, %s in total", rows[0].Scenario, table.Seeds(rows[0].Seeds), words.Seconds(rows[0].report(0).Seconds))
	keys := c.Measures
	if len(keys) == 0 {
		keys = []string{"polarization"}
	}
	for _, key := range keys {
		for flock := range max(1, len(rows[0].Flocks)) {
			m.Maps = append(m.Maps, c.mapOf(m, key, flock, rows))
		}
	}
}

func (a *mapAxis) fill(s *sweep.Sweep) error {
	if s.Spec.Float == nil && s.Spec.Int == nil {
		return fmt.Errorf("%s is not a number, so it cannot be an axis of a map", s.Name)
	}
	a.Key, a.Unit = s.Name, s.Spec.Unit
	if a.name = words.WithUnit(s.Spec.Label, s.Spec.Unit); strings.Contains(s.Name, ".") {
		a.name = words.WithUnit(s.Name, s.Spec.Unit)
	}
	a.spelled = slices.Clone(s.Values)
	number := func(text string) float64 {
		x, _ := strconv.ParseFloat(text, 64) // the sweep has already set this value
		return x
	}
	slices.SortStableFunc(a.spelled, func(x, y string) int { return cmp.Compare(number(x), number(y)) })
	for k, text := range a.spelled {
		if a.Values = append(a.Values, number(text)); k > 0 && a.Values[k] == a.Values[k-1] {
			return fmt.Errorf("%s has the value %s twice", s.Name, text)
		}
	}
	if len(a.Values) < 2 {
		return fmt.Errorf("%s needs at least two values for a map", s.Name)
	}
	return nil
}

func (c *options) mapOf(m *sweepMaps, key string, flock int, rows []statsRow) sweepMap {
	q, _ := metrics.Lookup(key)
	one := sweepMap{Key: key, Unit: q.Unit, Boundaries: []boundary{}}
	if len(rows[0].Flocks) > 0 {
		one.Species = rows[0].Flocks[flock].Species
	}
	known := map[string]float64{}
	for i := range rows {
		x := math.NaN()
		if v := rows[i].report(flock).Measures[key]; v.N > 0 {
			x = v.Mean
		}
		known[strings.Join(rows[i].values, "\n")] = x
	}
	for _, up := range m.Up.spelled {
		var line []mapValue
		for _, across := range m.Across.spelled {
			line = append(line, mapValue(known[across+"\n"+up]))
		}
		one.Values = append(one.Values, line)
	}
	for _, level := range c.levelsOf(&one) {
		lines := figure.Contours(m.Across.Values, m.Up.Values, one.numbers(), level)
		if lines == nil {
			lines = [][][2]float64{}
		}
		one.Boundaries = append(one.Boundaries, boundary{level, lines})
	}
	return one
}

func (r *statsRow) report(flock int) *metrics.Report {
	if len(r.Flocks) > 0 {
		return r.Flocks[flock].Report
	}
	return r.Report
}

func (c *options) levelsOf(m *sweepMap) []float64 {
	if len(c.Levels) > 0 {
		return c.Levels
	}
	least, greatest := math.Inf(1), math.Inf(-1)
	for _, row := range m.numbers() {
		for _, x := range row {
			if !math.IsNaN(x) {
				least, greatest = min(least, x), max(greatest, x)
			}
		}
	}
	if !(least < greatest) {
		return nil
	}
	return []float64{(least + greatest) / 2}
}

func (m *sweepMap) numbers() (all [][]float64) {
	for _, row := range m.Values {
		var line []float64
		for _, x := range row {
			line = append(line, float64(x))
		}
		all = append(all, line)
	}
	return all
}

func (c *options) drawMaps(ctx context.Context, g *console.Console, m *sweepMaps) error {
	defer g.SayFolder(c.Figure)()
	format, _ := figure.FormatOf(c.Figure)
	h := &figure.HeatMaps{Title: m.title, Across: figure.Axis{Name: m.Across.name, Values: m.Across.Values}, Up: figure.Axis{Name: m.Up.name, Values: m.Up.Values}}
	for i := range m.Maps {
		h.Maps = append(h.Maps, m.Maps[i].heat())
	}
	err := whole.Stream(c.Figure, c.Force, func(w io.Writer) error {
		return figure.WriteHeatMaps(whole.WriterUntil(ctx, w), format, h, c.Width)
	})
	if err == nil {
		g.Say("%s: %s, %g mm wide", c.Figure, words.Plural(len(h.Maps), "map"), c.Width)
	}
	return err
}

func (m *sweepMap) heat() figure.HeatMap {
	q, _ := metrics.Lookup(m.Key)
	h := figure.HeatMap{Title: words.WithUnit(q.Label, q.Unit), Values: m.numbers()}
	if m.Species != "" {
		h.Title = m.Species + ": " + h.Title
	}
	for _, b := range m.Boundaries {
		h.Levels = append(h.Levels, b.Level)
	}
	return h
}
