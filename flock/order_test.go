package flock

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"skein/flock/view"
)

// shuffle moves the boids of w to other slots. With withIDs, they keep their ids. Otherwise, ids become
// slots, and oldIDs[i] is the earlier id of boid i.
func shuffle(t *testing.T, w *World, withIDs bool) (oldIDs []int) {
	t.Helper()
	old := w.flocks[0].columns.NewBlock(w.flocks[0].N)
	oldIDs = make([]int, w.flocks[0].N)
	for slot, id := range w.flocks[0].Boids.ID {
		w.flocks[0].columns.CopyTo(&old.Boids, slot, &w.flocks[0].Boids, slot)
		oldIDs[slot] = int(id)
	}
	order := rand.New(rand.NewPCG(1, 2)).Perm(w.flocks[0].N)
	where := make([]int32, w.flocks[0].N)
	for slot, from := range order {
		w.flocks[0].columns.CopyTo(&w.flocks[0].Boids, slot, &old.Boids, from)
		where[from] = int32(slot)
		if !withIDs {
			oldIDs[slot] = int(old.ID[from])
			w.flocks[0].Boids.ID[slot] = int32(slot)
		}
	}
	w.flocks[0].updateSlots(where)
	w.flocks[0].prepare()
	return oldIDs
}

// Flocks that differ only in their boids' slots fly alike, with every index.
func TestSlotsDoNotMatter(t *testing.T) {
	for k, name := range Indices()[1:] {
		for _, n := range []int{0, 3} { // the neighbourhoods Sphere and NearestInSight
			d := DefaultDef()
			d.TickRate, d.WarmUp, d.Index, d.Workers = 30, 4, Index(k+1), 1
			put(&d.Params, "count", 150, "leadership", 0.5, "neighbourhood", n)
			w, other := world(t, d), world(t, d)
			shuffle(t, other, true)
			led := 0
			for range 150 {
				w.Step()
				other.Step()
				led += len(w.flocks[0].Leaders)
			}
			if w.Hash() != other.Hash() {
				t.Errorf("index %s, neighbourhood %d: with the boids in other slots, the flock flies differently", name, n)
			}
			if led == 0 {
				t.Error("no boid led: the test proves nothing")
			}
		}
	}
}

// If a flock uses no random numbers, ids do not affect its flight, here with the rules of S3.
func TestIDsDoNotMatter(t *testing.T) {
	for k, name := range Indices()[1:] {
		for n := range int(view.Everyone) + 1 {
			d := PaperDef()
			d.TickRate, d.WarmUp, d.Index, d.Start.Disorder = 30, 1, Index(k+1), 0.5
			put(&d.Params, "count", 150, "leadership", 0, "neighbourhood", n, "field_of_view", 300, "separation", 0.01,
				"separation_radius", 2, "falloff", InverseSquare)
			w, other := world(t, d), world(t, d)
			by := shuffle(t, other, false)
			for range 150 {
				w.Step()
				other.Step()
			}
			var a, b Snapshot
			w.Snapshot(&a)
			other.Snapshot(&b)
			renamed := 0
			for i, was := range by {
				if got, want := fmt.Sprint(b.Pos[i], b.Vel[i], b.Up[i]), fmt.Sprint(a.Pos[was], a.Vel[was], a.Up[was]); got != want {
					t.Fatalf("index %s, neighbourhood %d: boid %d is %s, want %s, as with the id %d", name, n, i, got, want, was)
				}
				if i != was {
					renamed++
				}
			}
			if renamed < 100 {
				t.Errorf("only %d boids have another id, so the test proves nothing", renamed)
			}
		}
	}
}
