package fit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/farm"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/kinds"
	"skein/cmd/skein/internal/sweep"
	"skein/cmd/skein/internal/usage"
	"skein/flock"
	"skein/flock/files"
	"skein/flock/fit"
	"skein/flock/metrics/field"
	"skein/flock/scenario"
	"skein/flock/whole"
)

type fitAxis struct {
	*sweep.Sweep
	fit.Axis
	key string
}

func (a *fitAxis) value(unit float64) string {
	x := a.Value(unit)
	if a.Spec.Int != nil {
		return strconv.Itoa(int(math.Round(x)))
	}
	return strconv.FormatFloat(x, 'g', -1, 32)
}

type fitSearch struct {
	source string
	scene  *scenario.Scenario
	world  input.Simulation
	axes   []*fitAxis
	start  []float64
	goal   *field.Portrait // measurements of the recording to imitate; nil means that the goal is the scorecard
	counts []int
	seeds  []uint64
	rules  fitRules

	folder     string
	candidates int
	budget     Budget
	shard      farm.Shard
	threads    int
	deadline   time.Time
	say        func(format string, args ...any)
	patience   time.Duration // how long a shard waits for another before it prints a message
}

// fitVersion must change with the cost of a flock, because older searches can then not be resumed.
const fitVersion = 3

// fitRules are the settings that all tries of a search share. They are saved in search.json.
type fitRules struct {
	Version    int      `json:"version"`
	Scenario   string   `json:"scenario"` // parameters and surroundings
	To         string   `json:"to"`
	Over       []string `json:"over"`
	Counts     []int    `json:"counts"`
	Seeds      []uint64 `json:"seeds"`
	Seconds    float64  `json:"seconds"`
	Settle     float64  `json:"settle"`
	Candidates int      `json:"candidates"`
	Chance     uint64   `json:"chance"`
}

func (c *options) search(ctx context.Context, g *console.Console) (*fitSearch, error) {
	sc, err := c.Load(c.Scene)
	if err != nil {
		return nil, err
	}
	s := &fitSearch{source: c.Scene, scene: sc, world: c.Simulation, budget: c.Budget, shard: c.Shard, counts: c.Counts,
		folder: strings.TrimSuffix(c.Output, ".toml") + ".fit", threads: int(c.Threads), say: g.Say, patience: 30 * time.Second}
	if s.threads == 0 {
		s.threads = runtime.GOMAXPROCS(0)
	}
	if s.seeds, err = sweep.ParseSeeds(c.Seeds, sc.Seed); err != nil {
		return nil, usage.Errorf("--seeds %w", err)
	}
	if err := s.addAxes(c.Over); err != nil {
		return nil, usage.Errorf("--over %w", err)
	}
	to := toScorecard
	if c.To != toScorecard {
		if to, err = s.measureGoal(ctx, g, c); err != nil {
			return nil, err
		}
	}
	if len(s.counts) == 0 {
		s.counts = []int{sc.Params.Count()}
	}
	if s.candidates = c.Candidates; s.candidates == 0 {
		s.candidates = fit.Candidates(len(s.axes))
	}
	for _, n := range s.counts {
		if _, err := s.sized(sc, n); err != nil {
			return nil, usage.Errorf("--counts %d: %w", n, err)
		}
	}
	var over []string
	for _, a := range s.axes {
		over = append(over, fmt.Sprintf("%s=%g:%g", a.key, a.Low, a.High))
	}
	s.rules = fitRules{fitVersion, sc.Settings("", "start", "params"), to, over, s.counts, s.seeds, c.Seconds, c.Settle, s.candidates, c.Chance}
	return s, nil
}

func (s *fitSearch) addAxes(list []string) error {
	known := map[string]bool{}
	for _, text := range list {
		a, err := s.axis(text)
		if err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
		if known[a.key] {
			return fmt.Errorf("%s: %s is given twice", text, a.key)
		}
		known[a.key] = true
		s.axes = append(s.axes, a)
		s.start = append(s.start, a.Unit(numberOf(a.ValueIn(s.scene))))
	}
	return nil
}

func numberOf(value any) float64 {
	switch x := value.(type) {
	case float32:
		return float64(x)
	case int:
		return float64(x)
	}
	return math.NaN()
}

func (s *fitSearch) axis(text string) (*fitAxis, error) {
	key, within, bounded := strings.Cut(text, "=")
	sw, err := sweep.Parse(key+"=0", s.scene)
	if err != nil {
		return nil, err
	}
	k, err := sw.Flock(s.scene)
	if err != nil {
		return nil, err
	}
	p := &s.scene.Flocks()[k].Params
	spec, ok := p.Spec(sw.Spec.Key)
	switch {
	case !ok:
		return nil, fmt.Errorf("the model %s has no such parameter", p.Model().Name())
	case spec.Float == nil && spec.Int == nil:
		return nil, errors.New("is not a number")
	case spec.Key == "count":
		return nil, errors.New("the number of boids cannot be searched; set it with --count")
	}
	sw.Spec = *spec
	a := &fitAxis{Sweep: sw, key: sw.Key(s.scene)}
	if !bounded {
		high := spec.Max
		if spec.Soft > 0 {
			high = spec.Soft
		}
		a.Axis = fit.AxisOf(numberOf(spec.Value(&p.Values)), spec.Min, high)
		return a, nil
	}
	from, to, ok := strings.Cut(within, ":")
	low, err1 := strconv.ParseFloat(from, 64)
	high, err2 := strconv.ParseFloat(to, 64)
	if !ok || err1 != nil || err2 != nil || !(spec.Min <= low && low < high && high <= spec.Max) {
		return nil, fmt.Errorf("must be FROM:TO within %s", spec.Range())
	}
	a.Axis = fit.NewAxis(low, high)
	return a, nil
}

func (s *fitSearch) measureGoal(ctx context.Context, g *console.Console, c *options) (string, error) {
	if err := kinds.Expect(kinds.Recording, c.To); err != nil {
		return "", err
	}
	r, err := c.PartialFlag.Open(g, c.To)
	if err != nil {
		return "", err
	}
	defer r.Close()
	flocks, err := recordedPortrait(ctx, r)
	if err != nil {
		return "", fmt.Errorf("%s: %w", c.To, err)
	}
	if s.goal = flocks; s.goal.Card().Samples() == 0 || len(s.goal.Quantiles("speed")) == 0 {
		return "", fmt.Errorf("%s: cannot be the goal, because at least 10 birds must fly together", c.To)
	}
	if c.Count == nil {
		n := int(math.Round(s.goal.Birds()))
		if s.scene, err = s.sized(s.scene, n); err != nil {
			return "", err
		}
	}
	sum, err := digest(c.To)
	return fmt.Sprintf("%s, %d frames, %d birds, %s", filepath.Base(c.To), r.Frames(), int(math.Round(s.goal.Birds())), sum), err
}

func digest(path string) (string, error) {
	f, _, err := files.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)[:8]), nil
}

func (s *fitSearch) sized(sc *scenario.Scenario, n int) (*scenario.Scenario, error) {
	single := *sc
	if err := single.Params.Set("count", n); err != nil {
		return nil, err
	}
	return &single, single.Params.Validate()
}

// scenarioAt returns the scene with the parameters at a position; nil is the start.
func (s *fitSearch) scenarioAt(units []float64) *scenario.Scenario {
	sc, err := s.tryScenario(units)
	if err != nil {
		return s.scene // unreachable, because the start and the best position are valid
	}
	return sc
}

func (s *fitSearch) tryScenario(units []float64) (*scenario.Scenario, error) {
	sc := *s.scene
	for k, a := range s.axes {
		if units == nil {
			break
		}
		index, err := a.Flock(&sc)
		if err != nil {
			return nil, err
		}
		p := &sc.Params
		if index > 0 {
			sc.Others = append([]scenario.Flock(nil), sc.Others...)
			p = &sc.Others[index-1].Params
		}
		if err := a.Store(p, a.value(units[k])); err != nil {
			return nil, err
		}
	}
	for _, f := range sc.Flocks() {
		if err := f.Params.Validate(); err != nil {
			return nil, err
		}
	}
	return &sc, nil
}

func (s *fitSearch) def(sc *scenario.Scenario, seed uint64) flock.Def {
	d := s.world.Def(sc)
	d.Seed, d.Workers = seed, 1
	return d
}

func (s *fitSearch) open(c *options) error {
	if err := whole.MayCreate(c.Output, c.Force || c.Resume || c.Shard.Given()); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(c.Output), 0o755); err != nil {
		return err
	}
	file := filepath.Join(s.folder, "search.json")
	data, err := files.Read(file, maxSearchFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case c.Force:
		if err := s.removeTries(); err != nil {
			return err
		}
	case !c.Resume && !c.Shard.Given():
		return fmt.Errorf("%s: already contains a search; use --resume to continue it, or --force to start over", s.folder)
	default:
		return s.checkRules(file, data)
	}
	if err := os.MkdirAll(s.folder, 0o755); err != nil {
		return err
	}
	if data, err = json.MarshalIndent(s.rules, "", "  "); err != nil {
		return err
	}
	return whole.WriteData(file, true, append(data, '\n'))
}

func (s *fitSearch) removeTries() error {
	for _, pattern := range []string{"[0-9]*-[0-9]*.json", "start.json", "middle-*.json", "search.json"} {
		files, err := filepath.Glob(filepath.Join(s.folder, pattern))
		if err != nil {
			return err
		}
		for _, file := range files {
			if err := os.Remove(file); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *fitSearch) checkRules(file string, data []byte) error {
	var saved fitRules
	if err := json.Unmarshal(data, &saved); err != nil {
		return fmt.Errorf("%s: not a saved search: %w; use --force to start over", file, err)
	}
	old, current := fields(saved), fields(s.rules)
	for _, key := range []string{"version", "scenario", "to", "over", "counts", "seeds", "seconds", "settle", "candidates", "chance"} {
		if old[key] == current[key] {
			continue
		}
		if key == "scenario" {
			return fmt.Errorf("%s: was started with different scenario settings; use --force to start over", s.folder)
		}
		return fmt.Errorf("%s: was started with %s %s, not %s; use --force to start over", s.folder, key, old[key], current[key])
	}
	return nil
}

func fields(v any) map[string]string {
	data, _ := json.Marshal(v)
	var raw map[string]json.RawMessage
	_ = json.Unmarshal(data, &raw)
	out := map[string]string{}
	for key, text := range raw {
		out[key] = string(text)
	}
	return out
}
