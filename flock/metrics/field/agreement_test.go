package field

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/metrics"
	"skein/flock/scenario"
	"skein/flock/snapshots"
)

// Statistics, the scorecard and event conditions agree on a flock's polarization, even if birds have
// different winds and half of them perch.
func TestPolarizationsAgree(t *testing.T) {
	s := &flock.Snapshot{TickRate: 30}
	var sum [3]float64
	r := chance()
	const flying = 40
	for i := range 2 * flying {
		pos := mgl32.Vec3{r.Float32(), r.Float32(), r.Float32()}.Mul(4)
		air := mgl32.Vec3{8, float32(r.NormFloat64()), float32(r.NormFloat64())}
		v, flags := air.Add(mgl32.Vec3{-12 * pos[0] / 4, 0, 6}), flock.Flags(0)
		if i%2 == 1 { // the bird perches and faces along x
			air, flags = mgl32.Vec3{0.01, 0, 0}, flock.Perched
			v = air
		} else {
			for k := range sum {
				sum[k] += float64(v[k]) / math.Sqrt(float64(v.Dot(v))) / flying
			}
		}
		s.Pos, s.Vel, s.Air, s.Flags = append(s.Pos, pos), append(s.Vel, v), append(s.Air, air), append(s.Flags, flags)
	}
	want := math.Sqrt(sum[0]*sum[0] + sum[1]*sum[1] + sum[2]*sum[2])
	if want > 0.95 || want < 0.3 {
		t.Fatalf("polarization %v: too close to an extreme to distinguish definitions", want)
	}
	card := NewCard(0.4)
	card.Snapshot(s, 0)
	wantWithin(t, "scorecard", value(card, "polarization", 0), want, 1e-6)
	wantWithin(t, "statistics", metrics.Measure(s, 3).Value("polarization"), want, 1e-6)
	for _, m := range snapshots.Measures() {
		if m.Key == "polarization" {
			got, ok := m.Of(s)
			wantWithin(t, "conditions", got, want, 1e-6)
			if !ok {
				t.Error("conditions: undefined")
			}
		}
	}
}

// If all birds perch, polarization and speed are undefined everywhere.
func TestPerchedBirdsHaveNoPolarization(t *testing.T) {
	wire, err := scenario.Builtin("wire")
	if err != nil {
		t.Fatal(err)
	}
	def := wire.Def()
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	var s flock.Snapshot
	w.Snapshot(&s)
	card := NewCard(0.4)
	card.Snapshot(&s, 0)
	m := metrics.Measure(&s, 3.5)
	if p, v := m.Value("polarization"), m.Value("speed"); s.Len() != 64 || !math.IsNaN(p) || !math.IsNaN(v) {
		t.Errorf("the statistics of %d perched birds have the polarization %v and speed %v, want 64 birds and no values", s.Len(), p, v)
	}
	for _, l := range card.Lines() {
		if l.Value != nil {
			t.Errorf("the scorecard of perched birds has %s = %v, want no value", l.Key, *l.Value)
		}
	}
	if card.Birds() != 64 {
		t.Errorf("the scorecard has %d birds, want 64", card.Birds())
	}
}

func TestOneShape(t *testing.T) {
	r := chance()
	s := &flock.Snapshot{TickRate: 30}
	for range 300 {
		s.Pos = append(s.Pos, mgl32.Vec3{8 * r.Float32(), 2 * r.Float32(), 4 * r.Float32()})
		s.Vel, s.Flags = append(s.Vel, mgl32.Vec3{9, r.Float32(), 0}), append(s.Flags, 0)
	}
	card := NewCard(0.4)
	card.Snapshot(s, 0)
	m := metrics.Measure(s, 3)
	for row, measure := range map[string]string{"length": "length_ratio", "width": "width_ratio", "gravity": "gravity", "polarization": "polarization"} {
		wantWithin(t, row, value(card, row, 0), m.Value(measure), 1e-9)
		q, _ := metrics.Lookup(measure)
		for _, l := range card.Lines() {
			if l.Key == row && (l.Name != q.Label || !strings.HasPrefix(l.Definition, q.Definition) || l.Source != q.Source) {
				t.Errorf("%s is called %q (%s) on the scorecard, but %q (%s) in the statistics", row, l.Name, l.Definition, q.Label, q.Definition)
			}
		}
	}
}
