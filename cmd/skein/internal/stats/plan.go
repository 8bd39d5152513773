package stats

import (
	"cmp"
	"fmt"
	"math"
	"runtime"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/kinds"
	"skein/cmd/skein/internal/sweep"
	"skein/cmd/skein/internal/usage"
	"skein/flock"
	"skein/flock/metrics"
	"skein/flock/recording"
	"skein/flock/scenario"
)

type statsPlan struct {
	runs       []*statsRun
	sweeps     []*sweep.Sweep // at most two
	variedKeys []variedKey
	flocks     bool
	rowNames   []string // empty for a row with the name of its file
	measures   []string
	every      float64 // interval of the series, s
	field      bool
	card       string // species of the scorecard; empty means that of each flock
	lead       bool
	patterns   bool
	parallel   int
}

type statsRun struct {
	Source     string         `json:"source"`
	Recording  bool           `json:"recording"`
	Scenario   string         `json:"scenario"`
	Seed       uint64         `json:"seed"`
	Set        map[string]any `json:"set,omitempty"`        // value of the swept parameter
	Leadership *float32       `json:"leadership,omitempty"` // X at the start, if there is one flock
	FPS        float64        `json:"fps"`                  // measurements per second
	Hash       string         `json:"hash"`                 // of the last measured state
	*metrics.Report
	Flocks []flockReport `json:"flocks,omitempty"` // only if there are several

	row     int
	values  []string // swept values in the user's spelling
	frames  int
	step    int // recorded frames, or simulated ticks, between measurements
	def     flock.Def
	reader  *recording.Reader
	entries metrics.Entries
	kind    string // the same for recordings that differ only in their seeds
	flocks  []flockRun
}

func (c *options) scenes() (all []*scenario.Scenario) {
	for _, source := range c.Sources {
		if len(c.Sweep) == 0 || kinds.IsRecording(source) {
			continue
		}
		if s, err := c.Load(source); err == nil {
			all = append(all, s)
		}
	}
	return all
}

func (c *options) plan(g *console.Console) (*statsPlan, error) {
	var err error
	p := &statsPlan{measures: c.Measures, every: c.every(), field: c.Field, card: c.Card, lead: c.Lead, patterns: c.Patterns}
	if p.sweeps, err = c.parseSweeps(); err != nil {
		return nil, err
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
	p.shareThreads(int(c.Threads))
	return p, nil
}

func (c *options) planRecording(g *console.Console, p *statsPlan, path string) error {
	for flag, given := range map[string]bool{
		"seed": c.Seed != nil, "count": c.Count != nil, "at": c.At != nil, "rule": c.Rule != nil, "seeds": c.Seeds != "", "sweep": len(c.Sweep) > 0,
	} {
		if given && !c.scenesToo {
			return usage.Errorf("--%s needs a scenario; %s is a recording", flag, path)
		}
	}
	r, err := c.PartialFlag.Open(g, path)
	if err != nil {
		return err
	}
	defer r.Close() // close it here, because there may be more recordings than files that a process may open
	run := &statsRun{Source: path, Recording: true, row: p.nextRow()}
	p.runs = append(p.runs, run)
	meta := r.Meta()
	scene, err := scenario.ParseRecorded(path+": scenario.toml", meta.TOML)
	if err != nil {
		return err
	}
	run.Scenario, run.Seed = meta.Scenario, meta.Seed
	if run.flocks, err = recordedFlocks(&meta, scene); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	run.FPS, run.step = meta.Rate(), 1
	if c.FPS > 0 {
		if meta.Pace() > 1 || meta.FPS%c.FPS != 0 {
			if meta.Rate() < 1 {
				return usage.Errorf("--fps %d: %s has less than one frame per second; leave --fps out", c.FPS, path)
			}
			return usage.Errorf("--fps %d: must divide the %g frames per second of %s", c.FPS, meta.Rate(), path)
		}
		run.FPS, run.step = float64(c.FPS), meta.FPS/c.FPS
	}
	run.frames = (r.Frames()-1)/run.step + 1
	if c.Seconds > 0 {
		c.noteEnd(g, path, r)
		run.frames = int(max(1, min(math.Round(c.Seconds*run.FPS), float64(run.frames))))
	}
	return run.identify(r, scene, c.Each)
}

func (c *options) noteEnd(g *console.Console, path string, r *recording.Reader) {
	meta := r.Meta()
	if frames := r.Frames(); math.Round(c.Seconds*meta.Rate()) > float64(frames) {
		g.Say("%s is only %g s long, shorter than --seconds %g", path, float64(frames)/meta.Rate(), c.Seconds)
	}
}

func (c *options) planScenario(p *statsPlan, source string) error {
	s, err := c.Load(source)
	if err != nil {
		return input.SuggestRecording(source, err)
	}
	seeds, err := sweep.ParseSeeds(c.Seeds, s.Seed)
	if err != nil {
		return usage.Errorf("--seeds %w", err)
	}
	points := sweepPoints(p.sweeps)
	if n := len(p.runs) + len(seeds)*len(points); n > sweep.MaxRuns {
		return usage.Errorf("%d runs are too many; the limit is %d", n, sweep.MaxRuns)
	}
	run := statsRun{Source: source, Scenario: s.Name}
	if err := c.pace(&run, s); err != nil {
		return err
	}
	for _, values := range points {
		scene := *s
		if run.Set, err = setSwept(&scene, p.sweeps, values); err != nil {
			return usage.Errorf("--sweep %w", err)
		}
		run.row, run.values, run.def = p.nextRow(), values, c.Def(&scene)
		for _, seed := range seeds {
			single := run
			single.flocks = simulatedFlocks(&run.def, &scene)
			single.Seed, single.def.Seed = seed, seed
			p.runs = append(p.runs, &single)
		}
	}
	return nil
}

func (c *options) pace(run *statsRun, s *scenario.Scenario) error {
	fps := cmp.Or(c.FPS, 30)
	if s.TickRate%fps != 0 {
		return usage.Errorf("--fps %d: must divide the scenario's %d ticks per second", fps, s.TickRate)
	}
	run.FPS, run.step = float64(fps), s.TickRate/fps
	seconds := c.Seconds
	if seconds == 0 {
		seconds = 60
	}
	n := math.Round(seconds * run.FPS)
	if !(n >= 1 && n <= math.MaxInt32) {
		return usage.Errorf("--seconds %g: at --fps %d there must be 1 to %d measurements", seconds, fps, math.MaxInt32)
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

// shareThreads sets how many runs are measured at the same time. Several runs use one thread each; a single
// run uses all threads.
func (p *statsPlan) shareThreads(threads int) {
	p.parallel = threads
	if threads == 0 {
		p.parallel = runtime.GOMAXPROCS(0)
	}
	if len(p.runs) == 1 {
		p.parallel = 1
		return
	}
	for _, run := range p.runs {
		run.def.Workers = 1
	}
}

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
