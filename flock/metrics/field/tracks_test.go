package field

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/vec"
)

// In a rigid flock, all neighbours are kept, even if some birds leave.
func TestKeptNeighboursByID(t *testing.T) {
	card := NewCard(0.4)
	for k := range 80 {
		s := flock.Snapshot{Tick: int64(k), TickRate: 30}
		for id := range 120 {
			if id < k/4 {
				continue // the bird has left
			}
			die := vec.Dice(7, 9001)
			pos := vec.SymmetricVec(die.Roll(int32(id), 0))
			s.IDs = append(s.IDs, int32(id))
			s.Pos = append(s.Pos, mgl32.Vec3{8 * pos.X, 20 + 4*pos.Y, 8*pos.Z + float32(k)/3})
			s.Vel = append(s.Vel, mgl32.Vec3{0, 0, 10})
			s.Up, s.Phase, s.Flags = append(s.Up, mgl32.Vec3{0, 1, 0}), append(s.Phase, 0), append(s.Flags, 0)
		}
		card.Snapshot(&s, 0)
	}
	if remaining := value(card, "kept", 0); remaining < 0.99 {
		t.Errorf("a share of %v of the neighbours is kept after 1 s, want all that are present", remaining)
	}
	if card.Birds() < 108 || card.Birds() > 114 {
		t.Errorf("%d birds on average, want 111", card.Birds())
	}
}
