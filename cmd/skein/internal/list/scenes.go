package list

import (
	"errors"
	"fmt"

	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/usage"
	"skein/flock/message"
	"skein/flock/scenario"
)

type listScenes struct{}

// Run prints the names and descriptions of the built-in scenes.
func (listScenes) Run(g *console.Console) error {
	type scene struct {
		Name        string `json:"name"`
		Description string `json:"description"`
	}
	var all []scene
	for _, name := range scenario.Names() {
		s, err := scenario.Builtin(name)
		if err != nil {
			return err
		}
		all = append(all, scene{s.Name, s.Description})
	}
	if g.JSON {
		return g.Document(all)
	}
	for _, s := range all {
		fmt.Fprintf(g.Stdout, "%-12s %s\n", s.Name, s.Description)
	}
	return nil
}

type showScene struct {
	Scene string `arg:"" name:"name" help:"A built-in scene or a .toml file."`
	Short bool   `help:"Print the original file of a built-in scene. It has comments, and only the keys that differ from the defaults."`
}

// Run prints the scene as a scenario file.
func (c *showScene) Run(g *console.Console) error {
	s, err := input.LoadScenario(c.Scene)
	if err != nil {
		return err
	}
	text := s.TOML()
	if c.Short {
		if text, err = scenario.Text(c.Scene); err != nil {
			return err
		}
	}
	if g.JSON {
		return g.Document(map[string]string{"name": s.Name, "description": s.Description, "toml": string(text)})
	}
	_, err = g.Stdout.Write(text)
	return err
}

type checkScenes struct {
	Files []string `arg:"" name:"file" help:"Scenario files (.toml) or built-in scenes."`
}

func checkScenario(file string) (warnings []string, err error) {
	s, err := input.LoadScenario(file)
	if err != nil {
		return nil, err
	}
	if _, err := bird.Baked(nil, nil, s); err != nil {
		if scenario.HasLine(err) {
			return nil, err
		}
		return nil, fmt.Errorf("%s: bird: %w", file, err)
	}
	if err := input.Complete(s); err != nil {
		return nil, err
	}
	warnings = input.OpenModels(file, s)
	for _, f := range s.Flocks() {
		if len(s.Others) == 0 {
			break // UnusedRegards is about other species, and there is only one
		}
		for _, what := range f.UnusedRegards() {
			warnings = append(warnings, fmt.Sprintf("%s: %s: %s", file, f.Name(), what))
		}
	}
	for _, f := range s.Flocks() {
		count := 0
		for _, g := range f.Start.Groups {
			count += g.Count
		}
		if n := f.Params.Count(); count > n {
			warnings = append(warnings, fmt.Sprintf("%s: the start groups of the flock %s have %d boids, but the flock has only %d", file, f.Name(), count, n))
		}
	}
	return warnings, nil
}

// faultsOf returns all errors of a scenario file. Each is a usage error if err is one.
func faultsOf(err error) (all []error) {
	var faults scenario.Faults
	if !errors.As(err, &faults) {
		return []error{err}
	}
	wrong := errors.As(err, new(usage.Error))
	for _, fault := range faults {
		if wrong {
			fault = usage.Wrap(fault)
		}
		all = append(all, fault)
	}
	return all
}

// badFiles returns the last error. It is a usage error only if all are.
func badFiles(errs []error) error {
	last := errs[len(errs)-1]
	var wrong usage.Error
	if !errors.As(last, &wrong) {
		return last
	}
	for _, err := range errs {
		if other := (usage.Error{}); !errors.As(err, &other) {
			return wrong.Unwrap()
		}
	}
	return last
}

// Run checks all files, even after an error. It prints one line for each error.
func (c *checkScenes) Run(g *console.Console) error {
	var bad []error
	good, messages := []string{}, []string{}
	for _, file := range c.Files {
		warnings, err := checkScenario(file)
		if err != nil {
			bad = append(bad, faultsOf(err)...)
		} else {
			good = append(good, file)
		}
		if err == nil && !g.JSON {
			fmt.Fprintf(g.Stdout, "%s: good\n", message.Visible(file))
		}
		for _, what := range warnings {
			g.Say("warning: %s", what)
		}
	}
	for _, err := range bad {
		messages = append(messages, message.OneLine(err))
	}
	if g.JSON {
		if err := g.Document(map[string]any{"good": good, "errors": messages}); err != nil {
			return err
		}
	}
	if len(bad) == 0 {
		return nil
	}
	for _, text := range messages[:len(bad)-1] {
		fmt.Fprintf(g.Stderr, "skein: %s\n", text)
	}
	return badFiles(bad)
}
