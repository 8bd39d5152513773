package bench

import (
	"context"
	"fmt"
	"image"
	"io"
	"text/tabwriter"
	"time"
	"unsafe"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/stage"
	"skein/engine/camera"
	"skein/engine/frame"
	"skein/engine/studio"
)

type composeRow struct {
	Birds int     `json:"birds"`
	Rate  int     `json:"ticks_per_second"`
	MS    float64 `json:"compose_ms_per_frame"` // median time
	Worst float64 `json:"worst_compose_ms"`     // 95th percentile
	Bytes int     `json:"bytes_per_tick"`       // sent to the graphics card; 0 if the birds are sent again for each frame
}

func (c *options) runCompose(ctx context.Context, g *console.Console) error {
	var rows []composeRow
	bar := console.NewProgress(g, "timing frames", len(c.Birds))
	defer bar.End()
	for i, birds := range c.Birds {
		row, err := c.timeCompose(ctx, birds)
		if err != nil {
			return err
		}
		rows = append(rows, row)
		bar.Update(i + 1)
	}
	if g.JSON {
		return g.Document(struct {
			Compose []composeRow `json:"compose"`
		}{rows})
	}
	return printCompose(g.Stdout, rows)
}

// warmUpFrames is the number of frames before the timed ones. In the first frames, the driver compiles
// programs and allocates memory.
const warmUpFrames = 5

func (c *options) timeCompose(ctx context.Context, birds int) (row composeRow, err error) {
	sc, flags, err := c.scene(birds)
	if err != nil {
		return row, err
	}
	def := flags.Def(sc)
	world, err := input.WarmWorld(ctx, def)
	if err != nil {
		return row, err
	}
	session := studio.New(world, def, sc.Look)
	stage.Place(&session.Rig, sc)
	row.Birds, row.Rate = birds, def.TickRate
	var times []float64
	const fps = 60
	for k := range warmUpFrames + max(c.Frames, 1) {
		if err := ctx.Err(); err != nil {
			return row, err
		}
		if _, err := session.Advance(float64(k) / fps); err != nil {
			return row, err
		}
		begun := time.Now()
		f := session.Frame(image.Point(c.Size), 1.0/fps, camera.Drive{})
		if k >= warmUpFrames {
			times = append(times, milliseconds(begun))
		}
		if f.Swarm != nil {
			row.Bytes = f.Count() * int(unsafe.Sizeof(frame.TickBird{}))
		}
	}
	row.MS = median(times) // sorts the times
	row.Worst = times[95*(len(times)-1)/100]
	return row, nil
}

func printCompose(out io.Writer, rows []composeRow) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "birds\tticks per second\tms per frame\t95th percentile\tMB per tick\t")
	for _, r := range rows {
		sent := "-"
		if r.Bytes > 0 {
			sent = fmt.Sprintf("%.1f", float64(r.Bytes)/1e6)
		}
		fmt.Fprintf(w, "%d\t%d\t%.2f\t%.2f\t%s\t\n", r.Birds, r.Rate, r.MS, r.Worst, sent)
	}
	return w.Flush()
}
