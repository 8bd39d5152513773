//go:build cgo

package bench

import (
	"context"
	"fmt"
	"image"
	"slices"
	"time"

	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/stage"
	"skein/engine/camera"
	"skein/engine/headless"
	"skein/engine/render"
	"skein/engine/studio"
	"skein/models"
)

func (c *options) frames(ctx context.Context, g *console.Console) ([]frameRow, error) {
	var rows []frameRow
	bar := console.NewProgress(g, "timing frames", len(c.Birds))
	defer bar.End()
	display := true
	for i, birds := range c.Birds {
		if display && slices.Contains(c.Tier, "draft") {
			var windowed []frameRow
			var err error
			if windowed, display, err = c.windowRows(ctx, birds); err != nil {
				return nil, err
			}
			rows = append(rows, windowed...)
		}
		bare, err := c.headlessRows(ctx, birds)
		if err != nil {
			return nil, err
		}
		rows = append(rows, bare...)
		bar.Update(i + 1)
	}
	return rows, nil
}

func (c *options) headlessRows(ctx context.Context, birds int) (rows []frameRow, err error) {
	begun := time.Now()
	s, err := c.openSubject(ctx, birds)
	if err != nil {
		return nil, err
	}
	defer s.gl.Close()
	for _, name := range c.Tier {
		tier := render.Tier(slices.Index(render.Tiers(), name))
		for _, samples := range []int{1, 4} {
			s.session.Controls.Show.Shadows = samples > 1
			row, err := c.timeRenderer(ctx, s, render.Options{Samples: samples, Tier: tier, Proc: s.gl.Proc}, begun)
			if err != nil {
				return nil, err
			}
			row.Birds = birds
			rows = append(rows, row)
			begun = time.Now()
		}
	}
	return rows, nil
}

type subject struct {
	gl      *headless.Context
	session *studio.Studio
	bird    *models.Baked
}

func (c *options) openSubject(ctx context.Context, birds int) (*subject, error) {
	sc, flags, err := c.scene(birds)
	if err != nil {
		return nil, err
	}
	mix, err := bird.BakedOf(nil, nil, sc, 0)
	if err != nil {
		return nil, err
	}
	world, err := input.WarmWorld(ctx, flags.Def(sc))
	if err != nil {
		return nil, err
	}
	session := studio.New(world, flags.Def(sc), sc.Look)
	stage.Place(&session.Rig, sc)
	gl, err := headless.New()
	return &subject{gl, session, mix.Birds[0]}, err
}

func (c *options) timeRenderer(ctx context.Context, s *subject, o render.Options, begun time.Time) (row frameRow, err error) {
	session := s.session
	r, err := render.New(o)
	if err != nil {
		return row, err
	}
	defer r.Close()
	if err := r.SetBirds(s.bird); err != nil {
		return row, err
	}
	if err := frameFlock(session, image.Point(c.Size)); err != nil {
		return row, err
	}
	var ticking studio.BackgroundTicks
	defer ticking.Join()
	t := timing{start: begun}
	zero := time.Now()
	err = t.measure(ctx, c.Frames, func(_ int, paused bool) error {
		if err := ticking.Join().Err; err != nil {
			return err
		}
		session.Controls.Paused = paused
		composing := time.Now()
		f := session.Frame(image.Point(c.Size), 1.0/60, camera.Drive{})
		composed := milliseconds(composing)
		ticking.Start(session, time.Since(zero).Seconds())
		sending := time.Now()
		if err := r.Draw(f); err != nil {
			return err
		}
		if !paused {
			t.composeTimes, t.sendTimes = append(t.composeTimes, composed), append(t.sendTimes, milliseconds(sending))
		}
		r.Finish()
		return nil
	})
	if err != nil {
		return row, err
	}
	row = c.row("headless", image.Point(c.Size), &t, r)
	row.Shadows = session.Controls.Show.Shadows
	return row, nil
}

func frameFlock(s *studio.Studio, size image.Point) error {
	const settled = 10 // time in s after which the camera rests
	s.Frame(size, settled, camera.Drive{})
	err := s.Do(studio.FrameFlock, float32(size.X)/float32(size.Y))
	s.Frame(size, settled, camera.Drive{})
	return err
}

// timing contains times in ms: of whole frames, of frames without ticks (drawTimes), of all threads together
// (cpu), and until the first picture.
type timing struct {
	start             time.Time
	frames, drawTimes []float64
	composeTimes      []float64 // times to prepare a frame while the flock flies; empty in a window
	sendTimes         []float64 // times to send a frame to the driver; empty in a window
	cpu, first        float64
}

func (t *timing) measure(ctx context.Context, frames int, frame func(n int, paused bool) error) error {
	n := 0
	once := func(took *[]float64, paused bool) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		start := time.Now()
		n++
		if err := frame(n, paused); err != nil {
			return err
		}
		*took = append(*took, milliseconds(start))
		if n == 1 {
			t.first = milliseconds(t.start)
		}
		return nil
	}
	for range frames {
		if err := once(&t.drawTimes, true); err != nil {
			return err
		}
	}
	before := cpuTime()
	for range frames {
		if err := once(&t.frames, false); err != nil {
			return err
		}
	}
	t.cpu = (cpuTime() - before).Seconds() * 1000 / float64(frames)
	return nil
}

func (c *options) row(where string, size image.Point, t *timing, r *render.Renderer) frameRow {
	ms, info := median(t.frames), r.Info()
	composed, sent := 0.0, 0.0
	if len(t.composeTimes) > 0 {
		composed, sent = median(t.composeTimes), median(t.sendTimes)
	}
	return frameRow{
		Panel: "none", Composed: composed, Sent: sent,
		Where: where, Size: fmt.Sprintf("%dx%d", size.X, size.Y), Samples: info.Samples, Tier: r.Tier().String(),
		Frames: len(t.frames), MS: ms, FPS: 1000 / ms, Worked: t.cpu, DrawnFPS: 1000 / median(t.drawTimes), FirstMS: t.first, Renderer: info.Renderer,
	}
}
