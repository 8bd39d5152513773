//go:build cgo

package render

import (
	"image"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/render/birds"
	"skein/flock/look"
	"skein/models"
)

// randomSwarm returns n birds of two flocks in a box in front of the eye of testFrame. share is the
// position of the shown time between two ticks. Some birds jump, perch, hold poses or have tints.
func randomSwarm(n int, share float32) *frame.Swarm {
	random := rand.New(rand.NewPCG(7, 8))
	between := func(low, high float32) float32 { return low + (high-low)*random.Float32() }
	direction := func() mgl32.Vec3 {
		return mgl32.Vec3{between(-1, 1), between(-0.5, 0.5), between(-1, 1)}.Normalize()
	}
	ticks := [2]frame.Tick{{Serial: 1, Ends: []int{n * 2 / 3, n}, Birds: make([]frame.TickBird, n)}, {Serial: 2, Ends: []int{n * 2 / 3, n}, Birds: make([]frame.TickBird, n)}}
	for i := range n {
		s := frame.TickState{
			Pos: mgl32.Vec3{between(-40, 40), between(1, 30), between(-90, -2)}, Vel: direction().Mul(between(5, 15)),
			Phase: random.Float32(), Span: between(1, 3), Perched: i%11 == 0,
		}
		s.Ahead = s.Vel.Normalize()
		s.Up = mgl32.Vec3{0, 1, 0}.Sub(s.Ahead.Mul(s.Ahead[1])).Normalize()
		switch i % 7 {
		case 0:
			s.Tint = mgl32.Vec4{between(0, 1), between(0, 1), between(0, 1), 0.95}
		case 1:
			s.Held[models.Rest] = random.Float32()
		case 2:
			s.Held[models.Rest], s.Held[models.Flare] = random.Float32(), random.Float32()
		}
		ticks[0].Birds[i].Set(&s)
		s.Pos = s.Pos.Add(s.Vel.Mul(1.0 / 30)).Add(direction().Mul(0.02))
		s.Vel = s.Vel.Add(direction())
		s.Ahead = s.Vel.Normalize()
		s.Up = s.Up.Sub(s.Ahead.Mul(s.Up.Dot(s.Ahead))).Normalize()
		s.Phase = mod1(s.Phase + between(0, 0.4))
		s.Held[models.Stoop] = between(0, 0.3)
		s.Alone = i%13 == 0
		ticks[1].Birds[i].Set(&s)
	}
	return &frame.Swarm{Before: &ticks[0], Now: &ticks[1], Share: share, Seconds: 1.0 / 30, Serials: [2]uint64{1, 2}}
}

func mod1(x float32) float32 { return x - float32(math.Floor(float64(x))) }

// record is a bird as the shader of swarms stores it: the words of birds.Instance.
type record [16]uint32

func (r *record) float(k int) float64 { return float64(math.Float32frombits(r[k])) }

func (r *record) share(word, part int) float64 {
	return float64(r[word]>>(16*part)&0xffff) / math.MaxUint16
}

// The graphics card and Go compute the same birds of a swarm. Positions differ by at most 0.1 mm, and
// directions and weights by at most a thousandth.
func TestSwarmFliesAsInGo(t *testing.T) {
	r := renderer(t, 1)
	if err := r.SetBirds(builtin(t)); err != nil {
		t.Fatal(err)
	}
	for _, share := range []float32{0, 0.3, 0.5, 0.999} {
		f := testFrame()
		f.Swarm = randomSwarm(3000, share)
		shoot(t, r, f)
		n := f.Swarm.Len()
		got := make([]record, n)
		gl.BindBuffer(gl.TEXTURE_BUFFER, r.swarm.records)
		gl.GetBufferSubData(gl.TEXTURE_BUFFER, 0, n*recordBytes, unsafe.Pointer(&got[0]))
		isNear := map[int]bool{}
		for _, i := range r.swarm.scan.Near {
			isNear[i] = true
		}
		if len(isNear) == 0 || len(isNear) == n {
			t.Fatalf("%d of %d birds are near, want some", len(isNear), n)
		}
		var worst, worstShare float64
		for i := range got {
			one := f.Swarm.Bird(i)
			if isNear[i] {
				one.Span = 0
			}
			instance := birds.NewInstance(&one, r.meshes[one.Kind])
			want := *(*record)(unsafe.Pointer(&instance))
			for _, k := range []int{0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14} {
				worst = max(worst, math.Abs(got[i].float(k)-want.float(k)))
			}
			if got[i][11] != want[11] || got[i][15] != want[15] {
				t.Fatalf("bird %d has the tint %x %x, want %x %x", i, got[i][11], got[i][15], want[11], want[15])
			}
			offset := poseDifference(&got[i], &want)
			worstShare = max(worstShare, offset)
			if offset > 0.001 {
				t.Fatalf("at %v bird %d has the poses %x with the weights %x, want %x with %x", share, i, got[i][7], got[i][3], want[7], want[3])
			}
		}
		t.Logf("at %v: places and axes differ by at most %.2g m, weights by %.2g", share, worst, worstShare)
		if worst > 1e-4 {
			t.Errorf("at %v: places or axes differ by %v m, want at most 0.1 mm", share, worst)
		}
	}
}

// poseDifference returns the difference between the poses of two records, measured in their
// weights. At the boundary between two poses of the wing beat, either of these poses may be the
// first one in a record.
func poseDifference(a, b *record) float64 {
	if a[7] == b[7] {
		return max(math.Abs(a.share(3, 0)-b.share(3, 0)), math.Abs(a.share(3, 1)-b.share(3, 1)))
	}
	const mask = 1<<birds.PoseBits - 1
	weights := map[uint32]float64{}
	for sign, r := range map[float64]*record{1: a, -1: b} {
		held := r.share(3, 1)
		weights[r[7]&mask] += sign * (1 - held) * (1 - r.share(3, 0))
		weights[r[7]>>birds.PoseBits&mask] += sign * (1 - held) * r.share(3, 0)
		weights[r[7]>>(2*birds.PoseBits)&mask] += sign * held
	}
	worst := 0.0
	for _, w := range weights {
		worst = max(worst, math.Abs(w))
	}
	return worst
}

func TestSwarmLooksLikeItsBirds(t *testing.T) {
	for tier, land := range map[Tier]look.Land{Draft: look.Marsh, Good: look.Meadow} {
		r := rendererWith(t, Options{Samples: 4, Tier: tier})
		if err := r.SetBirds(builtin(t)); err != nil {
			t.Fatal(err)
		}
		f := testFrame()
		f.Size = image.Pt(400, 200)
		f.Swarm, f.Shadows = randomSwarm(1500, 0.4), true
		f.Swarm.TintedBy = mgl32.Vec4{0, 0.3, 1, 0.9}
		for i := 8; i < 1500; i += 9 {
			f.Swarm.Tinted = append(f.Swarm.Tinted, i)
		}
		f.Light.Land = land
		f.View.Hide, f.Outline = 3, &frame.Outline{Bird: 5, Colour: mgl32.Vec4{1, 0, 0, 1}}
		f.Birds = []frame.Bird{redAt(0, 10, -20)}
		swarm := shoot(t, r, f)
		listed := *f
		listed.Birds, listed.Swarm = f.AllBirds(), nil
		list := shoot(t, r, &listed)
		listed.Birds = nil
		empty := shoot(t, r, &listed)
		changed, birds := 0, 0
		for i := range list.Pix {
			if d := int(list.Pix[i]) - int(swarm.Pix[i]); d*d > 4*4 {
				changed++
			}
			if list.Pix[i] != empty.Pix[i] {
				birds++
			}
		}
		t.Logf("%v: %d of %d bytes differ by more than 4 steps; birds cover %d", tier, changed, len(list.Pix), birds)
		if birds < len(list.Pix)/10 {
			t.Errorf("%v: birds cover %d of %d bytes, want more", tier, birds, len(list.Pix))
		}
		if changed > birds/200 {
			t.Errorf("%v: %d of %d bytes differ, want at most one in 200", tier, changed, birds)
		}
	}
}

// The birds of a tick are sent to the graphics card once, in 48 bytes each. The next frame between the same
// ticks sends less than a byte per bird.
func TestSwarmIsSentOncePerTick(t *testing.T) {
	r := renderer(t, 1)
	if err := r.SetBirds(builtin(t)); err != nil {
		t.Fatal(err)
	}
	const n = 20000
	f := testFrame()
	f.Swarm = randomSwarm(n, 0.2)
	r.Time(true)
	sent := func() (bytes int) {
		shoot(t, r, f)
		r.Finish()
		for p := range r.timings.All() {
			bytes += int(p.Bytes)
		}
		return bytes
	}
	first := sent()
	f.Swarm.Share = 0.7
	second := sent()
	mask := n / 8 // one bit per bird says whether the bird is far
	if want := 2*n*48 + mask; first < want || first > want+want/4 {
		t.Errorf("the first frame sends %d bytes, want about %d for two ticks", first, want)
	}
	if second > n {
		t.Errorf("the second frame sends %d bytes, want at most %d", second, n)
	}
}
