package trial

import (
	"cmp"
	"context"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"

	"skein/cmd/skein/internal/console"
)

func fieldScenes() (names []string) {
	for _, f := range fieldTrials() {
		if !slices.Contains(names, f.scene) {
			names = append(names, f.scene)
		}
	}
	return names
}

// FieldRow is an experiment of a publication in the output of --json.
type FieldRow struct {
	Scene     string             `json:"scene"`
	What      string             `json:"what"`
	Published string             `json:"published"`
	Found     string             `json:"found"`
	Values    map[string]float64 `json:"values"` // the numbers in Found
	Agrees    bool               `json:"agrees"`
	Source    string             `json:"source"`
}

func (c *Options) runField(ctx context.Context, g *console.Console, scenes []string) error {
	trials := slices.DeleteFunc(fieldTrials(), func(f fieldTrial) bool { return !slices.Contains(scenes, f.scene) })
	rows, err := c.fieldRows(ctx, g, trials)
	if err != nil {
		return err
	}
	if g.JSON {
		return g.Document(map[string]any{"rows": rows})
	}
	return printField(g.Stdout, rows)
}

func (c *Options) fieldRows(ctx context.Context, g *console.Console, trials []fieldTrial) ([]FieldRow, error) {
	within, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	total := 0
	for k := range trials {
		total += max(1, trials[k].steps)
	}
	bar := console.NewTicker(g, "flying trials", total)
	defer bar.End()
	rows, queue := make([]FieldRow, len(trials)), make(chan int, len(trials))
	for k := range trials {
		queue <- k
	}
	close(queue)
	var all sync.WaitGroup
	for range min(cmp.Or(int(c.Threads), runtime.GOMAXPROCS(0)), len(trials)) {
		all.Go(func() {
			for k := range queue {
				f := &trials[k]
				found, err := f.run(&lab{ctx: within, seed: c.Seed, step: bar.Tick})
				if err != nil {
					cancel(err)
					return
				}
				rows[k] = FieldRow{f.scene, f.what, f.published, found.text, found.values, found.agrees, f.source}
				if f.steps == 0 {
					bar.Tick()
				}
			}
		})
	}
	all.Wait()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return rows, context.Cause(within)
}

func printField(to io.Writer, rows []FieldRow) error {
	table := [][]string{{"scene", "measured", "published", "found", "", "source"}}
	for _, r := range rows {
		mark := failedMark
		if r.Agrees {
			mark = passedMark
		}
		table = append(table, []string{r.Scene, r.What, r.Published, r.Found, mark, r.Source})
	}
	var b strings.Builder
	writeAligned(&b, table)
	b.WriteString("\n✓ agrees with the publication, ✗ does not.\n")
	_, err := io.WriteString(to, b.String())
	return err
}
