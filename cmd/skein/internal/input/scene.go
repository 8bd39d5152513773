package input

import (
	"errors"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/kinds"
	"skein/cmd/skein/internal/usage"
	"skein/flock"
	"skein/flock/export"
	"skein/flock/files"
	"skein/flock/look"
	"skein/flock/message"
	"skein/flock/recording"
	"skein/flock/scenario"
)

// LoadScenario reads the scenario that an argument names.
func LoadScenario(name string) (*scenario.Scenario, error) {
	if err := kinds.Expect(kinds.Scenario, name); err != nil {
		return nil, err
	}
	s, err := scenario.Load(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, usage.Wrap(suggestScenario(name, err))
	}
	return s, err
}

// SceneOf returns the scene of a recording, changed by the flags for camera and bird.
func SceneOf(rec *recording.Reader, camera string, bird *bird.Choice) (*scenario.Scenario, error) {
	sc, err := export.Scene(rec.Meta())
	if err != nil {
		return nil, err
	}
	if err := ReadObstacles(rec, sc); err != nil {
		return nil, err
	}
	if m, ok := look.ModeNamed(camera); ok && m.FollowsLeaders() && rec.Meta().Imported != "" {
		return nil, NoLeaders("--camera " + camera)
	}
	if err := SetCamera(sc, camera); err != nil {
		return nil, err
	}
	return sc, bird.Apply(sc)
}

// NoLeaders returns the error for a camera that cannot follow leaders because the tracks were imported.
func NoLeaders(what string) error {
	return usage.Errorf("%s: imported tracks contain no leaders; use another camera, such as auto, or the id of a boid", what)
}

// BoidsOf returns the number of boids in a scene at its start.
func BoidsOf(sc *scenario.Scenario) (n int) {
	for _, p := range ParamsOf(sc) {
		n += p.Count()
	}
	return n
}

// ParamsOf returns the parameters of each flock in a scene.
func ParamsOf(sc *scenario.Scenario) (all []flock.Params) {
	for _, f := range sc.Flocks() {
		all = append(all, f.Params)
	}
	return all
}

// Leads reports whether a boid of any flock in the scene can lead.
func Leads(sc *scenario.Scenario) bool {
	return slices.ContainsFunc(sc.Flocks(), func(f scenario.Flock) bool { return f.Params.Leads() })
}

// NeverLed returns the error for a camera that cannot follow leaders because the model has none.
func NeverLed(what string, sc *scenario.Scenario) error {
	return usage.Errorf("%s: boids of the model %s never take the lead; use another camera, such as orbit, or the id of a boid", what, sc.Params.Model().Name())
}

// Follow applies --boid to a scene: the id of the boid that the camera follows, the word leader, or "". It
// reports whether the camera follows leaders. rec is nil without a recording.
func Follow(sc *scenario.Scenario, rec *recording.Reader, boid string) (leaders bool, err error) {
	switch boid {
	case "":
		if leaders = sc.Camera.Mode.FollowsLeaders(); leaders && !Leads(sc) {
			return false, NeverLed("the scene's camera, "+sc.Camera.Mode.String(), sc)
		}
		return leaders, nil
	case look.Leader.String():
		if sc.Camera.Mode == look.Director && sc.Camera.Path == "" {
			return false, usage.Errorf("--boid leader: the camera director chooses its boids itself; use --camera leader, follow or eye, or leave out --boid")
		}
		if rec != nil && rec.Meta().Imported != "" {
			return false, NoLeaders("--boid leader")
		}
		if !Leads(sc) {
			return false, NeverLed("--boid leader", sc)
		}
		return true, nil
	}
	most := BoidsOf(sc)
	if rec != nil {
		if most, err = rec.MaxBoids(); err != nil {
			return false, err
		}
	}
	n, err := strconv.Atoi(boid)
	if err != nil || n < 0 || n >= most {
		return false, usage.Errorf("--boid %s: must be 0 to %d, or leader", boid, most-1)
	}
	sc.Camera.Boid = n
	return false, nil
}

// SetCamera applies --camera to a scenario: a camera mode, a camera file, or "".
func SetCamera(sc *scenario.Scenario, camera string) error {
	mode, ok := look.ModeNamed(camera)
	switch {
	case camera == "":
	case ok && mode.FollowsLeaders() && !Leads(sc):
		return NeverLed("--camera "+camera, sc)
	case ok:
		sc.Camera.Mode, sc.Camera.Path = mode, ""
	case isCameraFile(camera):
		if _, err := scenario.Load(camera); err == nil {
			return usage.Errorf("--camera %s is a scenario; use a camera file, which contains [[key]] tables", camera)
		}
		if err := kinds.ExpectFile("--camera "+camera, camera); err != nil {
			return err
		}
		sc.Camera.Path = files.Absolute(camera)
	default:
		names := look.ModeNames()
		return usage.Errorf("--camera %s: must be %s or a camera file (%s)%s", camera, strings.Join(names, ", "), strings.Join(cameraEndings(), ", "), message.DidYouMean(camera, names))
	}
	return nil
}

// TierOf returns the tier that --tier names.
func TierOf(name string) (look.Tier, error) {
	names := look.TierNames()
	k := slices.Index(names, name)
	if k < 0 {
		return 0, usage.Errorf("--tier %s: must be one of %s%s", name, strings.Join(names, ", "), message.DidYouMean(name, names))
	}
	return look.Tier(k), nil
}

// SceneFiles returns the files that a recording stores: those of the birds, the camera path and the
// obstacles.
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
