//go:build cgo && !nowindow

package main

import (
	"context"
	"errors"
	"image"
	"time"

	"skein/engine/window"
)

// windowed times frames in a real window with the panel; ok is false where no
// window can be opened.
func (c *BenchCmd) windowed(ctx context.Context, birds int) (row frameRow, ok bool, err error) {
	begun := time.Now()
	sc, flags, err := c.scene(birds)
	if err != nil {
		return row, false, err
	}
	bird, err := baking(ctx, nil, nil, sc)
	if err != nil {
		return row, false, err
	}
	world, err := warmWorld(ctx, flags.def(sc))
	if err != nil {
		return row, false, err
	}
	s, err := openSession(&FlyCmd{Size: c.Size, WorldFlags: flags, free: true}, staged{sc, bird, world})
	if errors.Is(err, window.ErrNoDisplay) {
		return row, false, nil
	}
	if err != nil {
		return row, false, err
	}
	defer s.close()
	if err := frameFlock(s.studio, image.Point(c.Size)); err != nil {
		return row, false, err
	}
	var t timing
	for n := 1; n <= c.Frames; n++ {
		if err := ctx.Err(); err != nil {
			return row, false, err
		}
		start := time.Now()
		if _, err := s.frame(n); err != nil {
			return row, false, err
		}
		t.frames = append(t.frames, milliseconds(start))
		if n == 1 {
			t.first = milliseconds(begun)
		}
	}
	row = c.row("window", s.win.Framebuffer(), &t, s.renderer.Info())
	row.Panel, row.Birds, row.Shadows = true, birds, s.studio.Controls.Show.Shadows
	return row, true, nil
}
