package models

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/sample"
	"skein/models/lod"
)

// TestSilhouettesBeat checks that the wings of every level are as wide as those of the model. They
// must beat as high, too.
func TestSilhouettesBeat(t *testing.T) {
	names := sample.Some(t, 2, Builtins())
	if testing.Short() {
		names = names[:1]
	}
	for _, name := range names {
		m, err := Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		b := bakeOnly(t, m, BakeOptions{})
		b.addLevels(BakeOptions{})
		n := len(b.Levels)
		if last := b.Levels[n-2]; last.Draft || last.Triangles > 16 || last.Triangles < 6 {
			t.Errorf("%s: the silhouette has %d triangles, want 6 to 16", name, last.Triangles)
		}
		if last := b.Levels[n-1]; !last.Draft || last.Triangles > 4 {
			t.Errorf("%s: the level for drafts has %d triangles (draft: %v), want at most 4", name, last.Triangles, last.Draft)
		}
		if l := b.Levels[1]; l.Triangles*4 > b.Levels[0].Triangles || l.Error > 0.06 || l.RMSError > 0.01 {
			t.Errorf("%s: level 1 has %d triangles, the error %v and the RMS error %v; want a quarter, 0.06 and 0.01", name, l.Triangles, l.Error, l.RMSError)
		}
		for k, l := range b.Levels {
			width, rise := wingReach(b, b.Levels[0])
			gotWidth, gotRise := wingReach(b, l)
			if math.Abs(gotWidth/width-1) > 0.06 || math.Abs(gotRise/rise-1) > 0.12 {
				t.Errorf("%s: level %d is %.3f wide and beats over %.3f; but the model %.3f and %.3f", name, k, gotWidth, gotRise, width, rise)
			}
		}
	}
}

// wingReach returns the width of a level in the pose in which the wings are most open. rise is the
// range of its heights over the wingbeat.
func wingReach(b *Baked, l lod.Level) (width, rise float64) {
	low, high := levelBounds(b, l, 0)
	width = float64(high[0] - low[0])
	bottom, top := math.Inf(1), math.Inf(-1)
	for pose := range b.Poses {
		low, high := levelBounds(b, l, pose)
		bottom, top = min(bottom, float64(low[1])), max(top, float64(high[1]))
	}
	return width, top - bottom
}

func levelBounds(b *Baked, l lod.Level, pose int) (low, high mgl32.Vec3) {
	inf := float32(math.Inf(1))
	low, high = mgl32.Vec3{inf, inf, inf}, mgl32.Vec3{-inf, -inf, -inf}
	for i := range l.Parts {
		p := &l.Parts[i]
		for _, v := range p.Indices {
			position := p.Positions[pose*p.Vertices(b.Poses)+int(v)]
			for k := range 3 {
				low[k], high[k] = min(low[k], position[k]), max(high[k], position[k])
			}
		}
	}
	return low, high
}

// coveredArea returns the area that parts cover, seen along the unit vector d, in square wingspans.
// It counts the points of a grid that lie inside triangles.
func coveredArea(parts []lod.Part, pose, poses int, d mgl32.Vec3) float64 {
	const cells, reach = 200, 0.8
	q := mgl32.QuatBetweenVectors(d, mgl32.Vec3{0, 0, 1})
	var hit [cells][cells]bool
	n := 0
	for i := range parts {
		p := &parts[i]
		first := pose * p.Vertices(poses)
		for k := 0; k+2 < len(p.Indices); k += 3 {
			var corners [3]mgl32.Vec2
			for c := range corners {
				corners[c] = q.Rotate(p.Positions[first+int(p.Indices[k+c])]).Vec2().Add(mgl32.Vec2{reach, reach}).Mul(cells / (2 * reach))
			}
			u, v := corners[1].Sub(corners[0]), corners[2].Sub(corners[0])
			low, high := corners[0], corners[0]
			for _, a := range corners {
				for c := range 2 {
					low[c], high[c] = min(low[c], a[c]), max(high[c], a[c])
				}
			}
			for y := max(0, int(low[1])); y <= min(cells-1, int(high[1])); y++ {
				for x := max(0, int(low[0])); x <= min(cells-1, int(high[0])); x++ {
					w := mgl32.Vec2{float32(x) + 0.5, float32(y) + 0.5}.Sub(corners[0])
					doubleArea := u[0]*v[1] - u[1]*v[0]
					s, r := (w[0]*v[1]-w[1]*v[0])/doubleArea, (u[0]*w[1]-u[1]*w[0])/doubleArea
					if s >= 0 && r >= 0 && s+r <= 1 && !hit[y][x] {
						hit[y][x] = true
						n++
					}
				}
			}
		}
	}
	return float64(n) * (2 * reach / cells) * (2 * reach / cells)
}

// TestLevelsKeepCoverage checks that every level covers the same area as the model over the
// wingbeat. The area may differ by 5 % on average, by 12 % seen from an oblique direction, and by
// 15 % seen along an axis, because sheets look thinnest there. The level for drafts has few
// triangles, so it may differ by 7 % on average and by 20 % from one direction.
func TestLevelsKeepCoverage(t *testing.T) {
	slant := []mgl32.Vec3{{0.6, 0.6, 0.6}, {-0.6, 0.5, 0.4}, {0.2, 0.9, 0.3}, {0.7, 0.2, 0.7}, {0.7, 0.7, 0}, {0, 0.6, 0.8}}
	axes := []mgl32.Vec3{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	for _, name := range Builtins() {
		m, err := Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		b, err := Bake(m, BakeOptions{})
		if err != nil {
			t.Fatal(err)
		}
		area := func(parts []lod.Part, d mgl32.Vec3) (sum float64) {
			for pose := 1; pose < b.BeatPoses(); pose += 5 {
				sum += coveredArea(parts, pose, b.Poses, d.Normalize())
			}
			return sum
		}
		whole := map[mgl32.Vec3]float64{}
		for _, d := range append(slant, axes...) {
			whole[d] = area(b.Parts, d)
		}
		for k, l := range b.Levels[1:] {
			mean, oblique, axial := 0.05, 0.12, 0.15
			if l.Draft {
				mean, oblique, axial = 0.07, 0.20, 0.20
			}
			var all float64
			for _, d := range slant {
				share := area(l.Parts, d) / whole[d]
				all += share / float64(len(slant))
				if math.Abs(share-1) > oblique {
					t.Errorf("%s, level %d with %d triangles: seen along %v the level covers %.3f of the model's area, want 1 ± %v", name, k+1, l.Triangles, d, share, oblique)
				}
			}
			if math.Abs(all-1) > mean {
				t.Errorf("%s, level %d with %d triangles: the level covers %.3f of the model's area, want 1 ± %v", name, k+1, l.Triangles, all, mean)
			}
			for _, d := range axes {
				if share := area(l.Parts, d) / whole[d]; math.Abs(share-1) > axial {
					t.Errorf("%s, level %d with %d triangles: seen along %v the level covers %.3f of the model's area, want 1 ± %v", name, k+1, l.Triangles, d, share, axial)
				}
			}
		}
	}
}

// TestDraftLevelsKeepColours checks that the level for drafts has about the same mean colour as the model,
// seen from above and from below. A level that mixed the colours of both sides would fail.
func TestDraftLevelsKeepColours(t *testing.T) {
	for _, name := range sample.Some(t, 2, Builtins()) {
		m, err := Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		b := bakeOnly(t, m, BakeOptions{})
		b.addLevels(BakeOptions{})
		n := len(b.Levels)
		for side, way := range map[string]float32{"above": 1, "below": -1} {
			want, got := b.meanColour(&b.Levels[0], way), b.meanColour(&b.Levels[n-1], way)
			if got.Sub(want).Len() > 0.12 {
				t.Errorf("%s from %s: the mean colour in drafts is %v, want %v with a difference of at most 0.12", name, side, got, want)
			}
		}
	}
}

// meanColour returns the mean colour of a level over the wingbeat, seen along the y axis. way is 1
// for the view from above and -1 for the view from below.
func (b *Baked) meanColour(l *lod.Level, way float32) (sum mgl32.Vec3) {
	var all float32
	for i := range l.Parts {
		p := &l.Parts[i]
		for pose := range b.BeatPoses() {
			positions := p.Positions[pose*p.Vertices(b.Poses):]
			for k := 0; k+2 < len(p.Indices); k += 3 {
				x, y, z := p.Indices[k], p.Indices[k+1], p.Indices[k+2]
				area := way * positions[y].Sub(positions[x]).Cross(positions[z].Sub(positions[x]))[1]
				colours := l.FrontColours[i]
				if area < 0 {
					if !l.DoubleSided {
						continue
					}
					area, colours = -area, l.BackColours[i]
				}
				all += area
				sum = sum.Add(colours[x].Add(colours[y]).Add(colours[z]).Mul(area / 3))
			}
		}
	}
	return sum.Mul(1 / all)
}
