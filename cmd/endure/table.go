package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"text/tabwriter"
	"time"
)

type table struct {
	mu    sync.Mutex
	Rows  []*row         `json:"rows"`
	Spent map[string]int `json:"seconds"` // seconds, by lane
}

type row struct {
	Lane   string `json:"lane"`
	Trial  string `json:"trial"`
	Tried  int    `json:"tried"`
	Failed int    `json:"failed"`
	Note   string `json:"note,omitempty"`  // note about the last run
	Worst  int    `json:"worst,omitempty"` // largest value so far, such as the longest loss
	Unit   string `json:"unit,omitempty"`
	Inputs int    `json:"inputs,omitempty"` // number of inputs that a fuzz test tried
}

func newTable() *table { return &table{Spent: map[string]int{}} }

func (t *table) count(lane, trial, problem string) { t.countMany(lane, trial, 1, problem) }

func (t *table) countMany(lane, trial string, times int, problem string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := t.row(lane, trial)
	r.Tried += times
	if problem != "" {
		r.Failed++
		fmt.Printf("endure: %s: %s: FAILED: %s\n", lane, trial, problem)
	}
}

func (t *table) note(lane, trial, note string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.row(lane, trial).Note = note
}

func (t *table) worst(lane, trial string, figure int, unit string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := t.row(lane, trial)
	r.Worst, r.Unit = max(r.Worst, figure), unit
}

func (t *table) inputs(lane, trial string, n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.row(lane, trial).Inputs += n
}

func (t *table) row(lane, trial string) *row {
	for _, r := range t.Rows {
		if r.Lane == lane && r.Trial == trial {
			return r
		}
	}
	t.Rows = append(t.Rows, &row{Lane: lane, Trial: trial})
	return t.Rows[len(t.Rows)-1]
}

func (t *table) spend(lane string, d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Spent[lane] += int(d.Seconds())
}

func (t *table) failures() (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, r := range t.Rows {
		n += r.Failed
	}
	return n
}

func (t *table) addTo(path string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	before := newTable()
	if err == nil {
		if err := json.Unmarshal(data, before); err != nil {
			return fmt.Errorf("%s: not a table that endure wrote:  %w", path, err)
		}
	}
	t.add(before)
	data, err = json.MarshalIndent(t, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}

func (t *table) add(o *table) {
	for _, r := range o.Rows {
		mine := t.row(r.Lane, r.Trial)
		mine.Tried, mine.Failed = mine.Tried+r.Tried, mine.Failed+r.Failed
		mine.Inputs += r.Inputs
		if mine.Note == "" {
			mine.Note = r.Note
		}
		if mine.Unit == "" {
			mine.Unit = r.Unit
		}
		mine.Worst = max(mine.Worst, r.Worst)
	}
	for lane, seconds := range o.Spent {
		t.Spent[lane] += seconds
	}
}

func (t *table) print(w io.Writer) {
	t.mu.Lock()
	defer t.mu.Unlock()
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "kind\ttrial\ttimes\tfailed\tremark")
	for _, name := range laneNames() {
		for _, r := range t.Rows {
			if r.Lane == name {
				fmt.Fprintf(out, "%s\t%s\t%d\t%d\t%s\n", r.Lane, r.Trial, r.Tried, r.Failed, r.remark())
			}
		}
	}
	out.Flush()
	fmt.Fprint(w, "seconds:")
	for _, name := range laneNames() {
		if s, ran := t.Spent[name]; ran {
			fmt.Fprintf(w, " %s %d", name, s)
		}
	}
	fmt.Fprintln(w)
}

func (r *row) remark() string {
	if r.Inputs > 0 {
		return fmt.Sprintf("%d inputs", r.Inputs)
	}
	if r.Unit == "" {
		return r.Note
	}
	worst := fmt.Sprintf("at most %d %s", r.Worst, r.Unit)
	if r.Note == "" {
		return worst
	}
	return worst + "; " + r.Note
}
