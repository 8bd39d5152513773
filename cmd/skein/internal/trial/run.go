package trial

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"

	"github.com/go-gl/mathgl/mgl32"

	"skein/cmd/skein/internal/console"
	"skein/flock"
	"skein/flock/look"
	"skein/flock/metrics"
	"skein/flock/model"
	"skein/flock/scenario"
	"skein/flock/view"
)

// Run is a trial with one neighbourhood, in the plane or in space.
type Run struct {
	trial model.Trial
	name  string
	space bool
	scene *scenario.Scenario
	judge *metrics.Gathering
	paths [][]mgl32.Vec3
	hash  uint64
}

func newTrialRun(t model.Trial, name string, space bool) *Run {
	plain, oneRule := strings.CutSuffix(name, zones)
	var neighbourhood view.Neighbourhood
	for k, option := range neighbourhoods() {
		if option == plain {
			neighbourhood = view.Neighbourhood(k)
		}
	}
	r := &Run{trial: t, name: name, space: space}
	r.scene = r.sceneOf(t.Def(space, neighbourhood, oneRule))
	return r
}

func (r *Run) sceneOf(d flock.Def) *scenario.Scenario {
	s, err := scenario.Builtin(d.Params.Model().Name())
	if err != nil {
		panic(err) // unreachable: each model has a scene of its name
	}
	s.Seed, s.TickRate, s.WarmUp, s.Start, s.Params = d.Seed, d.TickRate, d.WarmUp, d.Start, d.Params
	s.Name = fmt.Sprintf("trial-%02d-%s-%s", r.trial.Number, strings.ReplaceAll(r.name, "+", "-"), r.world())
	s.Description = "Erneholm's " + r.trial.Goal + ": " + r.trial.Name
	s.Camera.Mode, s.Camera.Target = look.Auto, scenario.Target{}
	return s
}

func (r *Run) world() string {
	if r.space {
		return "space"
	}
	return "plane"
}

func (r *Run) ticks() int { return model.TrialSeconds * r.scene.TickRate }

func (r *Run) moment() int {
	if r.judge.Failed >= 0 {
		return int(r.judge.Failed)
	}
	return r.ticks()
}

func (r *Run) fly(ctx context.Context, tick func()) error {
	d := r.scene.Def()
	d.Workers = 1
	w, err := flock.NewWorld(d)
	if err != nil {
		return err
	}
	r.judge = metrics.NewGathering(d.Params.Float("vision"), d.Params.Float("wingspan"))
	r.paths = make([][]mgl32.Vec3, w.Len())
	var s flock.Snapshot
	for t := 0; ; t++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		w.Snapshot(&s)
		r.judge.Frame(&s)
		for i, p := range s.Pos {
			r.paths[i] = append(r.paths[i], p)
		}
		if t == r.ticks() {
			r.hash = s.Hash
			return nil
		}
		w.Step()
		tick()
	}
}

func flyTrials(ctx context.Context, g *console.Console, runs []*Run, threads int) error {
	within, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	total := 0
	for _, r := range runs {
		total += r.ticks()
	}
	bar := console.NewTicker(g, "flying trials", total)
	defer bar.End()
	queue := make(chan *Run, len(runs))
	for _, r := range runs {
		queue <- r
	}
	close(queue)
	var all sync.WaitGroup
	for range min(cmp.Or(threads, runtime.GOMAXPROCS(0)), len(runs)) {
		all.Go(func() {
			for r := range queue {
				if err := r.fly(within, bar.Tick); err != nil {
					cancel(err)
					return
				}
			}
		})
	}
	all.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return context.Cause(within)
}

// Row is a run in the output of --json.
type Row struct {
	Trial         int      `json:"trial"`
	Goal          string   `json:"goal"`
	Name          string   `json:"name"`
	Boids         int      `json:"boids"`
	Neighbourhood string   `json:"neighbourhood"`
	OneRule       bool     `json:"one_rule"` // each neighbour counts for only one rule
	Dimensions    int      `json:"dimensions"`
	Seed          uint64   `json:"seed"`
	Seconds       int      `json:"seconds"`
	Passed        bool     `json:"passed"`
	Joined        *float64 `json:"seconds_to_join"` // time until the boids joined, s; null if they never did
	Collisions    int      `json:"collisions"`
	Lost          int      `json:"members_lost"`
	Splits        int      `json:"splits"`
	Failed        *float64 `json:"failed_after"` // time of the first collision, loss or split, s; null: none
	Hash          string   `json:"hash"`
}

func document(runs []*Run) map[string]any {
	d := map[string]any{"rows": trialRows(runs)}
	if shares := sharesOf(runs); len(shares) < len(runs) {
		d["shares"] = shareRows(shares)
	}
	return d
}

func trialRows(runs []*Run) (rows []Row) {
	for _, r := range runs {
		plain, oneRule := strings.CutSuffix(r.name, zones)
		row := Row{
			Trial: r.trial.Number, Goal: r.trial.Goal, Name: r.trial.Name, Boids: len(r.paths),
			Neighbourhood: plain, OneRule: oneRule, Dimensions: 2, Seed: r.scene.Seed, Seconds: model.TrialSeconds,
			Passed: r.judge.Good(), Collisions: r.judge.Collisions, Lost: r.judge.Lost, Splits: r.judge.Splits,
			Hash: fmt.Sprintf("%016x", r.hash),
		}
		if r.space {
			row.Dimensions = 3
		}
		if joined := r.judge.Joined; joined >= 0 {
			row.Joined = &joined
		}
		if r.judge.Failed >= 0 {
			after := float64(r.judge.Failed) / float64(r.scene.TickRate)
			row.Failed = &after
		}
		rows = append(rows, row)
	}
	return rows
}
