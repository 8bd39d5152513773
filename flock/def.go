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
	Radius   float32 // of the ball that boids are strewn in; half the edge of the box; twice the spread of the blob, m
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
)

// StartShapes names the values of StartShape, in order.
func StartShapes() []string { return []string{"ball", "box", "blob"} }

// DefaultDef is the scene "murmuration": 300 birds that wheel over their roost.
func DefaultDef() Def {
	return Def{
		Seed: 4, TickRate: 60, WarmUp: 46,
		Start:  Start{Radius: 8, Altitude: 10, Speed: 9, Disorder: 0.2},
		Params: DefaultParams(),
	}
}

// DefaultParams are those of the scene "murmuration", tuned so that some ten
// leaders a minute break away and are taken back.
func DefaultParams() Params {
	return Params{
		Count:  300,
		Vision: 3.5, Neighbourhood: Sphere, Nearest: 7, FieldOfView: 360,

		Separation: 0.4, SeparationRadius: 1.5, Falloff: Linear,
		Cohesion: 0.03, Alignment: 0.1, SteerLimit: 0.8,

		CruiseSpeed: 9, CruiseRate: 0.05, MinSpeed: 5, MaxSpeed: 13,

		Leadership: 0.28, DrawSigma: 0.1, EccentricityFloor: 0.3,
		FrontTest: true, FrontFloor: 0.2, SlowSpeed: 0.5,
		EscapeSeconds: 3, EscapeStrength: 0.09, EscapePoints: Smooth.Points(), EscapeSpeed: 1.6,

		Salience: 10, SalienceRange: 8, LonelyCount: 28, LonelyRange: 12,
		GustStrength: 0.09, GustSeconds: 1, GustVertical: 0.3,

		RoostPull: 0.045, RoostRadius: 20, RoostWander: 8, RoostHeight: 10, Meander: 0.25,
		HeightPull: 0.05, HeightDamp: 0.04, GroundMargin: 4,
		BoundsSize: 60, BoundsMargin: 15, BoundsTurn: 0.5,

		Wingspan: 0.7, FlapRate: 5, BankTime: 0.8, GlideSink: 0.25,
	}
}

// PaperDef is the scene "paper".
func PaperDef() Def {
	d := DefaultDef()
	d.Start = Start{Radius: 8, Altitude: 20, Speed: 5, Disorder: 0.1}
	d.Params = PaperParams()
	return d
}

// PaperParams are those of the scene "paper": S3's rules as meant, its plain sum
// of separation over the vision sphere, and none of the additions. They balance
// at m* = K/S = 40 in sight (H3), and the highest speed lies so little above the
// flock's that a leader seldom gets out of sight (S3, "because of the maximal
// speed").
func PaperParams() Params {
	return Params{
		Count:  250,
		Vision: 3.5, Neighbourhood: Sphere, Nearest: 7, FieldOfView: 360,
		Separation: 0.0005, Falloff: Sum, Cohesion: 0.02, Alignment: 0.1,
		CruiseSpeed: 5, MaxSpeed: 6.5,

		Leadership: 0.29, DrawSigma: 0.1, FrontTest: true, SlowSpeed: 0.5,
		EscapeSeconds: 3, EscapeStrength: 0.09, EscapePoints: Smooth.Points(), EscapeSpeed: 1,

		Salience: 1, LonelyRange: 12, GustSeconds: 1, GustVertical: 0.5,
		RoostRadius: 30, RoostHeight: 20, GroundMargin: 4,
		BoundsSize: 60, BoundsMargin: 15, BoundsTurn: 0.5,
		Wingspan: 0.7, FlapRate: 5, BankTime: 0.35, GlideSink: 0.25,
	}
}

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
	if d.Start.Shape < Ball || d.Start.Shape > Blob {
		wrong = append(wrong, fmt.Errorf("start.shape is %d: want one of %s", d.Start.Shape, strings.Join(StartShapes(), ", ")))
	}
	if d.Index < Auto || d.Index > Brute {
		wrong = append(wrong, fmt.Errorf("index is %d: want one of %s", d.Index, strings.Join(Indices(), ", ")))
	}
	if err := d.admit(&d.Params); err != nil {
		wrong = append(wrong, err)
	}
	return join(wrong)
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
