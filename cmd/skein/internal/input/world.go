package input

import (
	"context"
	"encoding/json"

	"skein/cmd/skein/internal/await"
	"skein/cmd/skein/internal/cache"
	"skein/cmd/skein/internal/usage"
	"skein/flock"
	"skein/flock/around"
	"skein/flock/model"
	"skein/flock/scenario"
)

// Simulation contains the flags that change a simulation.
type Simulation struct {
	Seed    *uint64       `help:"Random seed instead of the scenario's. It must be a whole number, at least 0." placeholder:"N"`
	Count   *int          `help:"Number of boids instead of the scenario's." placeholder:"N"`
	Threads usage.Threads `help:"Number of threads; 0 lets skein choose. The results do not depend on it (default ${default})." default:"0" placeholder:"N"`

	Rule []string `help:"Add the rules in a file to the scenario's first flock. \"skein help rules\" describes such files. You can repeat the flag." placeholder:"FILE.rule.toml" sep:"none"`

	At []string `help:"Add an event to the scenario. TIME:KEY=VALUE sets a parameter. TIME+SECONDS:KEY=VALUE sets it for SECONDS and then resets it. TIME:NAME.KEY=VALUE sets it for the species or thing called NAME. TIME:scatter scatters the flock. TIME:hawk.loose releases the species hawk. TIME:wire.leave sends the birds up from the perch called wire. TIME:wire.land calls them down to it. TIME may be a condition such as polarization<0.8. You can repeat the flag." placeholder:"5s:scatter" sep:"none"`

	Index flock.Index `help:"Method of finding neighbours: auto, matrix, grid or brute. The results do not depend on it (default ${default})." default:"auto" placeholder:"NAME"`
}

// Load reads a scenario and applies the flags.
func (f *Simulation) Load(nameOrPath string) (*scenario.Scenario, error) {
	s, err := LoadScenario(nameOrPath)
	if err != nil {
		return nil, err
	}
	if err := f.AddRules(s); err != nil {
		return nil, err
	}
	if f.Seed != nil {
		s.Seed = *f.Seed
	}
	if f.Count != nil {
		if err := s.Params.Set("count", *f.Count); err != nil {
			return nil, err
		}
		if err := s.Params.Validate(); err != nil {
			return nil, usage.Errorf("--count %d: %w", *f.Count, err)
		}
	}
	for _, text := range f.At {
		if err := s.AddEvent(text); err != nil {
			return nil, usage.Errorf("--at: %w", err)
		}
	}
	return s, Complete(s)
}

// AddRules adds the rules of --rule to a scene.
func (f *Simulation) AddRules(s *scenario.Scenario) error {
	for _, path := range f.Rule {
		if err := s.AddRules(path); err != nil {
			return err
		}
	}
	return nil
}

// Complete reads the files of the scene's obstacles. It returns an error if they leave no room for a perch.
func Complete(s *scenario.Scenario) error {
	if err := ReadObstacles(nil, s); err != nil || len(s.Surroundings.Perches) == 0 {
		return err
	}
	def := s.Def()
	return s.LocateError(def.Validate())
}

// Def returns the definition of a scene's simulation, changed by the flags.
func (f *Simulation) Def(s *scenario.Scenario) flock.Def {
	d := s.Def()
	d.Workers = int(f.Threads)
	d.Index = f.Index
	return d
}

// warmBytes limits the cache of warm-ups, in bytes. About a hundred flocks of 3,000 boids fit.
const warmBytes = 64 << 20

// WarmWorld returns a world after its warm-up, from the cache if possible.
func WarmWorld(ctx context.Context, def flock.Def) (*flock.World, error) {
	return await.Do(ctx, func() (*flock.World, error) { return warmCached(def, cache.New("starts", warmBytes)) })
}

func warmCached(def flock.Def, store cache.Cache) (*flock.World, error) {
	cold := def
	cold.WarmUp = 0
	before, err := flock.NewWorld(cold)
	if err != nil || def.WarmUp == 0 {
		return before, err
	}
	ticks, _ := json.Marshal(int(def.WarmUp * float32(def.TickRate))) // a number can be marshalled
	return cache.Make(store, cache.Key(before.Checkpoint(), ticks, rulesIn(&def)),
		func(data []byte) (*flock.World, error) {
			return flock.ResumeAmong(meshesOf(&def), data, def.Workers, def.Index, modelsIn(&def)...)
		},
		func() (*flock.World, error) { return flock.NewWorld(def) },
		func(w *flock.World) ([]byte, error) { return w.Checkpoint(), nil })
}

func meshesOf(def *flock.Def) (all []*around.Mesh) {
	for _, o := range def.Surroundings.Obstacles {
		if o.Mesh != nil {
			all = append(all, o.Mesh)
		}
	}
	return all
}

func rulesIn(def *flock.Def) (text []byte) {
	for _, m := range modelsIn(def) {
		text = append(text, model.RulesText(m)+"\n"...)
	}
	return text
}

func modelsIn(def *flock.Def) (all []*flock.Model) {
	for _, f := range def.Flocks() {
		all = append(all, f.Params.Model())
	}
	return all
}

// NewWorld returns a world after its warm-up. If ctx is cancelled, it returns early.
func NewWorld(ctx context.Context, def flock.Def) (*flock.World, error) {
	return await.Do(ctx, func() (*flock.World, error) { return flock.NewWorld(def) })
}
