package flock_test

import (
	"fmt"
	"os"
	"path/filepath"

	"skein/flock"
	"skein/flock/recording"
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

// The example defines a rule and a model, flies a flock, hashes and records its states, and reads the
// recording.
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
	def := flock.Def{Seed: 7, TickRate: 60, Flock: flock.Flock{Start: flock.Start{Radius: 8, Altitude: 20, Speed: 5}, Params: carousel.Params()}}
	fail(def.Params.Set("orbit_pull", 0.25)) // scenario files use the same key
	world := must(flock.NewWorld(def))

	path := filepath.Join(os.TempDir(), "carousel.mcap")
	defer os.Remove(path)
	tape := recording.NewRecorder(must(recording.Create(path, recording.MetaOf(def, 30), recording.Options{Force: true})))
	fail(tape.Tick(world, nil))
	for range 300 {
		world.Step()
		fail(tape.Tick(world, world.TakeEvents(nil)))
	}
	frames := must(tape.Close())

	back := must(recording.Open(path))
	defer back.Close()
	var last flock.Snapshot
	fail(back.Frame(frames-1, &last))
	fmt.Printf("%d frames, %016x, recorded: %t\n", frames, world.Hash(), last.Hash == world.Hash())
	// Output: 151 frames, b08f6af66946e3ad, recorded: true
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
