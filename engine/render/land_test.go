//go:build cgo

package render

import (
	"bytes"
	"image"
	"maps"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/flock/look"
)

func landFrame(land look.Land) *frame.Frame {
	f := testFrame()
	f.Light.Land = land
	f.Light.SunDirection = frame.SunDirection(20, 10)
	return f
}

// Still water reflects the fraction of the sky's light that Schlick's formula gives for a refractive index
// of 1.33. The view is so high that waves are invisible, and the ground below the water is black. So every
// pixel of water has exactly this light, and no pixel of the marsh has more.
func TestWaterMirrorsTheSky(t *testing.T) {
	r := rendererWith(t, Options{Samples: 1, Output: Linear})
	shot := func(land look.Land, pitch float32) []float32 {
		f := landFrame(land)
		f.Light.Ground = mgl32.Vec3{}
		f.View.Eye = mgl32.Vec3{0, 3000, 0}
		f.View.FovY = 4 * math.Pi / 180
		f.View.Rotation = mgl32.QuatRotate(pitch, mgl32.Vec3{1, 0, 0})
		if err := r.Draw(f); err != nil {
			t.Fatal(err)
		}
		return r.Light()
	}
	const pitch = 12 * math.Pi / 180
	water, sky := shot(look.Marsh, -pitch), shot(look.Meadow, pitch)
	alike, more := 0, 0
	for y := range 100 {
		down := math.Tan(2*math.Pi/180) * (float64(y) + 0.5 - 50) / 50 // slope below the horizon
		for x := range 200 {
			aside := math.Tan(2*math.Pi/180) * (float64(x) + 0.5 - 100) / 50
			cosine := (math.Sin(pitch) + down*math.Cos(pitch)) / math.Sqrt(1+down*down+aside*aside)
			least := math.Pow(0.33/2.33, 2)
			share := least + (1-least)*math.Pow(1-cosine, 5)
			got, mirrored := float64(water[4*(200*y+x)+1]), float64(sky[4*(200*(99-y)+x)+1])
			switch want := share * mirrored; {
			case math.Abs(got-want) < 0.01*want:
				alike++
			case got > 1.02*want:
				more++
			}
		}
	}
	t.Logf("%d of 20000 pixels mirror the sky", alike)
	if alike < 2000 || more > 0 {
		t.Errorf("%d of 20000 pixels mirror the sky, want at least 2000, and %d are brighter than it, want none", alike, more)
	}
}

func TestLandsDiffer(t *testing.T) {
	r := renderer(t, 4)
	for _, tier := range []Tier{Draft, Good} {
		if err := r.SetTier(tier); err != nil {
			t.Fatal(err)
		}
		seen := map[string]string{}
		for k, name := range look.LandNames() {
			for seed := range 2 {
				f := landFrame(look.Land(k))
				f.Light.LandSeed = seed
				first := string(shoot(t, r, f).Pix)
				if second := string(shoot(t, r, f).Pix); first != second {
					t.Errorf("%v: drawing %s twice gives two pictures", tier, name)
				}
				same := seen[first]
				if unseeded := look.Land(k) == look.Meadow || look.Land(k) == look.Paper; (unseeded && seed == 1) != (same != "") {
					t.Errorf("%v: the picture of %s with seed %d equals that of %q; want that only for the meadow and paper", tier, name, seed, same)
				}
				seen[first] = name
			}
		}
	}
}

// The ground of a draft is drawn with fewer columns. Each place on it still appears where it
// appears in a good picture, even in the last column of a picture with an odd width.
func TestDraftGroundIsNotShifted(t *testing.T) {
	r := renderer(t, 4)
	f := landFrame(look.Marsh)
	f.Size = image.Pt(301, 151)
	f.Birds = nil
	f.View.Eye[1] = 400 // the eye is too high to see single reeds
	shot := func(tier Tier) *image.NRGBA {
		if err := r.SetTier(tier); err != nil {
			t.Fatal(err)
		}
		return shoot(t, r, f)
	}
	draft, good := shot(Draft), shot(Good)
	for _, part := range []image.Rectangle{image.Rect(4, 80, 100, 151), image.Rect(200, 80, 297, 151)} {
		off := func(by int) (sum float32) {
			for y := part.Min.Y; y < part.Max.Y; y++ {
				for x := part.Min.X; x < part.Max.X; x++ {
					a, b := draft.NRGBAAt(x, y), good.NRGBAAt(x+by, y)
					sum += abs(float32(a.R)-float32(b.R)) + abs(float32(a.G)-float32(b.G)) + abs(float32(a.B)-float32(b.B))
				}
			}
			return sum
		}
		for by := -4; by <= 4; by++ {
			t.Logf("%v: shifted by %d columns, the draft differs by %v", part, by, off(by))
			if by != 0 && off(by) <= off(0) {
				t.Errorf("%v: the draft fits better when shifted by %d columns", part, by)
			}
		}
	}
}

// The picture has 100 rows and a level view with a vertical angle of 90°. The lower edge of row r
// looks down with a slope of 2(r + 1)/100 − 1. Up to a slope of 1/6, rows have an eighth of the
// columns. Up to 1/3, they have a quarter, and beyond 1/3 a half. In a rolled view, the steeper end
// of a row decides. In views from above or upside down, all rows have half of the columns.
func TestColumnsOfStrips(t *testing.T) {
	type rows map[int]int // first row of each strip, by the strip's columnStep
	roll := func(degrees float32) mgl32.Quat {
		return mgl32.QuatRotate(mgl32.DegToRad(degrees), mgl32.Vec3{0, 0, 1})
	}
	for name, c := range map[string]struct {
		turned mgl32.Quat
		want   rows
	}{
		"level":       {mgl32.QuatIdent(), rows{8: 0, 4: 58, 2: 66}},
		"upside down": {roll(180), rows{2: 0}},
		"on its side": {roll(90), rows{2: 0}},
		"above":       {mgl32.QuatRotate(-math.Pi/2, mgl32.Vec3{1, 0, 0}), rows{2: 0}},
		"upwards":     {mgl32.QuatRotate(math.Pi/4, mgl32.Vec3{1, 0, 0}), rows{8: 0}},
	} {
		v := testFrame().View
		v.Rotation = c.turned
		size := image.Pt(100, 100)
		got, next := rows{}, 0
		for _, each := range strips(v, size) {
			if each.rows.Min != image.Pt(0, next) || each.rows.Max.X != 100 {
				t.Errorf("%s: the strip after row %d covers %v", name, next, each.rows)
			}
			got[each.columnStep], next = next, each.rows.Max.Y
		}
		if next != 100 || !maps.Equal(got, c.want) {
			t.Errorf("%s: the strips are %v up to row %d, want %v up to row 100", name, got, next, c.want)
		}
	}
}

// The first picture after a change of tier equals the picture of a renderer that had this tier from the
// start. This holds even if the previous frame had no birds.
func TestNewTierDrawsLikeANewRenderer(t *testing.T) {
	before, after := testFrame(redAt(-5, 10, -20)), testFrame(redAt(5, 10, -20))
	r := renderer(t, 4)
	changed := map[Tier][]uint8{}
	for _, tier := range []Tier{Good, Draft} {
		shoot(t, r, before)
		if err := r.SetTier(tier); err != nil {
			t.Fatal(err)
		}
		if r.target.touchedTiles.Image.Max == r.target.size { // new buffers may be empty by chance, so equal pictures alone prove nothing
			t.Errorf("%v: only a few tiles of the fresh buffers count as stale", tier)
		}
		changed[tier] = shoot(t, r, after).Pix
	}
	for tier, pix := range changed {
		fresh := rendererWith(t, Options{Samples: 4, Tier: tier})
		if !bytes.Equal(pix, shoot(t, fresh, after).Pix) {
			t.Errorf("%v: the first picture differs from that of a renderer with this tier from the start", tier)
		}
	}
}
