package recording_test

import (
	"fmt"
	"os"
	"path/filepath"

	"skein/flock"
	"skein/flock/recording"
	"skein/flock/scenario/testscene"
)

// The example records a flight of 5 s with 30 frames per second, and compares the last recorded state with
// the flock.
func Example() {
	def := testscene.Def("paper")
	world := must(flock.NewWorld(def))
	path := filepath.Join(os.TempDir(), "flight.mcap")
	defer os.Remove(path)
	recorder := recording.NewRecorder(must(recording.Create(path, recording.MetaOf(def, 30), recording.Options{Force: true})))
	fail(recorder.Tick(world, nil))
	for range 5 * def.TickRate {
		world.Step()
		fail(recorder.Tick(world, world.TakeEvents(nil)))
	}
	frames := must(recorder.Close())

	reader := must(recording.Open(path))
	defer reader.Close()
	var last flock.Snapshot
	fail(reader.Frame(frames-1, &last))
	fmt.Printf("%d frames, recorded: %t\n", frames, last.Hash == world.Hash())
	// Output: 151 frames, recorded: true
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
