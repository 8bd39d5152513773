package scenario

import (
	"slices"
	"strings"

	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/look"
	"skein/flock/model"
)

// modelScenes returns the scenes that show the models, the default scene first. Each of these files has the
// base [NoBase].
func modelScenes() []modelScene {
	return []modelScene{
		{"starlings", "starlings"},
		{"murmuration", "hartman"},
		{"paper", ""},
		{"cornell", "cornell cornell-predator"},
		{"cornell-3d", "cornell-3d cornell-predator-3d"},
		{"brundage", "brundage"},
		{"parker", "parker"},
		{"erneholm", "erneholm"},
		{"erneholm-3d", "erneholm-3d"},
		{"heppner", "heppner"},
	}
}

type modelScene struct {
	name   string
	models string // names of the models whose flocks start as in this scene, separated by spaces
}

func isModelScene(name string) bool {
	return slices.ContainsFunc(modelScenes(), func(s modelScene) bool { return s.name == name })
}

// home describes how flocks of a model start, and how they are drawn.
type home struct {
	def  flock.Def  // a scene with one flock
	look *look.Look // nil means the default look
}

// Home returns the scene that shows how flocks of the model start, reduced to the flock of this model. It
// omits formula rules that were added to the model.
func Home(m *flock.Model) (flock.Def, error) {
	h, err := homeOf(m)
	return h.def, err
}

func homeOf(m *flock.Model) (home, error) {
	for _, scene := range modelScenes() {
		if !slices.Contains(strings.Fields(scene.models), m.Name()) {
			continue
		}
		s, err := Builtin(scene.name)
		if err != nil {
			return home{}, err
		}
		return s.homeOf(m), nil
	}
	if slices.Contains(model.Plain(), m.Name()) {
		return bareHome(m), nil
	}
	return home{def: flock.Def{TickRate: 60, Flock: flock.Flock{Params: withoutFormulas(m).Params()}}}, nil
}

func (s *Scenario) homeOf(m *flock.Model) home {
	h := home{def: s.Def()}
	k := slices.IndexFunc(s.Flocks(), func(f Flock) bool { return f.Params.Model().Name() == m.Name() })
	f := s.Flocks()[max(k, 0)]
	h.def.Flock, h.def.Others = flock.Flock{Start: f.Start, Params: f.Params}, nil
	if k == 0 && m.Name() != model.Hartman().Name() { // files of the default model have the default look
		h.look = &s.Look
	}
	return h
}

// bareHome returns the home of a model for which no scene gives any value.
func bareHome(m *flock.Model) home {
	start := cloud.Start{Radius: 15, Altitude: 20, Speed: 6, Disorder: 0.3}
	if m.Units() == flock.PerStep {
		start.Speed, start.Disorder = 0.5, 1
	}
	return home{def: flock.Def{Seed: 1, TickRate: 60, Flock: flock.Flock{Start: start, Params: withoutFormulas(m).Params()}}}
}

func withoutFormulas(m *flock.Model) *flock.Model {
	if own, err := model.Named(m.Name()); err == nil {
		return own
	}
	return m
}
