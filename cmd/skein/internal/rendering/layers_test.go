//go:build cgo

package rendering

import (
	"image"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/record"
	"skein/engine/capture"
	"skein/engine/render"
	"skein/flock/export"
	"skein/flock/look"
	"skein/flock/model"
	"skein/flock/recording"
	"skein/flock/scenario"
)

// In a transparent picture, the fractions of all birds in a pixel add up to the pixel's opacity. The pixels
// with a bird's id are where worldToNDC projects the bird's position. worldToCamera gives the bird's depth
// along the view.
func TestLayersAgree(t *testing.T) {
	sc, err := scenario.Builtin("murmuration")
	if err != nil {
		t.Fatal(err)
	}
	sc.Params, sc.WarmUp = model.With(sc.Params, "count", 20), 1
	sc.Camera.Mode, sc.Camera.Distance = look.Orbit, 9
	path := filepath.Join(t.TempDir(), "run.mcap")
	quiet := &console.Console{Quiet: true, Stdout: io.Discard, Stderr: io.Discard}
	if _, err := record.Scene(t.Context(), quiet, sc, sc.Def(), record.Job{Path: path, Frames: 3, FPS: 30}); err != nil {
		t.Fatal(err)
	}
	rec, err := recording.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	d := &Painter{Size: image.Pt(320, 180), output: render.Linear, transparent: true, pace: pace{frameCount: 3, rate: 30, FPS: export.Whole(30)}}
	d.Exposure.Samples = 4
	defer d.Close()
	if err := d.Open(quiet, nil); err != nil {
		if os.Getenv("CI") == "" {
			t.Skip(err)
		}
		t.Fatal(err)
	}
	if d.matteName, err = export.Names(rec); err != nil {
		t.Fatal(err)
	}
	if err := d.Show(rec, sc, false); err != nil {
		t.Fatal(err)
	}
	values, header := paintLayers(t, d, 1)
	covered := 0.0
	for i, alpha := range values["A"] {
		sum := float32(0)
		for _, name := range []string{"CryptoObject00.G", "CryptoObject00.A", "CryptoObject01.G", "CryptoObject01.A", "CryptoObject02.G", "CryptoObject02.A"} {
			sum += values[name][i]
		}
		covered += float64(alpha)
		if math.Abs(float64(sum-alpha)) > 1e-3 {
			t.Fatalf("the birds cover %v of pixel %d, whose opacity is %v", sum, i, alpha)
		}
	}
	if covered < 50 {
		t.Errorf("birds cover %v pixels; the test needs at least 50", covered)
	}
	checkPlaces(t, d, values, header)

	d.extra.Motion = true // motion vectors also need the next frame, in which the camera has moved
	values, withMotion := paintLayers(t, d, 1)
	checkPlaces(t, d, values, withMotion)
	for k, x := range header.WorldToCamera {
		if y := withMotion.WorldToCamera[k]; math.Abs(float64(x-y)) > 1e-4 {
			t.Errorf("element %d of worldToCamera is %v, but with motion vectors %v", k, x, y)
		}
	}
}

func paintLayers(t *testing.T, d *Painter, n int) (map[string][]float32, *capture.EXRHeader) {
	t.Helper()
	if err := d.paint(t.Context(), n); err != nil {
		t.Fatal(err)
	}
	channels, header, err := d.layers(n)
	if err != nil {
		t.Fatal(err)
	}
	values := map[string][]float32{}
	for _, c := range channels {
		values[c.Name] = c.Values
	}
	return values, header
}

func checkPlaces(t *testing.T, d *Painter, values map[string][]float32, header *capture.EXRHeader) {
	t.Helper()
	places := map[int32][3]float32{} // sums of column, row and depth over the pixels of each id
	number := map[int32]float32{}
	for i, x := range values["id"] {
		if id := int32(x); id >= 0 {
			p := places[id]
			places[id] = [3]float32{p[0] + float32(i%d.Size.X) + 0.5, p[1] + float32(i/d.Size.X) + 0.5, p[2] + values["Z"][i]}
			number[id]++
		}
	}
	birds := 0
	for i, b := range d.frame.Birds {
		id := int32(d.frame.ID(i))
		if number[id] < 6 {
			continue
		}
		birds++
		at := [4]float32{b.Pos[0], b.Pos[1], b.Pos[2], 1}
		times := func(m *[16]float32, row int) (sum float32) {
			for k, x := range at {
				sum += m[4*k+row] * x
			}
			return sum
		}
		w := times(header.WorldToNDC, 3)
		x, y := times(header.WorldToNDC, 0)/w*float32(d.Size.X), times(header.WorldToNDC, 1)/w*float32(d.Size.Y)
		p := places[id]
		n := number[id]
		if math.Hypot(float64(x-p[0]/n), float64(y-p[1]/n)) > 3 || math.Abs(float64(times(header.WorldToCamera, 2)-p[2]/n)) > 0.3 {
			t.Errorf("bird %d is at (%v, %v), %v m away; its pixels are at (%v, %v), %v m away", id, x, y, times(header.WorldToCamera, 2), p[0]/n, p[1]/n, p[2]/n)
		}
	}
	if birds < 3 {
		t.Errorf("%d birds cover enough pixels, want at least 3", birds)
	}
}
