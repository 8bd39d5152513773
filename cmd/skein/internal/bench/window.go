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

// windowRow measures frames in a window with the panel. It opens the window twice, so that caches are
// filled the second time. If there is no display, it returns ok = false.
func (c *options) windowRow(ctx context.Context, birds int) (row frameRow, ok bool, err error) {
	for _, frames := range []int{1, c.Frames} {
		if row, err = c.inWindow(ctx, birds, frames); errors.Is(err, window.ErrNoDisplay) {
			return row, false, nil
		}
		if err != nil {
			return row, false, err
		}
	}
	return row, true, nil
}

func (c *options) inWindow(ctx context.Context, birds, frames int) (row frameRow, err error) {
	t := timing{start: time.Now()}
	sc, flags, err := c.scene(birds)
	if err != nil {
		return row, err
	}
	bird, err := bird.Baking(ctx, nil, nil, sc)
	if err != nil {
		return row, err
	}
	world, err := input.WarmWorld(ctx, flags.Def(sc))
	if err != nil {
		return row, err
	}
	s, err := fly.Open(&fly.Options{Size: c.Size, Simulation: flags, Unthrottled: true}, fly.Staged{Scene: sc, Birds: bird, World: world})
	if err != nil {
		return row, err
	}
	defer s.Close()
	if err := frameFlock(s.Studio, image.Point(c.Size)); err != nil {
		return row, err
	}
	err = t.measure(ctx, frames, func(n int, paused bool) error {
		s.Ticking.Join()
		s.Studio.Controls.Paused = paused
		_, err := s.Frame(n)
		return err
	})
	if err != nil {
		return row, err
	}
	row = c.row("window", s.Win.Framebuffer(), &t, s.Renderer)
	row.Panel, row.Birds, row.Shadows = true, birds, s.Studio.Controls.Show.Shadows
	return row, nil
}
