//go:build cgo && !nowindow

package bench

import (
	"context"
	"errors"
	"image"
	"time"

	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/fly"
	"skein/cmd/skein/internal/input"
	"skein/engine/window"
)

// windowLayouts are the panels and windows that a window shows beside the picture. The window opens with the
// first layout.
var windowLayouts = []struct {
	name string
	show func(fly.Layout)
}{
	{"panel", func(fly.Layout) {}},
	{"all", fly.Layout.OpenAll},
	{"none", fly.Layout.HidePanel},
}

const settlingFrames = 10

// windowRows measures frames in a window, for each of windowLayouts. It opens the window twice, so that
// caches are filled. ok is false without a display.
func (c *options) windowRows(ctx context.Context, birds int) (rows []frameRow, ok bool, err error) {
	for _, frames := range []int{1, c.Frames} {
		if rows, err = c.inWindow(ctx, birds, frames); errors.Is(err, window.ErrNoDisplay) {
			return nil, false, nil
		}
		if err != nil {
			return nil, false, err
		}
	}
	return rows, true, nil
}

func (c *options) inWindow(ctx context.Context, birds, frames int) (rows []frameRow, err error) {
	start := time.Now()
	sc, flags, err := c.scene(birds)
	if err != nil {
		return nil, err
	}
	bird, err := bird.Baking(ctx, nil, nil, sc)
	if err != nil {
		return nil, err
	}
	world, err := input.WarmWorld(ctx, flags.Def(sc))
	if err != nil {
		return nil, err
	}
	s, err := fly.Open(&fly.Options{Size: c.Size, Simulation: flags, Unthrottled: true}, fly.Staged{Scene: sc, Birds: bird, World: world})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	if err := frameFlock(s.Studio, image.Point(c.Size)); err != nil {
		return nil, err
	}
	drawn := 0
	frame := func(_ int, paused bool) error {
		s.Ticking.Join()
		s.Studio.Controls.Paused = paused
		drawn++
		_, err := s.Frame(drawn)
		return err
	}
	for k, layout := range windowLayouts {
		layout.show(s.Layout())
		for range settlingFrames * min(k, 1) {
			if err := frame(0, true); err != nil {
				return nil, err
			}
		}
		t := timing{start: start}
		if err := t.measure(ctx, frames, frame); err != nil {
			return nil, err
		}
		row := c.row("window", s.Win.Framebuffer(), &t, s.Renderer)
		row.Panel, row.Birds, row.Shadows = layout.name, birds, s.Studio.Controls.Show.Shadows
		if k > 0 {
			row.FirstMS = 0
		}
		rows = append(rows, row)
	}
	return rows, nil
}
