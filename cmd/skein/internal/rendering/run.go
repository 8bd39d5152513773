package rendering

import (
	"context"

	"skein/cmd/skein/internal/console"
)

// Run draws the pictures, the film or the figure.
func (c *Options) Run(ctx context.Context, g *console.Console) error {
	if err := c.checkFigureFlags(); err != nil {
		return err
	}
	if c.Figure != "" {
		return c.runFigure(ctx, g)
	}
	return c.runPictures(ctx, g)
}
