//go:build cgo && !nowindow

package program

import (
	"context"
	"errors"
	"image"
	"time"

	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/input"
	"skein/engine/window"
)

// windowed times frames in a real window with the panel; ok is false where no
// window can be opened. It is opened twice: the second time what can be kept is there.
func (c *benchOptions) windowed(ctx context.Context, birds int) (row frameRow, ok bool, err error) {
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

func (c *benchOptions) inWindow(ctx context.Context, birds, frames int) (row frameRow, err error) {
	t := timing{begun: time.Now()}
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
	s, err := openSession(&flyOptions{Size: c.Size, Simulation: flags, unthrottled: true}, staged{sc, bird, world})
	if err != nil {
		return row, err
	}
	defer s.close()
	if err := frameFlock(s.studio, image.Point(c.Size)); err != nil {
		return row, err
	}
	err = t.take(ctx, frames, func(n int, still bool) error {
		s.ticking.Join()
		s.studio.Controls.Paused = still
		_, err := s.frame(n)
		return err
	})
	if err != nil {
		return row, err
	}
	row = c.row("window", s.win.Framebuffer(), &t, s.renderer)
	row.Panel, row.Birds, row.Shadows = true, birds, s.studio.Controls.Show.Shadows
	return row, nil
}
