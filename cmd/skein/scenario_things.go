package main

import (
	"skein/flock"
	"skein/flock/scenario"
)

// ScenarioThingsCmd prints the keys of things and events.
type ScenarioThingsCmd struct{}

// Help is shown below the command's own.
func (ScenarioThingsCmd) Help() string {
	return `Each table may stand in a scenario file as often as you like. A key that you leave out is
as printed here; one that belongs to another shape, form or role is of no account. With
--json the keys of things alone.

Examples:

  skein scenario things
  skein scenario things | grep -A12 perch
  skein scenario things --json`
}

// propertyRow is a key of a thing as --json prints it.
type propertyRow struct {
	Table   string   `json:"table"`
	Key     string   `json:"key"`
	Default any      `json:"default"`
	Unit    string   `json:"unit,omitempty"`
	Min     *float64 `json:"min,omitempty"`
	Max     *float64 `json:"max,omitempty"`
	Options []string `json:"options,omitempty"`
	Doc     string   `json:"doc"`
}

// Run prints.
func (ScenarioThingsCmd) Run(g *Globals) error {
	if !g.JSON {
		_, err := g.Stdout.Write(scenario.Reference())
		return err
	}
	var rows []propertyRow
	for _, kind := range flock.ThingKinds() {
		var all flock.Surroundings
		for _, p := range flock.Properties(all.Add(kind)) {
			row := propertyRow{Table: kind, Key: p.Key, Default: p.Value(), Unit: p.Unit, Options: p.Options, Doc: p.Doc}
			if v, ok := row.Default.(flock.Vec); ok {
				row.Default = v.Floats()
			}
			if p.Min < p.Max {
				row.Min, row.Max = &p.Min, &p.Max
			}
			rows = append(rows, row)
		}
	}
	return g.document(rows)
}
