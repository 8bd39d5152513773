package flock

import (
	"sync"
	"testing"

	"skein/flock/cloud"
	"skein/flock/lead"
	"skein/flock/vec"
)

// witness is a social rule that steers towards all flockmates, more for higher ids. It compares what it
// perceives of each boid with the known state of that boid.
type witness struct{ known *known }

// known has the boids' states at the start of a tick, by id, and the errors that the witness finds.
type known struct {
	flock Snapshot

	mu    sync.Mutex
	asked map[int]int // number of calls for the boid with each id
	wrong []int
}

func (*witness) About() About      { return About{Name: "witness", Social: true} }
func (*witness) Columns() []Column { return []Column{{Name: "mark", High: 1e6}} }

func (r *witness) Steer(me *Self, seen *Seen) vec.Vec {
	k := r.known
	k.mu.Lock()
	defer k.mu.Unlock()
	k.asked[me.ID]++
	pos, vel := k.flock.Pos[me.ID], k.flock.Vel[me.ID]
	if me.Pos.Array() != pos || me.Vel.Array() != vel || me.Speed != me.Vel.Length() || me.State[0] != 0 && me.State[0] != float32(me.ID+1) {
		k.wrong = append(k.wrong, me.ID)
	}
	me.State[0] = float32(me.ID + 1)
	return seen.Centre.Scale(0.02 * float32(me.ID%2))
}

// When the ledger evaluates the social rules without a leader, they perceive the place, id and columns of the
// right boid.
func TestLedgerEvaluatesTheRightBoid(t *testing.T) {
	for _, index := range []Index{Brute, Matrix, Grid} {
		r := &witness{&known{}}
		d := def(r, &drag{Speed: 5})
		d.Count = 60
		d.Leadership = &lead.Leadership{Influence: 0.6, DrawSigma: 0.1, EscapeSeconds: 2, EscapeStrength: 0.1,
			EscapePoints: lead.Smooth.Curve(), EscapeSpeed: 1.5, Salience: 10, SalienceRange: 8}
		w, err := NewWorld(Def{
			Seed: 3, TickRate: 30, Index: index, Workers: 2,
			Flock: Flock{
				Start:  cloud.Start{Radius: 6, Altitude: 30, Speed: 5, Disorder: 0.1},
				Params: mustModel(t, d).Params(),
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		again, followers := 0, 0
		for range 150 {
			w.Snapshot(&r.known.flock)
			r.known.asked = map[int]int{}
			w.Step()
			for id, n := range r.known.asked {
				if n > 1 {
					again++
				}
				if id >= 60 || n < 1 {
					t.Fatalf("the rule is evaluated %[2]d times for boid %[1]d, want a boid of this flock, at least once", id, n)
				}
			}
			for _, a := range w.flocks[0].ledger.Open {
				for id, sum := range sumsOf(&a) {
					if heeds := id%2 == 1; !heeds && sum != 0 {
						t.Fatalf("index %d: boid %d, which heeds no leader, is drawn by %v m/s", index, id, sum)
					} else if heeds && sum != 0 {
						followers++
					}
				}
			}
		}
		if len(r.known.wrong) > 0 {
			t.Errorf("index %d: the rule saw the position or columns of another boid %d times, first for boid %d", index, len(r.known.wrong), r.known.wrong[0])
		}
		if again == 0 || followers == 0 {
			t.Errorf("index %d: there were %d evaluations for the ledger, and %d boids were drawn; the test needs both", index, again, followers)
		}
	}
}
