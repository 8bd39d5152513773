package models

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"skein/models/gltf"
)

//go:generate go run ./makebird -o .

//go:embed starling.glb goose.glb gull.glb falcon.glb
var birds embed.FS

// Species contains facts about a living species with a built-in model.
type Species struct {
	Name           string
	Latin          string
	Span           float64 // wingspan, m
	Area           float64 // area of the wings and the body between them, m²
	Mass           float64 // mass, kg
	FlapsPerSecond float64
}

// BuiltinSpecies returns the species of the built-in birds, the default first.
//
// Span, area and mass are round figures for adult birds. The flap rates follow C. J. Pennycuick's
// formula for steady cruising flight (Wingbeat Frequency of Birds in Steady Cruising Flight, J. Exp.
// Biol. 199, 1613–1618, 1996), m^(3/8) g^(1/2) b^(−23/24) S^(−1/3) ρ^(−3/8), with mass m, gravity g,
// span b, area S and air density ρ at sea level. The rates are rounded to a tenth.
func BuiltinSpecies() []Species {
	return []Species{
		{"starling", "Sturnus vulgaris", 0.40, 0.0235, 0.082, 9.5},
		{"goose", "Anser anser", 1.60, 0.331, 3.77, 4.4},
		{"gull", "Larus canus", 1.10, 0.138, 0.40, 3.6},
		{"falcon", "Falco peregrinus", 1.02, 0.126, 0.79, 5.2},
	}
}

// Builtins returns the names of the built-in birds, the default first.
func Builtins() (names []string) {
	for _, s := range BuiltinSpecies() {
		names = append(names, s.Name)
	}
	return names
}

// Builtin returns the built-in bird with a name, or the default bird if the name is "". If there is
// no such bird, the error lists the names.
func Builtin(name string) (*gltf.Model, error) {
	names := Builtins()
	if name == "" {
		name = names[0]
	}
	if !slices.Contains(names, name) {
		return nil, fmt.Errorf("no built-in bird %q; choose from: %s", name, strings.Join(names, ", "))
	}
	data, err := birds.ReadFile(name + ".glb")
	if err != nil {
		return nil, err
	}
	m, err := gltf.Decode(name, data, nil)
	if err != nil {
		return nil, fmt.Errorf("built-in %s: %w", name, err)
	}
	return m, nil
}
