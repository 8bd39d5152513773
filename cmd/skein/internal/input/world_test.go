package input

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"skein/cmd/skein/internal/cache"
	"skein/flock"
)

func TestWarmUpsAreCached(t *testing.T) {
	hunt := filepath.Join(t.TempDir(), "hunt.toml")
	if err := os.WriteFile(hunt, []byte(`version = 1
name = "hunt"
species = "sparrow"
flees = ["hawk"]
seed = 7
params.count = 24
[[flock]]
species = "hawk"
follows = ["sparrow"]
params.count = 3
[[obstacle]]
name = "tower"
shape = "box"
at = [0, 20, 0]
size = [8, 40, 8]
[[event]]
at = 0.5
key = "cohesion"
species = "sparrow"
value = 0.1
seconds = 1.0
[[event]]
at = 1.0
do = "scatter"
`), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, count := range map[string]int{"murmuration": 60, hunt: 24} {
		t.Run(filepath.Base(name), func(t *testing.T) { testStoredWarmUps(t, name, count) })
	}
}

func testStoredWarmUps(t *testing.T, scene string, count int) {
	store := cache.Cache{Folder: t.TempDir(), MaxBytes: 1 << 20}
	flags := Simulation{Count: &count}
	sc, err := flags.Load(scene)
	if err != nil {
		t.Fatal(err)
	}
	def := flags.Def(sc)
	def.WarmUp = 2
	files := func() int {
		all, err := os.ReadDir(store.Folder)
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	flown := func(w *flock.World, err error) (hash uint64, events []flock.Event) {
		if err != nil {
			t.Fatal(err)
		}
		if w.Tick() != 0 {
			t.Fatalf("the world starts at tick %d, want 0", w.Tick())
		}
		for range 300 {
			w.Step()
		}
		return w.Hash(), w.TakeEvents(nil)
	}
	want, told := flown(flock.NewWorld(def))
	for _, when := range []string{"at first", "again"} {
		if hash, events := flown(warmCached(def, store)); hash != want || !reflect.DeepEqual(events, told) || len(told) == 0 {
			t.Errorf("%s: the flight differs, with %d events instead of %d", when, len(events), len(told))
		}
		if n := files(); n != 1 {
			t.Errorf("%s: %d warm-ups are stored, want 1", when, n)
		}
	}
	for name, change := range map[string]func(*flock.Def){
		"seed":    func(d *flock.Def) { d.Seed++ },
		"warm-up": func(d *flock.Def) { d.WarmUp = 3 },
		"rate":    func(d *flock.Def) { d.TickRate *= 2 },
		"cohesion": func(d *flock.Def) {
			if err := d.Params.Set("cohesion", 0.3); err != nil {
				t.Fatal(err)
			}
		},
	} {
		other := def
		change(&other)
		fresh, _ := flown(flock.NewWorld(other))
		if hash, _ := flown(warmCached(other, store)); hash != fresh || hash == want {
			t.Errorf("with another %s, the flight differs from one without the cache, or did not change", name)
		}
	}
	if n := files(); n != 5 {
		t.Errorf("%d warm-ups are stored, want 5", n)
	}
	checkUsed(t, def, store.MinTime, flown)
}

func checkUsed(t *testing.T, def flock.Def, worth time.Duration, flown func(*flock.World, error) (uint64, []flock.Event)) {
	t.Helper()
	other := def
	other.Seed++
	var folders [2]cache.Cache
	var hashes [2]uint64
	var names [2]string
	for k, d := range []flock.Def{def, other} {
		folders[k] = cache.Cache{Folder: t.TempDir(), MaxBytes: 1 << 20, MinTime: worth}
		hashes[k], _ = flown(warmCached(d, folders[k]))
		files, err := os.ReadDir(folders[k].Folder)
		if err != nil || len(files) != 1 {
			t.Fatalf("%d warm-ups are stored (error %v), want 1", len(files), err)
		}
		names[k] = files[0].Name()
	}
	for k, d := range []flock.Def{def, other} {
		data, _ := folders[1-k].Get(names[1-k])
		swapped := cache.Cache{Folder: t.TempDir(), MaxBytes: 1 << 20, MinTime: worth}
		swapped.Put(names[k], data)
		if hash, _ := flown(warmCached(d, swapped)); hash != hashes[1-k] || hashes[0] == hashes[1] {
			t.Error("the world does not start from the stored warm-up")
		}
	}
}
