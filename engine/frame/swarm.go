package frame

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/internal/num"
	"skein/models"
)

// Swarm contains the birds of a large flock between two ticks, or two frames of a recording. It stores the
// birds at both, so pictures at other times need no new data. [Swarm.Bird] and the graphics card compute the
// same birds.
type Swarm struct {
	Before, Now *Tick
	Share       float32 // position between the ticks, 0 to 1
	Seconds     float32 // time between the ticks, s
	Serials     [2]uint64

	Tinted   []int      // indices of birds that have the tint TintedBy unless they have a colour, in ascending order
	TintedBy mgl32.Vec4 // as in Bird.Tint
}

// Tick contains the birds of a flock at a tick. It must not change while a frame uses it.
type Tick struct {
	Serial  uint64     // a number that differs for each new content
	Birds   []TickBird // birds in the order of their flocks
	Ends    []int      // for each flock, the index after its last bird
	Leaders int        // number of birds in the colour of leaders
}

// TickBird is a bird at a tick, in 48 bytes that swarm.vert reads.
type TickBird struct {
	Pos  mgl32.Vec3 // m
	vel  [3]int16   // velocity over the ground, in 1/velocityScale m/s
	beat uint16     // wingbeat, in 1/65536 turn
	// Z and Y axes, in 1/32767
	ahead, up [3]int16
	Span      float32 // wingspan, m
	tint      [4]uint16
	heldPoses [models.StanceCount]uint8 // held poses, in 1/255
	flags     uint8
}

const (
	tickAlone   = 1 << iota // the bird jumped here; it is drawn here even before the tick
	tickPerched             // the bird is perched and moves in a straight line
)

// velocityScale is the number of steps per m/s of a stored velocity. The largest velocity is 256 m/s. One
// step changes a position between two ticks by less than 0.1 mm.
const velocityScale = 128

// TickState is the state of a bird at a tick.
type TickState struct {
	Pos, Vel  mgl32.Vec3 // m, m/s
	Ahead, Up mgl32.Vec3 // unit Z and Y axes
	Phase     float32
	Span      float32
	Tint      mgl32.Vec4
	Held      [models.StanceCount]float32 // progress into each held pose, 0 to 1 (Swarm.Bird smooths it); for models.Stoop, the weight
	Alone     bool                        // the bird jumped here
	Perched   bool
}

// Set stores the state s of a bird at the tick.
func (t *TickBird) Set(s *TickState) {
	t.Pos, t.Span = s.Pos, s.Span
	t.beat = uint16(uint32(s.Phase * 65536))
	for k := range 3 {
		t.vel[k] = rounded(s.Vel[k] * velocityScale)
		t.ahead[k] = rounded(s.Ahead[k] * math.MaxInt16)
		t.up[k] = rounded(s.Up[k] * math.MaxInt16)
		t.heldPoses[k] = uint8(s.Held[k]*255 + 0.5)
	}
	for k, x := range s.Tint {
		t.tint[k] = uint16(x*math.MaxUint16 + 0.5)
	}
	t.flags = 0
	if s.Alone {
		t.flags = tickAlone
	}
	if s.Perched {
		t.flags |= tickPerched
	}
}

func rounded(x float32) int16 {
	const middle = 1 << 15 // makes x positive, because the conversion rounds towards 0
	return int16(int32(min(max(x, math.MinInt16), math.MaxInt16)+middle+0.5) - middle)
}

// Velocity returns the velocity of the bird at the tick, in m/s.
func (t *TickBird) Velocity() mgl32.Vec3 { return scaled(&t.vel, 1.0/velocityScale) }

// Tint returns the tint of the bird, as in [Bird].
func (t *TickBird) Tint() (c mgl32.Vec4) {
	for k, x := range t.tint {
		c[k] = float32(x) * (1.0 / math.MaxUint16)
	}
	return c
}

func scaled(v *[3]int16, factor float32) mgl32.Vec3 {
	return mgl32.Vec3{float32(v[0]) * factor, float32(v[1]) * factor, float32(v[2]) * factor}
}

// Len returns the number of birds.
func (s *Swarm) Len() int { return len(s.Now.Birds) }

// Curve contains the weights, at one time, of a cubic curve through two ticks. The first position has the
// weight 1 - Second.
type Curve struct {
	Share         float32 // between the ticks, 0 to 1
	Second        float32 // weight of the second position
	Before, After float32 // weights of the velocities in stored units
}

// Curve returns the weights for the displayed time, the same as snapshots.CubicAt returns.
func (s *Swarm) Curve() Curve {
	t, rest, dt := s.Share, 1-s.Share, s.Seconds/velocityScale
	return Curve{t, t * t * (3 - 2*t), t * rest * rest * dt, -t * t * rest * dt}
}

// At returns the position of bird i for the weights c, in metres.
func (s *Swarm) At(c *Curve, i int) mgl32.Vec3 {
	b := &s.Now.Birds[i]
	if b.flags&tickAlone != 0 || i >= len(s.Before.Birds) {
		return b.Pos
	}
	a := &s.Before.Birds[i]
	if a.flags&b.flags&tickPerched != 0 {
		return a.Pos.Add(b.Pos.Sub(a.Pos).Mul(c.Share))
	}
	var out mgl32.Vec3
	for k := range out {
		out[k] = a.Pos[k] + (b.Pos[k]-a.Pos[k])*c.Second + float32(a.vel[k])*c.Before + float32(b.vel[k])*c.After
	}
	return out
}

// Bird returns bird i at the time that the swarm shows.
func (s *Swarm) Bird(i int) Bird {
	c := s.Curve()
	b := &s.Now.Birds[i]
	a, t := b, float32(1)
	if b.flags&tickAlone == 0 && i < len(s.Before.Birds) {
		a, t = &s.Before.Birds[i], s.Share
	}
	out := Bird{Pos: s.At(&c, i), Rotation: attitudeBetween(a, b, t), Span: b.Span, Kind: s.kind(i), Flock: s.kind(i)}
	ahead := float32(b.beat-a.beat) / 65536 // wraps around at a full turn
	out.Phase = float32(a.beat)/65536 + ahead*t
	if out.Phase >= 1 {
		out.Phase--
	}
	for k := range out.Held {
		out.Held[k] = (float32(a.heldPoses[k])*(1-t) + float32(b.heldPoses[k])*t) / 255
		if models.Stance(k) != models.Stoop {
			out.Held[k] = num.Smooth(0, 1, out.Held[k])
		}
	}
	out.Tint = b.Tint()
	if t < 0.5 {
		out.Tint = a.Tint()
	}
	if out.Tint.Vec3() == (mgl32.Vec3{}) && s.isTinted(i) {
		out.Tint = s.TintedBy
	}
	return out
}

func (s *Swarm) isTinted(i int) bool {
	_, found := slices.BinarySearch(s.Tinted, i)
	return found
}

func attitudeBetween(a, b *TickBird, t float32) mgl32.Quat {
	ahead, up := num.Mix(scaled(&a.ahead, 1), scaled(&b.ahead, 1), t), num.Mix(scaled(&a.up, 1), scaled(&b.up, 1), t)
	if ahead.LenSqr() < 1 {
		ahead = scaled(&b.ahead, 1)
	}
	ahead = ahead.Normalize()
	up = up.Sub(ahead.Mul(up.Dot(ahead)))
	if up.LenSqr() < 1 {
		up = scaled(&b.up, 1)
		up = up.Sub(ahead.Mul(up.Dot(ahead)))
	}
	up = up.Normalize()
	return mgl32.Mat4ToQuat(mgl32.Mat3FromCols(up.Cross(ahead), up, ahead).Mat4())
}

// kind returns the flock of bird i. It is also the index of the bird's model, because each flock of a swarm
// has one.
func (s *Swarm) kind(i int) (k int) {
	for k < len(s.Now.Ends)-1 && i >= s.Now.Ends[k] {
		k++
	}
	return k
}

// Leaders returns the number of birds in the colour of leaders.
func (s *Swarm) Leaders() int {
	if s.Share < 0.5 {
		return s.Before.Leaders
	}
	return s.Now.Leaders
}

// Tint returns the tint of bird i, as in [Bird]. If the tint only darkens the bird, it returns zero.
func (s *Swarm) Tint(i int) mgl32.Vec4 {
	t := &s.Now.Birds[i]
	if s.Share < 0.5 && i < len(s.Before.Birds) {
		t = &s.Before.Birds[i]
	}
	if tint := t.Tint(); tint.Vec3() != (mgl32.Vec3{}) {
		return tint
	}
	if s.isTinted(i) {
		return s.TintedBy
	}
	return mgl32.Vec4{}
}

// Append appends all birds at the time that the swarm shows.
func (s *Swarm) Append(dst []Bird) []Bird {
	for i := range s.Len() {
		dst = append(dst, s.Bird(i))
	}
	return dst
}

func (s *Swarm) same(other *Swarm) bool {
	if s == nil || other == nil {
		return s == other
	}
	return s.Before == other.Before && s.Now == other.Now && s.Share == other.Share && s.Seconds == other.Seconds && s.Serials == other.Serials &&
		s.TintedBy == other.TintedBy && slices.Equal(s.Tinted, other.Tinted)
}
