//go:build cgo && !nowindow

package main

import (
	"context"
	"time"

	"skein/engine"
	"skein/flock"
	"skein/flock/scenario"
	"skein/models"
)

// staged is a scene with what flies in it.
type staged struct {
	scene *scenario.Scenario
	bird  awaited
	world *flock.World // nil for a recording
}

// stage makes ready what is to fly: a scene's flock, or a recording, which stays
// open in c.rec.
func (c *FlyCmd) stage(ctx context.Context, g *Globals) (st staged, err error) {
	defer func() {
		if err != nil && c.rec != nil {
			c.rec.Close()
			c.rec = nil
		}
	}()
	if st.scene, err = c.scene(); err != nil {
		return st, err
	}
	st.bird, err = baking(ctx, g, st.scene, func() (*models.Model, error) { return modelOf(c.rec, st.scene) })
	if err != nil {
		return st, err
	}
	if c.rec != nil {
		if !c.rec.Complete() {
			g.say("%s was not finished: its first %d frames are there", c.Scene, c.rec.Frames())
		}
		return st, nil
	}
	patience := time.AfterFunc(time.Second, func() { g.say("skein: warming up %d boids", st.scene.Params.Int("count")) })
	defer patience.Stop()
	st.world, err = newWorld(ctx, c.def(st.scene))
	return st, err
}

// show has the session's studio and renderer show what is staged.
func (s *session) show(st staged) (err error) {
	s.scene, s.escapes, s.mine, s.camera = st.scene, nil, "", cameraKeys{}
	if err = s.enter(st.world); err != nil {
		return err
	}
	place(&s.studio.Rig, s.scene)
	if err = s.onPath(); err != nil {
		return err
	}
	if err = s.studio.Set(s.cmd.halt(controlsOf(s.scene, s.studio.Controls)), engine.Done); err != nil {
		return err
	}
	baked, err := st.bird()
	if err != nil {
		return err
	}
	if err = s.renderer.SetBird(baked); err != nil {
		return err
	}
	s.hatching = nil
	b := s.scene.Bird
	if scenario.IsModelFile(b.File) && !inside(s.cmd.rec, &b) {
		b.File = absolute(s.scene.BirdPath())
	}
	s.adopt(b)
	return nil
}

// enter makes the studio: of a world, or without one of the recording.
func (s *session) enter(world *flock.World) (err error) {
	sc, def := s.scene, s.cmd.def(s.scene)
	if world != nil {
		s.studio = engine.NewStudio(world, def, showOf(sc), lightOf(sc))
		return nil
	}
	flight, err := flightOf(s.cmd.rec, def)
	if err != nil {
		return err
	}
	s.escapes = escapeFrames(flight, def.TickRate)
	s.studio, err = engine.NewPlayback(flight, def, showOf(sc), lightOf(sc))
	return err
}
