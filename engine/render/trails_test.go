//go:build cgo

package render

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/capture"
	"skein/engine/frame"
)

// randomTrails returns the traces of n birds of two flocks in front of the eye of testFrame. Some traces
// break, and some birds lead.
func randomTrails(n, rows int) *frame.Trails {
	random := rand.New(rand.NewPCG(3, 4))
	between := func(low, high float32) float32 { return low + (high-low)*random.Float32() }
	t := &frame.Trails{Rows: make([]frame.TrailRow, rows+3), First: rows, Count: rows, Serial: 1, Ends: []int{n / 3, n}, Widths: []float32{0.2, 1}}
	places := make([]mgl32.Vec3, n)
	for i := range places {
		places[i] = mgl32.Vec3{between(-20, 20), between(1, 20), between(-40, -8)}
		colour := mgl32.Vec3{between(0, 1), between(0, 1), between(0, 1)}
		t.Styles = append(t.Styles, frame.TrailStyle{Colour: colour.Vec4(between(0, 1)), Lead: mgl32.Vec4{1, 0.5, 0, 0.9}})
	}
	point := func(i int) (p frame.TrailPoint) {
		places[i] = places[i].Add(mgl32.Vec3{between(-1, 2), between(-1, 1), between(-1, 1)})
		p.Pos = places[i]
		if random.IntN(5) == 0 {
			p.Flags |= frame.TrailStarts
		}
		if random.IntN(3) == 0 {
			p.Flags |= frame.TrailLeads
		}
		return p
	}
	for k := range rows + 1 {
		row := &t.Heads
		if k < rows {
			row = t.Row(k)
			row.Serial = uint64(k + 1)
		}
		for i := range n {
			row.Points = append(row.Points, point(i))
		}
		row.Bound()
	}
	for k := range t.Rows {
		if t.Rows[k].Points == nil {
			t.Rows[k].Points = make([]frame.TrailPoint, n)
		}
	}
	return t
}

// Traces on the graphics card look like the ribbons that Trails.Append lists.
func TestTrailsLookLikeRibbons(t *testing.T) {
	for _, samples := range []int{1, 4} {
		r := renderer(t, samples)
		f := testFrame()
		empty := shoot(t, r, f)
		f.Trails = randomTrails(40, 9)
		got := shoot(t, r, f)
		f.ListTrails()
		want := shoot(t, r, f)
		if d, _ := capture.Compare(empty, want); d.Mean < 1 {
			t.Fatalf("%d samples: the ribbons change the picture only by %+v", samples, d)
		}
		if d, ok := capture.Compare(got, want); !ok || d.Tile > 1 || d.Mean > 0.01 {
			t.Errorf("%d samples: the pictures differ by %+v, want at most 0.01, and 1 in a tile", samples, d)
		}
	}
}

// A wide trace whose middle is outside the picture reaches into it.
func TestTrailsReachIntoThePicture(t *testing.T) {
	r := renderer(t, 4)
	f := testFrame()
	empty := shoot(t, r, f)
	const away = 10
	beside := float32(f.Size.X)/float32(f.Size.Y)*float32(math.Tan(float64(f.View.FovY)/2))*away + 0.02 // m to the right of the view's axis
	at := func(up float32) frame.TrailRow {
		pos := f.View.Eye.Add(f.View.Rotation.Rotate(mgl32.Vec3{beside, up, -away}))
		row := frame.TrailRow{Serial: 1, Points: []frame.TrailPoint{{Pos: pos}}}
		row.Bound()
		return row
	}
	f.Trails = &frame.Trails{Rows: []frame.TrailRow{at(0)}, Count: 1, Serial: 1, Heads: at(1), Ends: []int{1}, Widths: []float32{0.4}, Styles: []frame.TrailStyle{{Colour: mgl32.Vec4{1, 0, 0, 1}}}}
	got := shoot(t, r, f)
	f.ListTrails()
	want := shoot(t, r, f)
	if d, _ := capture.Compare(empty, want); d.Tile < 1 {
		t.Fatalf("the ribbon changes the picture only by %+v", d)
	}
	if d, ok := capture.Compare(got, want); !ok || d.Tile > 1 || d.Mean > 0.01 {
		t.Errorf("the pictures differ by %+v, want at most 0.01, and 1 in a tile", d)
	}
}

// Each frame uploads the current positions, in 16 bytes per bird, and each new row once. Colours are uploaded
// again only if they change.
func TestTrailsUploadEachRowOnce(t *testing.T) {
	const birds, rows, point, style = 3000, 12, 16, 32
	r := renderer(t, 1)
	r.Time(true)
	f := testFrame()
	f.Trails = randomTrails(birds, rows)
	check := func(what string, want int) {
		t.Helper()
		shoot(t, r, f)
		r.Finish()
		for p := range r.timings.All() {
			if p.Name == "uploads: traces of all birds" {
				if int(p.Bytes) != want {
					t.Errorf("%s uploads %d bytes, want %d", what, p.Bytes, want)
				}
				return
			}
		}
		t.Errorf("%s uploads nothing", what)
	}
	check("the first frame", birds*(point*(rows+1)+style))
	check("the same frame", birds*point)
	f.Trails.First++
	f.Trails.Row(rows - 1).Serial = rows + 1
	check("a frame with a new row", 2*birds*point)
	f.Trails.Styles[7].Colour[0] += 0.5
	check("a frame with a new colour", birds*(point+style))
	other := randomTrails(birds, rows)
	other.Styles = f.Trails.Styles
	for k := range other.Rows {
		other.Rows[k].Serial = f.Trails.Rows[k].Serial
	}
	f.Trails = other
	check("a frame of another flight", birds*point*(rows+1))
}
