//go:build cgo && !nowindow

package fly

import (
	"context"
	"slices"
	"sync"
	"time"

	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/stage"
	"skein/engine/camera"
	"skein/engine/studio"
	"skein/flock"
	"skein/flock/files"
	"skein/flock/look"
	"skein/flock/scenario"
	"skein/models"
)

// Staged is a loaded scene with its birds and its flock.
type Staged struct {
	Scene *scenario.Scenario
	Birds bird.BirdsFunc
	World *flock.World // nil for a recording
}

func (c *Options) stage(ctx context.Context, g *console.Console) (st Staged, err error) {
	sc, err := c.LoadScene()
	if err != nil {
		return st, err
	}
	if st, err = c.prepare(ctx, g, sc); err != nil && c.rec != nil {
		c.rec.Close()
		c.rec = nil
	}
	return st, err
}

func (c *Options) prepare(ctx context.Context, g *console.Console, sc *scenario.Scenario) (st Staged, err error) {
	st.Scene = sc
	if st.Birds, err = bird.Baking(ctx, g, c.rec, sc); err != nil {
		return st, err
	}
	if c.rec != nil {
		if !c.rec.Complete() {
			g.Warn("%s", input.PartialMessage(c.Scene, c.rec))
		}
		return st, nil
	}
	patience := time.AfterFunc(time.Second, func() { g.Say("skein: warming up %d boids", input.BoidsOf(sc)) })
	defer patience.Stop()
	st.World, err = input.WarmWorld(ctx, c.Def(sc))
	return st, err
}

func (s *session) show(st Staged) (err error) {
	s.scene, s.marks, s.savedFile, s.overwrite, s.camera, s.cameraFit = st.Scene, eventMarks{}, "", nil, cameraKeys{}, cameraFit{}
	s.afterAnswer, s.loadingObstacle, s.joining, s.bookmarks = nil, nil, nil, [9]*camera.Bookmark{}
	s.beforeHunt = [flock.MaxFlocks]*flock.Params{}
	if err = s.openStudio(st.World); err != nil {
		return err
	}
	stage.Place(&s.Studio.Rig, s.scene)
	if err = s.openCameraPath(); err != nil {
		return err
	}
	if err = s.Studio.Set(s.cmd.ApplyStartFrame(controlsOf(s.scene, s.cmd.lookOf(s.scene), s.Studio.Controls)), studio.Done); err != nil {
		return err
	}
	s.openedView = s.Studio.Bookmark()
	s.costs, s.rangeDone = nil, nil
	mixes, err := st.Birds()
	if err != nil {
		return err
	}
	all := models.AllBirds(mixes)
	if err = s.Renderer.SetBirds(all...); err != nil {
		return err
	}
	s.faultyBirds = slices.DeleteFunc(all, func(b *models.Baked) bool { return len(b.ModelWarnings()) == 0 })
	s.loadingBirds, s.birdsShown = [flock.MaxFlocks]*loadingBird{}, nil
	for k := range s.scene.Flocks() {
		s.facings[k] = facingsOf(&mixes[k])
		s.Studio.SetModels(k, mixes[k].Shares)
		own := s.scene.Flocks()[k].Bird
		own.RenameFiles(func(path string) string {
			if inRecording(s.cmd.rec, path) {
				return path
			}
			return files.Absolute(s.scene.PathOf(path))
		})
		s.birdsShown = append(s.birdsShown, "")
		s.setBird(k, own)
	}
	s.markSaved()
	s.startGauges()
	return nil
}

type cameraFit struct{ distance, aspect float32 }

// fitCamera moves the camera of a built-in scene back until it shows the whole flock, unless the user has
// moved it. The scene's own distance fits only one number of boids and one aspect ratio.
func (s *session) fitCamera() {
	c, rig, aspect := &s.scene.Camera, &s.Studio.Rig, s.aspect()
	moved := s.cameraFit != cameraFit{} && rig.Distance != s.cameraFit.distance
	if moved || aspect == s.cameraFit.aspect || rig.Mode != look.Orbit || s.Studio.Path != nil || !isBuiltin(c) {
		return
	}
	rig.Distance = c.Distance
	s.Studio.Hold(aspect)
	s.cameraFit = cameraFit{rig.Distance, aspect}
	s.savedState.Look.Camera.Distance = rig.Distance // not an edit of the user
}

func isBuiltin(c *scenario.Camera) bool {
	return c.Mode == look.Orbit &&
		slices.ContainsFunc(builtinScenes(), func(b builtinScene) bool { return b.scene.Camera == *c })
}

type builtinScene struct {
	name  string
	scene *scenario.Scenario // do not change
}

// builtinScenes returns the built-in scenes. It is cached, because reading them takes a tenth of a second and
// fitCamera needs their cameras in every frame.
var builtinScenes = sync.OnceValue(func() (all []builtinScene) {
	for _, name := range scenario.Names() {
		if sc, err := scenario.Builtin(name); err == nil {
			all = append(all, builtinScene{name, sc})
		}
	}
	return all
})

func (s *session) openStudio(world *flock.World) (err error) {
	sc, def := s.scene, s.cmd.Def(s.scene)
	if world != nil {
		s.Studio = studio.New(world, def, s.cmd.lookOf(sc))
		return nil
	}
	flight, err := stage.FlightOf(s.cmd.rec, def)
	if err != nil {
		return err
	}
	s.marks.update(flight.Events, sc, flight)
	s.Studio, err = studio.NewPlayback(flight, def, s.cmd.lookOf(sc))
	return err
}
