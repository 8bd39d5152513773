package compare

import (
	"fmt"
	"math"

	"skein/cmd/skein/internal/stats"
	"skein/flock/message"
	"skein/flock/metrics/field"
)

// Comparison is the output of --json.
type Comparison struct {
	Card   string  `json:"card"` // species whose scorecard is used
	Rows   []Row   `json:"rows"`
	Flocks []Flock `json:"flocks"`

	species field.Species
}

// Flock is a column of the comparison.
type Flock struct {
	Name     string   `json:"name"` // source, and species if the source has several flocks
	Source   string   `json:"source"`
	Scenario string   `json:"scenario"`
	Species  string   `json:"species"`
	Seeds    []uint64 `json:"seeds"`
	Boids    int      `json:"boids"`
	Seconds  float64  `json:"seconds"` // measured simulated time of all runs, s
	Passed   int      `json:"passed"`
	Total    int      `json:"of"`
}

// Row is a figure of the scorecard, measured for each flock.
type Row struct {
	Key       string      `json:"key"`
	Row       string      `json:"row"` // row of the scorecard
	Name      string      `json:"name"`
	Unit      string      `json:"unit,omitempty"`
	Number    int         `json:"number,omitempty"` // number of the row; 0 for further figures
	Group     field.Group `json:"group"`
	Low       *float64    `json:"low"`
	High      *float64    `json:"high"`
	Aim       bool        `json:"aim,omitempty"` // the bounds are skein's own aims
	Published string      `json:"published,omitempty"`
	Source    string      `json:"source,omitempty"`
	Values    []Value     `json:"values"`
}

// Value is a figure of one flock. Unknown values are nil.
type Value struct {
	Flock   string     `json:"flock"`
	Value   *float64   `json:"value"`              // pooled over all runs
	Error   *float64   `json:"error"`              // standard error of Value
	Over    string     `json:"error_over"`         // source of Error: seeds, time, or "" if Error is nil
	Each    []*float64 `json:"of_seeds,omitempty"` // value of each run, if there are several
	Pass    *bool      `json:"pass"`
	Imposed bool       `json:"imposed,omitempty"`

	figure field.Figure
}

func comparisonOf(flocks []stats.Judged, species field.Species) *Comparison {
	d := &Comparison{Card: species.Key, species: species}
	var pooled [][]field.Line
	var runs [][][]field.Line
	for _, j := range flocks {
		card := field.Pool(j.Cards...)
		lines := field.Impose(species.Lines(card), j.Imposed)
		f := Flock{Source: j.Source, Scenario: j.Scenario, Species: j.Species, Seeds: j.Seeds, Boids: card.Birds(), Seconds: card.Seconds()}
		f.Name = message.Line(j.Source)
		if j.Several {
			f.Name += ", " + j.Species
		}
		f.Passed, f.Total = field.Score(lines)
		d.Flocks = append(d.Flocks, f)
		pooled = append(pooled, lines)
		runs = append(runs, linesOf(j.Cards, species))
	}
	for n, line := range pooled[0] {
		for k, figure := range line.All() {
			row := Row{Key: figure.Key, Row: line.Name, Name: figure.Name, Unit: figure.Unit, Group: line.Group, Low: figure.Low, High: figure.High, Aim: figure.Aim}
			if k == 0 {
				row.Number, row.Published, row.Source = line.Number, line.Published, line.Source
			}
			for i := range flocks {
				row.Values = append(row.Values, valueOf(d.Flocks[i].Name, &pooled[i][n], k, n, runs[i]))
			}
			d.Rows = append(d.Rows, row)
		}
	}
	return d
}

func linesOf(cards []*field.Card, species field.Species) (all [][]field.Line) {
	for _, c := range cards {
		all = append(all, species.Lines(c))
	}
	return all
}

func valueOf(name string, line *field.Line, k, n int, runs [][]field.Line) Value {
	f := line.All()[k]
	v := Value{Flock: name, Value: f.Value, Error: f.Error, Pass: f.Pass, Imposed: line.Imposed, figure: f}
	if len(runs) > 1 {
		for _, lines := range runs {
			v.Each = append(v.Each, lines[n].All()[k].Value)
		}
		if v.Error = errorOver(v.Each); v.Error != nil {
			v.Over = "seeds"
		}
		if f.Extreme {
			v.Error, v.Over = nil, ""
		}
	} else if v.Error != nil {
		v.Over = "time"
	}
	v.figure.Error = v.Error
	return v
}

func errorOver(each []*float64) *float64 {
	n, mean, squares := 0.0, 0.0, 0.0
	for _, x := range each {
		if x != nil {
			n++
			mean += *x
		}
	}
	if n < 2 {
		return nil
	}
	mean /= n
	for _, x := range each {
		if x != nil {
			squares += (*x - mean) * (*x - mean)
		}
	}
	err := math.Sqrt(squares / (n * (n - 1)))
	return &err
}

func (f *Flock) heading() string {
	switch len(f.Seeds) {
	case 0:
		return f.Name + ", tracks"
	case 1:
		return fmt.Sprintf("%s, seed %d", f.Name, f.Seeds[0])
	}
	return fmt.Sprintf("%s, %d seeds", f.Name, len(f.Seeds))
}
