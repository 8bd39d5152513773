package flock_test

import (
	"fmt"

	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/rules"
	"skein/flock/vec"
)

// Orbit makes boids circle a post at the origin.
type Orbit struct {
	Pull  float32 `key:"orbit_pull" unit:"m/s" range:"0,2" slider:"0.5" doc:"steer to the post per 1/30 s; 0 switches it off"`
	Width float32 `key:"orbit_width" unit:"m" range:"1,100" doc:"distance from which the steer has its full strength"`
}

func (r *Orbit) About() flock.About { return flock.About{Name: "orbit", Source: "this example"} }
func (r *Orbit) IsActive() bool     { return r.Pull > 0 }

func (r *Orbit) Steer(me *flock.Self) vec.Vec {
	in := me.Pos.Neg().Flat()
	share := min(1, in.Length()/r.Width)
	return in.Unit().Scale(float32(r.Pull * share))
}

// The example defines a rule and a model, simulates a flock, and hashes its state. The example of package
// flock/recording records a flight.
func Example() {
	carousel := must(flock.NewModel(flock.ModelDef{
		Name: "carousel", Title: "boids around a post", Count: 40,
		Sight:  flock.Sight{Vision: 4, Nearest: 7, FieldOfView: 300},
		Speeds: flock.Speeds{MinSpeed: 3, MaxSpeed: 8},
		Flight: flock.Flight{Wingspan: 0.7, FlapRate: 5, BankTime: 0.4},
		Rules: []flock.Rule{
			&rules.Separation{Gain: 0.1, Radius: 1.5},
			&rules.Alignment{Gain: 0.05},
			&Orbit{Pull: 0.2, Width: 12},
		},
	}))
	def := flock.Def{Seed: 7, TickRate: 60, Flock: flock.Flock{Start: cloud.Start{Radius: 8, Altitude: 20, Speed: 5}, Params: carousel.Params()}}
	fail(def.Params.Set("orbit_pull", 0.25)) // scenario files use the same key
	world := must(flock.NewWorld(def))

	for range 300 {
		world.Step()
	}
	fmt.Printf("%d birds after %d ticks, %016x\n", world.Len(), world.Tick(), world.Hash())
	// Output: 40 birds after 300 ticks, b08f6af66946e3ad
}

func must[T any](v T, err error) T {
	fail(err)
	return v
}

func fail(err error) {
	if err != nil {
		panic(err)
	}
}
