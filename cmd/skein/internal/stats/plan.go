package stats

import (
	"fmt"
	"math"
	"runtime"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/kinds"
	"skein/cmd/skein/internal/sweep"
	"skein/cmd/skein/internal/usage"
	"skein/flock"
	"skein/flock/metrics"
	"skein/flock/recording"
	"skein/flock/scenario"
)

// statsPlan is what a command line asks to be measured: runs, and the rows that
// they are pooled in.
type statsPlan struct {
	runs     []*statsRun
	sweep    *sweep.Sweep
	varied   []variedKey // what tells the rows of recordings apart
	flocks   bool        // rows are of more than one scene
	pooled   []string    // of recordings: the names of the rows that are not named by their file
	every    float64     // s, of the series
	field    bool        // the scorecard is wanted
	lead     bool        // the page on leadership is
	together int         // runs at a time
}

// statsRun is a run over time, from a recording or simulated.
type statsRun struct {
	Source     string         `json:"source"`
	Recording  bool           `json:"recording"`
	Scenario   string         `json:"scenario"`
	Seed       uint64         `json:"seed"`
	Set        map[string]any `json:"set,omitempty"`        // the swept parameter
	Leadership *float32       `json:"leadership,omitempty"` // X at the start, of the one flock
	FPS        int            `json:"fps"`                  // measurements a second
	Hash       string         `json:"hash"`                 // of the last state measured
	*metrics.Report
	Flocks []flockReport `json:"flocks,omitempty"` // where there are several

	row    int
	value  string // of the sweep, as written
	frames int
	def    flock.Def         // if simulated
	reader *recording.Reader // if recorded, while it is read
	kind   string            // the same for recordings that only their seeds tell apart
	flocks []flockRun
}

// plan lists the runs, all checked, before the first of them starts.
func (c *options) plan(g *console.Console) (*statsPlan, error) {
	var err error
	p := &statsPlan{every: c.Every, field: c.Field, lead: c.Lead}
	if p.sweep, err = sweep.Parse(c.Sweep); err != nil {
		return nil, usage.Errorf("--sweep: %w", err)
	}
	sources := c.Sources
	if len(sources) == 0 {
		sources = []string{scenario.Default()}
	}
	p.flocks = len(sources) > 1
	for _, source := range sources {
		if kinds.IsRecording(source) {
			err = c.planRecording(g, p, source)
		} else {
			err = c.planScenario(p, source)
		}
		if err != nil {
			p.close()
			return nil, err
		}
	}
	p.gather()
	p.share(int(c.Threads))
	return p, nil
}

// planRecording adds a row of one run.
func (c *options) planRecording(g *console.Console, p *statsPlan, path string) error {
	for flag, given := range map[string]bool{
		"seed": c.Seed != nil, "count": c.Count != nil, "at": c.At != nil, "seeds": c.Seeds != "", "sweep": c.Sweep != "",
	} {
		if given {
			return usage.Errorf("--%s changes a scenario, and %s is a recording", flag, path)
		}
	}
	r, err := c.PartialFlag.Open(g, path)
	if err != nil {
		return err
	}
	defer r.Close() // there may be more of them than files can be open
	run := &statsRun{Source: path, Recording: true, row: p.nextRow()}
	p.runs = append(p.runs, run)
	meta := r.Meta()
	scene, err := scenario.Parse(path+": scenario.toml", meta.TOML)
	if err != nil {
		return err
	}
	run.Scenario, run.Seed = meta.Scenario, meta.Seed
	if run.flocks, err = recordedFlocks(&meta, scene); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	run.FPS = meta.FPS
	if c.FPS > 0 {
		run.FPS = c.FPS
	}
	if meta.FPS%run.FPS != 0 {
		return usage.Errorf("--fps %d does not divide the %d frames a second of %s", c.FPS, meta.FPS, path)
	}
	run.frames = (r.Frames()-1)/(meta.FPS/run.FPS) + 1
	if c.Seconds > 0 {
		c.noteEnd(g, path, r)
		run.frames = int(max(1, min(math.Round(c.Seconds*float64(run.FPS)), float64(run.frames))))
	}
	return run.identify(r, scene, c.Each)
}

// noteEnd says that a recording is shorter than --seconds asks for.
func (c *options) noteEnd(g *console.Console, path string, r *recording.Reader) {
	if frames := r.Frames(); math.Round(c.Seconds*float64(r.Meta().FPS)) > float64(frames) {
		g.Say("%s holds %g s: that is all there is of the %g s that --seconds asks for", path, float64(frames)/float64(r.Meta().FPS), c.Seconds)
	}
}

// planScenario adds a row for each value of the sweep, with a run for each seed.
func (c *options) planScenario(p *statsPlan, source string) error {
	s, err := c.Load(source)
	if err != nil {
		return err
	}
	seeds, err := sweep.ParseSeeds(c.Seeds, s.Seed)
	if err != nil {
		return usage.Errorf("--seeds %w", err)
	}
	if n := len(p.runs) + len(seeds)*len(p.sweep.Values); n > sweep.MaxRuns {
		return usage.Errorf("asks for %d runs: want at most %d", n, sweep.MaxRuns)
	}
	run := statsRun{Source: source, Scenario: s.Name, FPS: 30}
	if err := c.pace(&run, s); err != nil {
		return err
	}
	for _, value := range p.sweep.Values {
		scene := *s
		if err := p.sweep.Set(&scene, value); err != nil {
			return usage.Errorf("--sweep %w", err)
		}
		if p.sweep.Name != "" {
			run.Set = map[string]any{p.sweep.Key(&scene): p.sweep.ValueIn(&scene)}
		}
		run.row, run.value, run.def = p.nextRow(), value, c.Def(&scene)
		for _, seed := range seeds {
			one := run
			one.flocks = simulatedFlocks(&run.def)
			one.Seed, one.def.Seed = seed, seed
			p.runs = append(p.runs, &one)
		}
	}
	return nil
}

// pace returns how often and how long a scenario is measured.
func (c *options) pace(run *statsRun, s *scenario.Scenario) error {
	if c.FPS > 0 {
		run.FPS = c.FPS
	}
	if s.TickRate%run.FPS != 0 {
		return usage.Errorf("--fps %d does not divide the scenario's %d ticks a second", run.FPS, s.TickRate)
	}
	seconds := c.Seconds
	if seconds == 0 {
		seconds = 60
	}
	n := math.Round(seconds * float64(run.FPS))
	if !(n >= 1 && n <= math.MaxInt32) {
		return usage.Errorf("--seconds %g at %d a second: want at least one measurement, and at most %d", seconds, run.FPS, math.MaxInt32)
	}
	run.frames = int(n)
	return nil
}

func (p *statsPlan) nextRow() int {
	if len(p.runs) == 0 {
		return 0
	}
	return p.runs[len(p.runs)-1].row + 1
}

// share gives threads to runs: each a thread, or all of them to the only one.
func (p *statsPlan) share(threads int) {
	p.together = threads
	if threads == 0 {
		p.together = runtime.GOMAXPROCS(0)
	}
	if len(p.runs) == 1 {
		p.together = 1
		return
	}
	for _, run := range p.runs {
		run.def.Workers = 1
	}
}

// close closes the recordings of a plan that will not be run.
func (p *statsPlan) close() {
	for _, run := range p.runs {
		run.close()
	}
}

func (r *statsRun) close() {
	if r.reader != nil {
		r.reader.Close()
	}
}
