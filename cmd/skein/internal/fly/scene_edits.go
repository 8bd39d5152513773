package fly

import (
	"path/filepath"
	"slices"
	"strings"

	"skein/cmd/skein/internal/input"
	"skein/engine/studio"
	"skein/flock/files"
	"skein/flock/look"
	"skein/flock/recording"
	"skein/flock/scenario"
)

func controlsOf(sc *scenario.Scenario, l look.Look, c studio.Controls) studio.Controls {
	c.Look = l
	c.Selected = min(sc.Camera.Boid, input.BoidsOf(sc)-1)
	return c
}

// ApplyStartFrame pauses the playback of the first scene at StartFrame.
func (c *Options) ApplyStartFrame(controls studio.Controls) studio.Controls {
	if c.StartFrame != nil {
		controls.Paused, controls.Playback.Frame = true, float64(*c.StartFrame)
		c.StartFrame = nil // not for scenes that are opened later
	}
	return controls
}

func sceneWithEdits(scene *scenario.Scenario, s *studio.Studio, file string) *scenario.Scenario {
	sc := *scene
	c := &s.Controls
	sc.Seed, sc.Others = s.Seed(), slices.Clone(scene.Others)
	for k, p := range s.ParamsToSave() {
		if k == 0 {
			sc.Params = p
		} else {
			sc.Others[k-1].Params = p
		}
	}
	for k, start := range s.StartsToSave() {
		if k == 0 {
			sc.Start = start
		} else {
			sc.Others[k-1].Start = start
		}
	}
	sc.Look = c.Look
	sc.Camera = s.CameraToSave()
	sc.Camera.Path, sc.Camera.Boid = "", c.Selected
	sc.Surroundings = s.SurroundingsToSave()
	for k := range sc.Surroundings.Obstacles {
		if o := &sc.Surroundings.Obstacles[k]; o.File != "" && !strings.HasPrefix(o.File, recording.ObstacleFolder) {
			o.File = files.Relative(filepath.Dir(file), scene.PathOf(o.File))
		}
	}
	relative := func(path string) string { return files.Relative(filepath.Dir(file), scene.PathOf(path)) }
	sc.Bird.RenameFiles(relative)
	for k := range sc.Others {
		sc.Others[k].Bird.RenameFiles(relative)
	}
	return &sc
}
