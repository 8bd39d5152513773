package picture

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
	"skein/models"
)

// landing is a reel of one bird. It brakes from 9 m/s at 5 m/s², reaches its perch at 0.8 m/s, sits for a
// second and takes off.
type landing struct{ rate float64 }

func (l landing) Frames() int { return int(5 * l.rate) }

const (
	landingBegins = 1.0
	landed        = landingBegins + (9-0.8)/5
	leaves        = landed + 1
)

func (l landing) Frame(i int, dst *flock.Snapshot) error {
	t := float64(i) / l.rate
	speed, flags := 9.0, flock.Flags(0)
	switch {
	case t >= leaves:
		speed = min(0.8+8*(t-leaves), 9)
	case t >= landed:
		speed, flags = 0.01, flock.Perched
	case t >= landingBegins:
		speed = 9 - 5*(t-landingBegins)
	}
	*dst = flock.Snapshot{
		Tick: int64(i), TickRate: int(l.rate), Pos: []mgl32.Vec3{{0, 5, 0}}, Vel: []mgl32.Vec3{{0, 0, float32(speed)}},
		Up: []mgl32.Vec3{{0, 1, 0}}, Phase: []float32{0}, Flags: []flock.Flags{flags},
	}
	return nil
}

// A bird flares while it brakes before a perch. It folds its wings within a third of a second after it
// sits down, and opens them when it leaves. Its poses never jump, and depend only on earlier frames.
func TestPoses(t *testing.T) {
	reel := landing{60}
	params := []flock.Params{model.With(testscene.Def("murmuration").Params, "min_speed", 6, "cruise_speed", 9)}
	var a, b flock.Snapshot
	at := func(seconds float64) [models.StanceCount]float32 {
		var p Poses
		i := int(seconds * reel.rate)
		reel.Frame(i, &a)
		reel.Frame(i+1, &b)
		if err := p.Recall(reel, reel.rate, i, params, &a, &b); err != nil {
			t.Fatal(err)
		}
		boid := flock.Boid{Vel: a.Vel[0]}
		return p.weights(0, float32(seconds*reel.rate-float64(i)), 9, &boid)
	}
	var live Poses
	reel.Frame(0, &a)
	live.Begin(&a)
	last := at(0)
	for k := 1; k < 4*240; k++ {
		current := at(float64(k) / 240)
		current[models.Flare] *= 1 - current[models.Rest] // the flare is not visible while the wings are folded
		for s := range current {
			if math.Abs(float64(current[s]-last[s])) > 0.05 {
				t.Fatalf("at %.3f s stance %d jumps from %v to %v", float64(k)/240, s, last[s], current[s])
			}
		}
		last = current
	}
	for _, c := range []struct {
		seconds     float64
		rest, flare float32
	}{{0.5, 0, 0}, {landed - 0.1, 0, 1}, {landed + 0.32, 1, 0}, {leaves - 0.1, 1, 0}, {leaves + 0.25, 0, 0}, {4, 0, 0}} {
		h := at(c.seconds)
		h[models.Flare] *= 1 - h[models.Rest]
		if math.Abs(float64(h[models.Rest]-c.rest)) > 0.01 || math.Abs(float64(h[models.Flare]-c.flare)) > 0.01 {
			t.Errorf("at %.2f s the amount of rest is %v and of flare %v, want %v and %v", c.seconds, h[models.Rest], h[models.Flare], c.rest, c.flare)
		}
	}
	// A live flock adds one snapshot after another. It must show the same poses.
	for i := 1; i < int(leaves*reel.rate)+30; i++ {
		reel.Frame(i-1, &a)
		reel.Frame(i, &b)
		live.Add(&a, &b, params)
		boid := flock.Boid{Vel: a.Vel[0]}
		current, film := live.weights(0, 0, 9, &boid), at((float64(i)-1)/reel.rate+1e-9)
		if math.Abs(float64(current[models.Rest]-film[models.Rest])) > 1e-3 {
			t.Errorf("tick %d: the amount of rest is %v live, but %v in a film", i, current[models.Rest], film[models.Rest])
		}
	}
}

func TestStoop(t *testing.T) {
	for _, c := range []struct {
		v    mgl32.Vec3
		want float32
	}{{mgl32.Vec3{0, -28, 20}, 1}, {mgl32.Vec3{0, 0, 34}, 0}, {mgl32.Vec3{0, -8, 12}, 0}, {mgl32.Vec3{0, 28, 20}, 0}, {mgl32.Vec3{}, 0}} {
		if got := stoopAmount(c.v, 15); got != c.want {
			t.Errorf("at the velocity %v the amount of stoop is %v, want %v", c.v, got, c.want)
		}
	}
}
