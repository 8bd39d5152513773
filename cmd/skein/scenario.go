package main

import (
	"fmt"

	"skein/flock/scenario"
)

// ScenarioCmd holds the commands about scenario files.
type ScenarioCmd struct {
	List  ScenarioListCmd  `cmd:"" help:"List the built-in scenes."`
	Show  ScenarioShowCmd  `cmd:"" help:"Print a scene as a file to start your own from."`
	Check ScenarioCheckCmd `cmd:"" help:"Check scenario files."`

	Params   ScenarioParamsCmd   `cmd:"" help:"Print all parameters: range, value in the built-in scenes, meaning."`
	Settings ScenarioSettingsCmd `cmd:"" help:"Print the settings of camera, light and what is shown: default, range, meaning."`
	Things   ScenarioThingsCmd   `cmd:"" help:"Print the keys of obstacles, paths, places, perches, winds and events."`
	Models   ScenarioModelsCmd   `cmd:"" help:"Print the models, with their rules and neighbourhoods."`
}

// Help is shown below the commands' own.
func (ScenarioCmd) Help() string {
	return `Examples:

  skein scenario show murmuration > my.toml
  skein scenario check my.toml
  skein scenario params escape
  skein scenario settings
  skein scenario things
  skein scenario models
  skein fly my.toml`
}

// ScenarioListCmd lists the built-in scenes.
type ScenarioListCmd struct{}

// Run lists.
func (ScenarioListCmd) Run(g *Globals) error {
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
		return g.document(all)
	}
	for _, s := range all {
		fmt.Fprintf(g.Stdout, "%-12s %s\n", s.Name, s.Description)
	}
	return nil
}

// ScenarioShowCmd prints a scene.
type ScenarioShowCmd struct {
	Scene string `arg:"" name:"name" help:"A built-in scene or a .toml file."`
	Short bool   `help:"Print a built-in scene as it was written: only what differs from the defaults."`
}

// Run shows.
func (c *ScenarioShowCmd) Run(g *Globals) error {
	if err := expect(aScenario, c.Scene); err != nil {
		return err
	}
	s, err := scenario.Load(c.Scene)
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
		return g.document(map[string]string{"name": s.Name, "description": s.Description, "toml": string(text)})
	}
	_, err = g.Stdout.Write(text)
	return err
}

// ScenarioCheckCmd checks files.
type ScenarioCheckCmd struct {
	Files []string `arg:"" name:"file" help:"Scenario files (.toml) or built-in scenes."`
}

// checkScenario says what is wrong with a file, and what in one that is right does
// nothing.
func checkScenario(file string) (vain []string, err error) {
	if err := expect(aScenario, file); err != nil {
		return nil, err
	}
	s, err := scenario.Load(file)
	if err != nil {
		return nil, err
	}
	if _, err := bakedBirds(nil, nil, s); err != nil {
		return nil, fmt.Errorf("%s: bird: %w", file, err)
	}
	if err := complete(s); err != nil {
		return nil, err
	}
	vain = openModels(file, s)
	for _, f := range s.Flocks() {
		if len(s.Others) == 0 {
			break // the rules of its model wait for others
		}
		for _, what := range f.Vain() {
			vain = append(vain, fmt.Sprintf("%s: %s: %s", file, f.Name(), what))
		}
	}
	for _, f := range s.Flocks() {
		count := 0
		for _, g := range f.Start.Groups {
			count += g.Count
		}
		if n := f.Params.Count(); count > n {
			vain = append(vain, fmt.Sprintf("%s: the start's groups count %d boids, and %s has %d", file, count, f.Name(), n))
		}
	}
	return vain, nil
}

// Run checks all files, however many are bad; each bad one has a line.
func (c *ScenarioCheckCmd) Run(g *Globals) error {
	var bad []error
	for _, file := range c.Files {
		vain, err := checkScenario(file)
		if err != nil {
			bad = append(bad, err)
		} else if !g.JSON {
			fmt.Fprintf(g.Stdout, "%s: good\n", file)
		}
		for _, what := range vain {
			g.say("%s", what)
		}
	}
	if len(bad) > 0 {
		for _, err := range bad[:len(bad)-1] {
			fmt.Fprintf(g.Stderr, "skein: %s\n", oneLine(err))
		}
		return bad[len(bad)-1]
	}
	if g.JSON {
		return g.document(map[string]any{"good": c.Files})
	}
	return nil
}
