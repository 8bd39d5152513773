package flock

import (
	"fmt"
	"strings"
)

// MaxCount is the most boids of a World, and MaxMatrix with the index Matrix.
const (
	MaxCount  = 4_000_000
	MaxMatrix = 20_000
)

// Bytes that a World needs for each boid with a grid, and for each pair with a
// matrix, nearly.
const (
	boidBytes = 180
	pairBytes = 4
)

// Def is all that decides a run: the same Def gives the same bits.
type Def struct {
	Seed     uint64
	TickRate int     // ticks a second, a multiple of 30
	WarmUp   float32 // seconds simulated before tick 0
	Start    Start
	Workers  int   // goroutines that share a tick; 0 chooses, and -N leaves N cores to others. Changes no result
	Index    Index // how neighbours are found. Changes no result
	Params   Params
}

// Start is the cloud that a flock begins as, before the warm-up.
type Start struct {
	Shape    StartShape
	Roomy    bool    // as dense as a flock in flight, whatever the radius
	Radius   float32 // of the ball that boids are strewn in, or of the disc; half the edge of the box; twice the spread of the blob, m
	Altitude float32 // of its centre above ground, m; it lies over the roost
	Speed    float32 // of every boid, m/s; 0 begins at rest, as S3 advises
	Disorder float32 // 0: all on one course, drawn from the seed; 1: each on its own
}

// StartShape is the shape of the cloud.
type StartShape int

// The shapes.
const (
	Ball StartShape = iota // uniform in a ball
	Box                    // uniform in a cube
	Blob                   // a Gaussian, dense in the middle
	Disc                   // uniform in a ball pressed flat, as a flock in flight lies
)

// StartShapes names the values of StartShape, in order.
func StartShapes() []string { return []string{"ball", "box", "blob", "disc"} }

// validate reports all that is wrong with d, by the key of a scenario file.
func (d *Def) validate() error {
	var wrong []error
	if d.TickRate < 30 || d.TickRate > 960 || d.TickRate%30 != 0 {
		wrong = append(wrong, fmt.Errorf("tick_rate is %d: want a multiple of 30 from 30 to 960", d.TickRate))
	}
	for _, f := range []struct {
		key, unit       string
		value, min, max float64
	}{
		{"warm_up", "s", float64(d.WarmUp), 0, 600},
		{"workers", "", float64(d.Workers), -256, 256},
		{"start.radius", "m", float64(d.Start.Radius), 0, 500},
		{"start.altitude", "m", float64(d.Start.Altitude), 0, 500},
		{"start.speed", "m/s", float64(d.Start.Speed), 0, 50},
		{"start.disorder", "", float64(d.Start.Disorder), 0, 1},
	} {
		if err := inRange(f.key, f.unit, f.value, f.min, f.max); err != nil {
			wrong = append(wrong, err)
		}
	}
	if d.Start.Shape < Ball || d.Start.Shape > Disc {
		wrong = append(wrong, fmt.Errorf("start.shape is %d: want one of %s", d.Start.Shape, strings.Join(StartShapes(), ", ")))
	}
	if d.Index < Auto || d.Index > Brute {
		wrong = append(wrong, fmt.Errorf("index is %d: want one of %s", d.Index, strings.Join(Indices(), ", ")))
	}
	if err := d.admit(&d.Params); err != nil {
		wrong = append(wrong, err)
	}
	return asOne(wrong)
}

// admit reports what is wrong with parameters for a World of this Def.
func (d *Def) admit(p *Params) error {
	if err := p.Validate(); err != nil {
		return err
	}
	if n := p.Int("count"); d.Index == Matrix && n > MaxMatrix {
		return fmt.Errorf("count is %d with the index matrix: want at most %d, or the index grid (the matrix would need %s of memory)",
			n, MaxMatrix, memory(float64(n)*float64(n)/2*pairBytes))
	}
	return nil
}

// memory is a number of bytes for people.
func memory(bytes float64) string {
	if bytes < 1e9 {
		return fmt.Sprintf("%.0f MB", bytes/1e6)
	}
	return fmt.Sprintf("%.0f GB", bytes/1e9)
}
