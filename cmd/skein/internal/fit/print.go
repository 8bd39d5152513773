package fit

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"skein/cmd/skein/internal/table"
	"skein/cmd/skein/internal/words"
	"skein/flock/fit"
	"skein/flock/message"
)

// Result is the output of --json.
type Result struct {
	Scenario    string         `json:"scenario"`
	To          string         `json:"to"`
	Flocks      int            `json:"flocks"` // number of tries
	Generations int            `json:"generations"`
	Seeds       []uint64       `json:"seeds"`
	Before      float64        `json:"before"` // cost of the start, for the same seeds
	After       float64        `json:"after"`
	Parameters  []fitParameter `json:"parameters"`
	Unseen      fitUnseen      `json:"unseen"`
}

type fitParameter struct {
	Key    string  `json:"key"`
	Before float64 `json:"before"`
	After  float64 `json:"after"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	Log    bool    `json:"log"`
}

type fitUnseen struct {
	Seeds  []uint64  `json:"seeds"`
	Before float64   `json:"before"`
	After  float64   `json:"after"`
	Terms  []fitGain `json:"terms"`
}

type fitGain struct {
	Before fit.Term `json:"before"`
	After  fit.Term `json:"after"`
}

// unseenOffset is added to the seeds of the search to get seeds that it did not use.
const unseenOffset = 1 << 20

func (s *fitSearch) compare(ctx context.Context, best *fitTry) (*Result, error) {
	start, err := s.try(ctx, "start", nil)
	if err != nil {
		return nil, err
	}
	r := &Result{Scenario: s.source, To: s.rules.To, Seeds: s.seeds, Before: start.Cost, After: best.Cost}
	for _, a := range s.axes {
		r.Parameters = append(r.Parameters, fitParameter{a.key, start.Values[a.key], best.Values[a.key], a.Low, a.High, a.Log})
	}
	for _, seed := range s.seeds {
		r.Unseen.Seeds = append(r.Unseen.Seeds, seed+unseenOffset)
	}
	var before, after []fit.Term
	if before, r.Unseen.Before, err = s.judge(ctx, nil, r.Unseen.Seeds); err != nil {
		return nil, err
	}
	if after, r.Unseen.After, err = s.judge(ctx, best.position, r.Unseen.Seeds); err != nil {
		return nil, err
	}
	for k := range before {
		r.Unseen.Terms = append(r.Unseen.Terms, fitGain{before[k], after[k]})
	}
	r.Flocks, r.Generations = s.tally()
	return r, nil
}

func (s *fitSearch) tally() (flocks, generations int) {
	for n := 1; s.budget.Flocks == 0 || n <= s.generations(); n++ {
		count := 0
		for k := range s.candidates {
			if _, err := os.Stat(filepath.Join(s.folder, tryName(n, k)+".json")); err == nil {
				count++
			}
		}
		if flocks += count; count < s.candidates {
			break
		}
		generations++
	}
	return flocks, generations
}

func (r *Result) print(out io.Writer, markdown bool) error {
	write := table.AlignLeft
	if markdown {
		write = table.Markdown
	}
	fmt.Fprintf(out, "%s compared with %s: cost %.3f, before the search %.3f; tried %s in %s with %s\n\n",
		message.Line(r.Scenario), message.Line(r.To), r.After, r.Before, words.Plural(r.Flocks, "flock"), words.Plural(r.Generations, "generation"), table.Seeds(r.Seeds))
	lines := [][]string{{"parameter", "was", "is", "sought"}}
	for _, p := range r.Parameters {
		sought := fmt.Sprintf("%.3g to %.3g", p.Low, p.High)
		if p.Log {
			sought += ", on a logarithmic scale"
		}
		lines = append(lines, []string{p.Key, fmt.Sprintf("%.4g", p.Before), fmt.Sprintf("%.4g", p.After), sought})
	}
	if err := write(out, lines); err != nil {
		return err
	}
	fmt.Fprintf(out, "\nWith %s, which the search did not use: cost %.3f, before the search %.3f\n\n", table.Seeds(r.Unseen.Seeds), r.Unseen.After, r.Unseen.Before)
	lines = [][]string{{"measure", "was", "is", "wanted", "cost was", "cost is"}}
	for _, t := range r.Unseen.Terms {
		lines = append(lines, []string{words.WithUnit(t.After.Name, t.After.Unit), table.Optional(t.Before.Value), table.Optional(t.After.Value), goalText(&t.After),
			costText(&t.Before), costText(&t.After)})
	}
	return write(out, lines)
}

func costText(t *fit.Term) string {
	if t.Cost == nil {
		return "–"
	}
	return fmt.Sprintf("%.2f", *t.Cost)
}

func goalText(t *fit.Term) string {
	switch {
	case t.Want != nil:
		return table.Optional(t.Want)
	case t.Low != nil && t.High != nil:
		return fmt.Sprintf("%.3g to %.3g", *t.Low, *t.High)
	case t.Low != nil:
		return fmt.Sprintf("at least %.3g", *t.Low)
	case t.High != nil:
		return fmt.Sprintf("at most %.3g", *t.High)
	}
	return ""
}
