package input

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/kinds"
	"skein/cmd/skein/internal/usage"
	"skein/flock"
	"skein/flock/export"
	"skein/flock/files"
	"skein/flock/look"
	"skein/flock/recording"
	"skein/flock/scenario"
)

// LoadScenario reads a scenario that an argument names.
func LoadScenario(name string) (*scenario.Scenario, error) {
	if err := kinds.Expect(kinds.Scenario, name); err != nil {
		return nil, err
	}
	s, err := scenario.Load(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, usage.Wrap(err)
	}
	return s, err
}

// SceneOf returns the scene that a recording was made of, with the flags applied.
func SceneOf(rec *recording.Reader, camera string, bird *bird.Choice) (*scenario.Scenario, error) {
	sc, err := export.Scene(rec.Meta())
	if err != nil {
		return nil, err
	}
	if err := ReadObstacles(rec, sc); err != nil {
		return nil, err
	}
	if camera == look.Leader.String() && rec.Meta().Imported != "" {
		return nil, NoLeaders("--camera leader")
	}
	if err := SetCamera(sc, camera); err != nil {
		return nil, err
	}
	return sc, bird.Apply(sc)
}

// NoLeaders refuses to follow leaders among birds of whom nobody knows who leads.
func NoLeaders(what string) error {
	return usage.Errorf("%s: of imported tracks nobody says who leads: want another camera, such as auto, or a boid's number", what)
}

// BoidsOf returns those that a scene begins with, of all flocks.
func BoidsOf(sc *scenario.Scenario) (n int) {
	for _, p := range ParamsOf(sc) {
		n += p.Count()
	}
	return n
}

// ParamsOf returns the parameters of a scene's flocks.
func ParamsOf(sc *scenario.Scenario) (all []flock.Params) {
	for _, f := range sc.Flocks() {
		all = append(all, f.Params)
	}
	return all
}

// Leads reports whether boids of any of a scene's flocks may take the lead.
func Leads(sc *scenario.Scenario) bool {
	return slices.ContainsFunc(sc.Flocks(), func(f scenario.Flock) bool { return f.Params.Model().Leads() })
}

// NeverLed refuses to follow leaders where there never are any.
func NeverLed(what string, sc *scenario.Scenario) error {
	return usage.Errorf("%s: boids of the model %s never take the lead: want another camera, such as orbit, or a boid's number", what, sc.Params.Model().Name())
}

// SetCamera changes a scenario's camera to that of --camera, if it is given: a
// mode or a camera file.
func SetCamera(sc *scenario.Scenario, camera string) error {
	names := look.ModeNames()
	switch {
	case camera == "":
	case camera == look.Leader.String() && !Leads(sc):
		return NeverLed("--camera leader", sc)
	case slices.Contains(names, camera):
		sc.Camera.Mode, sc.Camera.Path = look.Mode(slices.Index(names, camera)), ""
	case isWay(camera):
		if _, err := scenario.Load(camera); err == nil {
			return usage.Errorf("--camera %s is a scenario: want a camera file, which holds [[key]]s", camera)
		}
		if err := kinds.ExpectFile("--camera "+camera, camera); err != nil {
			return err
		}
		sc.Camera.Path = files.Absolute(camera)
	default:
		return usage.Errorf("--camera %s: want %s or a camera file (.toml, .csv, .glb, .gltf)%s", camera, strings.Join(names, ", "), scenario.DidYouMean(camera, names))
	}
	return nil
}

// TierOf returns the tier that --tier names.
func TierOf(name string) (look.Tier, error) {
	names := look.TierNames()
	k := slices.Index(names, name)
	if k < 0 {
		return 0, usage.Errorf("--tier %s: want %s%s", name, strings.Join(names, ", "), scenario.DidYouMean(name, names))
	}
	return look.Tier(k), nil
}

// SceneFiles returns what a recording holds of a scenario beside its text: the files of
// its birds, of its camera's way and of its obstacles.
func SceneFiles(sc *scenario.Scenario) ([]recording.File, error) {
	files, err := bird.Files(nil, sc)
	if err != nil {
		return nil, err
	}
	way, err := cameraFiles(sc.CameraPath())
	if err != nil {
		return nil, err
	}
	things, err := ObstacleFiles(nil, sc)
	return append(append(files, way...), things...), err
}
