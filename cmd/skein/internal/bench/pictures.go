//go:build cgo

package bench

import (
	"context"
	"fmt"
	"image"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/rendering"
	"skein/flock/look"
)

func (c *options) pictures(ctx context.Context, g *console.Console) (rows []pictureRow, err error) {
	bar := console.NewProgress(g, "timing pictures", len(c.Birds))
	defer bar.End()
	for i, birds := range c.Birds {
		more, err := c.pictureRows(ctx, g, birds)
		if err != nil {
			return rows, err
		}
		rows = append(rows, more...)
		bar.Update(i + 1)
	}
	return rows, nil
}

func (c *options) pictureRows(ctx context.Context, g *console.Console, birds int) (rows []pictureRow, err error) {
	sc, flags, err := c.scene(birds)
	if err != nil {
		return nil, err
	}
	sc.Camera.Mode = look.Auto
	for _, samples := range []int{1, 16} {
		took, err := rendering.TimePictures(ctx, g, sc, flags, image.Point(c.Size), c.Pictures, samples)
		if err != nil {
			return nil, err
		}
		ms := 1000 * median(took)
		rows = append(rows, pictureRow{Birds: birds, Size: fmt.Sprintf("%dx%d", c.Size.X, c.Size.Y), Samples: samples, Pictures: c.Pictures, MS: ms, PerSecond: 1000 / ms})
	}
	return rows, nil
}
