package list

import (
	"skein/cmd/skein/internal/console"
	"skein/flock/around"

	"skein/flock/scenario"
	"skein/flock/vec"
)

type listThings struct{}

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

// Run prints the keys of things and events.
func (listThings) Run(g *console.Console) error {
	if !g.JSON {
		_, err := g.Stdout.Write(scenario.Reference())
		return err
	}
	var rows []propertyRow
	for _, kind := range around.ThingKinds() {
		var all around.Surroundings
		for _, p := range around.Properties(all.Add(kind)) {
			row := propertyRow{Table: kind, Key: p.Key, Default: p.Value(), Unit: p.Unit, Options: p.Options, Doc: p.Doc}
			if v, ok := row.Default.(vec.Vec); ok {
				row.Default = v.Floats()
			}
			if p.Min < p.Max {
				row.Min, row.Max = &p.Min, &p.Max
			}
			rows = append(rows, row)
		}
	}
	return g.Document(rows)
}
