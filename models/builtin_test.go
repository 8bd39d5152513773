package models

import (
	"image/color"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/models/gltf"
)

// bird is a built-in bird under test.
type bird struct {
	Species
	model *gltf.Model
	baked *Baked
}

func TestBuiltinBirds(t *testing.T) {
	for _, s := range BuiltinSpecies() {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			m, err := Builtin(s.Name)
			if err != nil {
				t.Fatal(err)
			}
			b := bird{s, m, bakeOnly(t, m, BakeOptions{Poses: 64})}
			for name, holds := range map[string]func(*testing.T, bird){
				"size": checkSize, "flaps": checkFlapRate, "proportions": checkProportions, "loops": checkLoops,
				"mirror": checkMirror, "beat": checkBeat, "glide": checkGlide, "colours": checkColours,
			} {
				t.Run(name, func(t *testing.T) { holds(t, b) })
			}
		})
	}
}

func checkSize(t *testing.T, s bird) {
	m := s.model
	if m.Triangles < 1500 || m.Triangles > 3200 || len(m.Warnings) != 0 {
		t.Errorf("the model has %d triangles and the warnings %q, want 1500 to 3200 and none", m.Triangles, m.Warnings)
	}
	file, err := birds.ReadFile(s.Name + ".glb")
	if err != nil || len(file) > 600e3 {
		t.Errorf("the file has %d bytes (error %v), want at most 600,000", len(file), err)
	}
	b := bakeOnly(t, m, BakeOptions{})
	if b.Analysis.Error > PoseError || len(b.Analysis.Warnings) != 0 || b.Analysis.Beats != 1 {
		t.Errorf("%d poses give the analysis %+v, want a small error, no warnings and one beat", b.Poses, b.Analysis)
	}
	if len(b.Parts) != 1 || b.Parts[0].Material.Texture == nil || b.Parts[0].Material.DoubleSided {
		t.Errorf("the bird has %d parts and the material %+v, want one part with a texture", len(b.Parts), b.Parts[0].Material)
	}
}

func TestBuiltinNames(t *testing.T) {
	first, err := Builtin("")
	if err != nil || first.Name != Builtins()[0] || first.Name != "starling" {
		t.Errorf("the default bird is %v (error %v), want starling", first.Name, err)
	}
	if _, err := Builtin("dodo"); err == nil || !strings.Contains(err.Error(), strings.Join(Builtins(), ", ")) {
		t.Errorf("the error does not list the birds: %v", err)
	}
}

// checkFlapRate compares the flap rate with Pennycuick's formula and with the clip.
func checkFlapRate(t *testing.T, s bird) {
	const gravity, air = 9.81, 1.225
	want := math.Pow(s.Mass, 3./8) * math.Sqrt(gravity) * math.Pow(s.Span, -23./24) * math.Pow(s.Area, -1./3) * math.Pow(air, -3./8)
	clip := s.model.Clips[flyClip(t, s.model)]
	if got := 1 / (clip.End - clip.Start); math.Abs(s.FlapsPerSecond/want-1) > 0.02 || math.Abs(got/want-1) > 0.02 {
		t.Errorf("the flap rate is %.2f and that of the clip %.2f, but the formula gives %.2f", s.FlapsPerSecond, got, want)
	}
}

func flyClip(t *testing.T, m *gltf.Model) int {
	t.Helper()
	clip, err := m.FindClip("")
	if err != nil || m.Clips[clip].Name != "fly" {
		t.Fatalf("the default clip is %d (error %v), want fly", clip, err)
	}
	return clip
}

// checkProportions compares length and wingspan with Svensson et al., Collins Bird Guide (2009). It
// compares the aspect ratio with span²/area of the species.
func checkProportions(t *testing.T, s bird) {
	lengths := map[string][2]float64{"starling": {0.19, 0.22}, "goose": {0.74, 0.84}, "gull": {0.40, 0.46}, "falcon": {0.38, 0.51}}
	spans := map[string][2]float64{"starling": {0.37, 0.42}, "goose": {1.49, 1.68}, "gull": {1.00, 1.15}, "falcon": {0.89, 1.13}}
	b := s.baked
	open := poseOf(b, 0)
	low, high := bounds(open)
	span := float64(b.Analysis.Span)
	length := float64(high[2]-low[2]) * span
	if r := lengths[s.Name]; length < r[0] || length > r[1] {
		t.Errorf("the length is %.3f m, want %v", length, r)
	}
	if r := spans[s.Name]; span < r[0] || span > r[1] || s.Span < r[0] || s.Span > r[1] {
		t.Errorf("the wingspan is %.3f m, and that of the species %.3f m, want %v", span, s.Span, r)
	}
	want := s.Span * s.Span / s.Area
	if got := 1 / wingArea(b, open); math.Abs(got/want-1) > 0.1 {
		t.Errorf("the aspect ratio is %.2f, want %.2f", got, want)
	}
}

// wingArea returns the area of the open wings seen from above, including the body between them, in square
// wingspans. It counts the cells of an image. Between the wings, it counts the depth of the wing roots.
func wingArea(b *Baked, open []gltf.Surface) float64 {
	const n = 800
	var covered [n][n]bool
	p := open[0].Positions
	for k := 0; k < len(b.Parts[0].Indices); k += 3 {
		i := b.Parts[0].Indices[k : k+3]
		rasterizeFromAbove(&covered, p[i[0]], p[i[1]], p[i[2]])
	}
	depth := func(x int) (count int) {
		for z := range n {
			if covered[x][z] {
				count++
			}
		}
		return count
	}
	cells := 0
	const root = n * 12 / 100 // beyond this distance from the middle, a bird consists only of wings
	for x := range n {
		if out := min(n/2-root, max(x, n-1-x)-n/2); x >= n/2-root && x < n/2+root {
			cells += depth(n/2 + root)
		} else if out > 0 {
			cells += depth(x)
		}
	}
	return float64(cells) / n / n
}

// rasterizeFromAbove marks the cells that a triangle covers seen from above. The image is one
// wingspan wide.
func rasterizeFromAbove(covered *[800][800]bool, a, b, c mgl32.Vec3) {
	const n = 800
	cell := func(v float32) int { return int(math.Floor(float64(v+0.5) * n)) }
	cross := func(p, q mgl32.Vec3, x, z float32) float32 { return (q[0]-p[0])*(z-p[2]) - (q[2]-p[2])*(x-p[0]) }
	for i := max(cell(min(a[0], b[0], c[0])), 0); i <= min(cell(max(a[0], b[0], c[0])), n-1); i++ {
		for k := max(cell(min(a[2], b[2], c[2])), 0); k <= min(cell(max(a[2], b[2], c[2])), n-1); k++ {
			x, z := (float32(i)+0.5)/n-0.5, (float32(k)+0.5)/n-0.5
			u, v, w := cross(a, b, x, z), cross(b, c, x, z), cross(c, a, x, z)
			if u >= 0 && v >= 0 && w >= 0 || u <= 0 && v <= 0 && w <= 0 {
				covered[i][k] = true
			}
		}
	}
}

func checkLoops(t *testing.T, s bird) {
	for i, c := range s.model.Clips {
		if d := maxDistance(s.model.Pose(i, c.Start), s.model.Pose(i, c.End)); d > 1e-6 {
			t.Errorf("clip %s: a vertex ends %v m from its start, want the same place", c.Name, d)
		}
	}
}

// checkMirror checks that in every pose each vertex has a mirror image with the same texture
// coordinates. It also checks that the volume inside the skin is positive, which means that faces point
// outwards.
func checkMirror(t *testing.T, s bird) {
	b := s.baked
	p := b.Parts[0]
	for pose := 0; pose < b.Poses; pose += 5 {
		surface := poseOf(b, pose)[0]
		if i := unmirroredVertex(surface, p.UV); i >= 0 {
			t.Fatalf("pose %d: the vertex at %v has no mirror image", pose, surface.Positions[i])
		}
		volume := 0.0
		for k := 0; k < len(p.Indices); k += 3 {
			i := p.Indices[k : k+3]
			volume += float64(surface.Positions[i[0]].Dot(surface.Positions[i[1]].Cross(surface.Positions[i[2]]))) / 6
		}
		// Birds are a little lighter than water, and their plumage is much lighter.
		if mass := volume * math.Pow(s.Span, 3) * 1000; mass < 0.7*s.Mass || mass > 4*s.Mass {
			t.Errorf("pose %d would weigh %.2f kg if it were water, but the bird weighs %.2f kg", pose, mass, s.Mass)
		}
	}
}

// unmirroredVertex returns a vertex without a mirror image, or -1 if each vertex has one.
func unmirroredVertex(surface gltf.Surface, uv []mgl32.Vec2) int {
	type gridKey [5]int32
	key := func(i int, side float32) gridKey {
		const fine = 2e3
		p := surface.Positions[i]
		q := func(v float32) int32 { return int32(math.Round(float64(v * fine))) }
		return gridKey{q(side * p[0]), q(p[1]), q(p[2]), int32(uv[i][0] * 1024), int32(uv[i][1] * 2048)}
	}
	occupied := map[gridKey]bool{}
	for i := range surface.Positions {
		k := key(i, 1)
		for n := range 27 { // neighbouring cells are included, for positions at the border of a cell
			occupied[gridKey{k[0] + int32(n%3) - 1, k[1] + int32(n/3%3) - 1, k[2] + int32(n/9) - 1, k[3], k[4]}] = true
		}
	}
	for i := range surface.Positions {
		if !occupied[key(i, -1)] {
			return i
		}
	}
	return -1
}

// checkBeat checks the motion. The downstroke of a starling takes longer than the upstroke. The
// downstroke of larger birds takes half of the beat. On the upstroke the wings are much narrower.
// The wing tips lag behind, and the head does not move.
func checkBeat(t *testing.T, s bird) {
	share := map[string][2]float64{"starling": {0.5, 0.62}, "goose": {0.46, 0.58}, "gull": {0.46, 0.58}, "falcon": {0.46, 0.58}}
	maxUpWidth := map[string]float32{"starling": 0.7, "goose": 0.88, "gull": 0.88, "falcon": 0.88}
	b := s.baked
	open := poseOf(b, 0)[0].Positions
	tip, wrist, bill, belly := farthest(open, mgl32.Vec3{1, 0, 0}), nearest(open, mgl32.Vec3{0.22, 0.02, 0.06}), farthest(open, mgl32.Vec3{0, 0, 1}), farthest(open, mgl32.Vec3{0, -1, 0})
	vertexAt := func(pose, vertex int) mgl32.Vec3 { return poseOf(b, pose%b.Poses)[0].Positions[vertex] }
	falling, widestDown, upNarrowing := 0, float32(0), float32(0)
	for k := range b.Poses {
		if vertexAt(k+1, wrist)[1]-vertexAt(k+1, belly)[1] < vertexAt(k, wrist)[1]-vertexAt(k, belly)[1] {
			falling++
			widestDown = max(widestDown, width(poseOf(b, k)))
		} else {
			upNarrowing = max(upNarrowing, 1-width(poseOf(b, k)))
		}
	}
	if got, want := float64(falling)/float64(b.Poses), share[s.Name]; got < want[0] || got > want[1] {
		t.Errorf("the downstroke takes %.2f of the beat, want %v", got, want)
	}
	if 1-upNarrowing > maxUpWidth[s.Name] || widestDown < 0.99 {
		t.Errorf("the wings are at least %.2f wide on the upstroke and at most %.2f on the downstroke, want them folded, then open", 1-upNarrowing, widestDown)
	}
	if wristTop, tipTop := highest(b, wrist), highest(b, tip); tipTop <= wristTop && tipTop > wristTop-b.Poses/2 {
		t.Errorf("the wrist is highest in pose %d and the tip in pose %d, want the tip later", wristTop, tipTop)
	}
	if head, trunk := verticalRange(b, bill), verticalRange(b, belly); head > 0.5*trunk || trunk < 0.005 || trunk > 0.05 {
		t.Errorf("the bill moves up and down by %.4f wingspans and the belly by %.4f, want half as much for the bill", head, trunk)
	}
}

func farthest(p []mgl32.Vec3, direction mgl32.Vec3) (best int) {
	for i := range p {
		if p[i].Dot(direction) > p[best].Dot(direction) {
			best = i
		}
	}
	return best
}

func nearest(p []mgl32.Vec3, to mgl32.Vec3) (best int) {
	for i := range p {
		if p[i].Sub(to).Len() < p[best].Sub(to).Len() {
			best = i
		}
	}
	return best
}

func highest(b *Baked, vertex int) (best int) {
	for k := range b.Poses {
		if poseOf(b, k)[0].Positions[vertex][1] > poseOf(b, best)[0].Positions[vertex][1] {
			best = k
		}
	}
	return best
}

func verticalRange(b *Baked, vertex int) float32 {
	low, high := float32(9), float32(-9)
	for k := range b.Poses {
		y := poseOf(b, k)[0].Positions[vertex][1]
		low, high = min(low, y), max(high, y)
	}
	return high - low
}

// checkGlide checks that the wings are open and slightly raised in pose 0 and in the glide.
func checkGlide(t *testing.T, s bird) {
	glide, err := s.model.FindClip("glide")
	if err != nil {
		t.Fatal(err)
	}
	level := s.model.Pose(-1, 0)[0].Positions
	span := float32(s.Span)
	wrist := nearest(level, mgl32.Vec3{0.22, 0.03, 0.06}.Mul(span))
	tip := farthest(level, mgl32.Vec3{1, 0, 0})
	for name, open := range map[string][]gltf.Surface{
		"the open wings": s.model.Pose(s.baked.Analysis.Clip, s.baked.Analysis.OpenTime),
		"the glide":      s.model.Pose(glide, s.model.Clips[glide].Start),
	} {
		p := open[0].Positions
		// The rest pose is level. So this is the angle by which the arm turns about the shoulder.
		if angle := mgl32.RadToDeg((p[wrist][1] - level[wrist][1]) / (level[wrist][0] - 0.05*span)); angle < 2 || angle > 15 {
			t.Errorf("%s: the arm is raised by %.1f°, want 2° to 15°", name, angle)
		}
		if rise := (p[tip][1] - level[tip][1]) / span; rise < 0 || rise > 0.12 {
			t.Errorf("%s: the tip is raised by %.3f wingspans, want 0 to 0.12", name, rise)
		}
		if openWidth := width(open); openWidth < 0.95*span || openWidth > 1.03*span {
			t.Errorf("%s: the bird is %.3f m wide, want about %.2f m", name, openWidth, span)
		}
	}
}

// checkColours compares colours at places on the open wings with the colours in a bird guide.
func checkColours(t *testing.T, s bird) {
	type patch struct {
		place string
		x, z  float64 // place on the bird in the open pose, in wingspans
		above bool    // whether the colour is seen from above or from below
		is    func(h, s, v float64) bool
	}
	yellow := func(h, s, v float64) bool { return h > 35 && h < 62 && s > 0.5 && v > 0.7 }
	orange := func(h, s, v float64) bool { return h > 15 && h < 40 && s > 0.5 && v > 0.7 }
	white := func(h, s, v float64) bool { return s < 0.15 && v > 0.8 }
	dark := func(h, s, v float64) bool { return v < 0.4 }
	slate := func(h, s, v float64) bool { return h > 200 && h < 235 && s > 0.12 && v > 0.25 && v < 0.6 }
	grey := func(h, s, v float64) bool { return s < 0.22 && v > 0.4 && v < 0.75 }
	patches := map[string][]patch{
		"starling": {{"bill", 0, 0.25, true, yellow}, {"wing tip", 0.42, 0, true, dark}, {"crown", 0, 0.19, true, dark}},
		"goose": {{"bill", 0, 0.245, true, orange}, {"vent", 0, -0.16, false, white}, {"tail tip", 0, -0.247, true, white},
			{"forewing", 0.25, 0.07, true, grey}, {"rear edge", 0.2, -0.045, true, dark}, {"finger", 0.45, 0.043, true, dark}},
		"gull": {{"bill", 0, 0.172, true, yellow}, {"wing tip", 0.42, -0.02, true, dark}, {"wing tip", 0.42, -0.02, false, dark},
			{"belly", 0.01, -0.03, false, white}, {"tail", 0.01, -0.17, true, white}, {"mantle", 0.01, 0, true, grey}, {"rear edge", 0.2, -0.042, true, white}},
		"falcon": {{"cere", 0, 0.171, true, yellow}, {"crown", 0, 0.15, true, dark}, {"mantle", 0.01, 0.01, true, slate}, {"throat", 0, 0.13, false, white},
			{"wing tip", 0.43, -0.03, true, dark}, {"tail band", 0.01, -0.225, true, dark}, {"tail tip", 0.01, -0.241, true, white}},
	}
	b := s.baked
	for _, l := range patches[s.Name] {
		c, ok := visibleColour(b, l.x, l.z, l.above)
		if h, sat, v := hue(c); !ok || !l.is(h, sat, v) {
			t.Errorf("the %s has the wrong colour %v (found: %v): hue %.0f°, saturation %.2f, value %.2f", l.place, c, ok, h, sat, v)
		}
	}
}

// visibleColour returns the colour at (x, z) as seen from above or below.
func visibleColour(b *Baked, x, z float64, above bool) (c color.NRGBA, ok bool) {
	p, positions := &b.Parts[0], poseOf(b, 0)[0].Positions
	best := math.Inf(-1)
	for k := 0; k < len(p.Indices); k += 3 {
		i := p.Indices[k : k+3]
		u, v, w, inside := barycentricAt(positions[i[0]], positions[i[1]], positions[i[2]], x, z)
		y := u*float64(positions[i[0]][1]) + v*float64(positions[i[1]][1]) + w*float64(positions[i[2]][1])
		if !above {
			y = -y
		}
		if !inside || y <= best {
			continue
		}
		picture := p.Material.Texture.Image
		size := picture.Bounds().Size()
		texelAt := func(k, side int) int {
			return int(float64(side) * (u*float64(p.UV[i[0]][k]) + v*float64(p.UV[i[1]][k]) + w*float64(p.UV[i[2]][k])))
		}
		best, ok, c = y, true, picture.NRGBAAt(texelAt(0, size.X), texelAt(1, size.Y))
	}
	return c, ok
}

// barycentricAt returns the barycentric coordinates of (x, z) in a triangle seen from above.
func barycentricAt(a, b, c mgl32.Vec3, x, z float64) (u, v, w float64, ok bool) {
	cross := func(p, q mgl32.Vec3) float64 {
		return (float64(p[0])-x)*(float64(q[2])-z) - (float64(p[2])-z)*(float64(q[0])-x)
	}
	u, v, w = cross(b, c), cross(c, a), cross(a, b)
	sum := u + v + w
	if sum == 0 {
		return 0, 0, 0, false
	}
	u, v, w = u/sum, v/sum, w/sum
	return u, v, w, u >= 0 && v >= 0 && w >= 0
}

func hue(c color.NRGBA) (h, s, v float64) {
	r, g, b := float64(c.R)/255, float64(c.G)/255, float64(c.B)/255
	high, low := max(r, g, b), min(r, g, b)
	if high == low {
		return 0, 0, high
	}
	d := high - low
	switch high {
	case r:
		h = math.Mod((g-b)/d+6, 6)
	case g:
		h = (b-r)/d + 2
	default:
		h = (r-g)/d + 4
	}
	return 60 * h, d / high, high
}
