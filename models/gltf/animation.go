package gltf

import (
	"fmt"
	"math"
	"sort"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/qmuntal/gltf"
)

type channel struct {
	node int
	path gltf.TRSProperty
	*track
}

// track is a property over time, with width values per key. In cubic splines, a key has an in-tangent, a
// value and an out-tangent.
type track struct {
	times  []float32
	values []float32
	width  int
	mode   gltf.Interpolation
}

func (l *loader) readAnimations() error {
	for i, a := range l.doc.Animations {
		c := Clip{Name: displayName(a.Name)}
		if c.Name == "" {
			c.Name = fmt.Sprintf("clip %d", i)
		}
		tracks := map[int]*track{}
		for k, ch := range a.Channels {
			if ch == nil || ch.Target.Node == nil {
				continue // the target of an extension
			}
			if err := l.readChannel(a, ch, tracks, &c); err != nil {
				return fmt.Errorf("animation %d: channel %d: %w", i, k, err)
			}
		}
		l.warnClip(i, &c)
		c.setSpan()
		l.describeClip(&c)
		l.model.Clips = append(l.model.Clips, c)
	}
	return nil
}

func (c *Clip) setSpan() {
	for i, ch := range c.channels {
		first, last := float64(ch.times[0]), float64(ch.times[len(ch.times)-1])
		if i == 0 {
			c.Start, c.End = first, last
		}
		c.Start, c.End = min(c.Start, first), max(c.End, last)
	}
}

func (l *loader) describeClip(c *Clip) {
	c.Channels = len(c.channels)
	for _, ch := range c.channels {
		c.Keys += len(ch.times)
		if ch.path == gltf.TRSWeights {
			c.Morphs = true
			continue
		}
		c.Joints = c.Joints || l.carriesJoint[ch.node]
		c.Nodes = c.Nodes || l.carriesMesh[ch.node]
	}
}

func (l *loader) readChannel(a *gltf.Animation, ch *gltf.AnimationChannel, tracks map[int]*track, c *Clip) error {
	n := *ch.Target.Node
	if err := checkIndex("node", n, len(l.model.nodes)); err != nil {
		return err
	}
	width, shape := 3, gltf.AccessorVec3
	switch ch.Target.Path {
	case gltf.TRSRotation:
		width, shape = 4, gltf.AccessorVec4
	case gltf.TRSWeights:
		width, shape = len(l.model.nodes[n].rest.weights), gltf.AccessorScalar
		if width == 0 {
			l.warn("clip %q: node %d has no morph targets to animate; left out", c.Name, n)
			return nil
		}
	}
	if err := checkIndex("sampler", ch.Sampler, len(a.Samplers)); err != nil {
		return err
	}
	t, ok := tracks[ch.Sampler]
	if !ok {
		var err error
		if t, err = l.readTrack(a.Samplers[ch.Sampler], width, shape); err != nil {
			return fmt.Errorf("sampler %d: %w", ch.Sampler, err)
		}
		tracks[ch.Sampler] = t
	}
	if t.width != width {
		return fmt.Errorf("sampler %d has %d values per key, but node %d needs %d", ch.Sampler, t.width, n, width)
	}
	c.channels = append(c.channels, channel{node: n, path: ch.Target.Path, track: t})
	return nil
}

func (l *loader) readTrack(s *gltf.AnimationSampler, width int, shape gltf.AccessorType) (*track, error) {
	t := &track{width: width, mode: s.Interpolation}
	var err error
	if t.times, err = l.readKeyTimes(s.Input); err != nil {
		return nil, fmt.Errorf("input: %w", err)
	}
	if t.values, _, err = l.readFloats(s.Output, shape); err != nil {
		return nil, fmt.Errorf("output: %w", err)
	}
	want := len(t.times) * width
	if t.mode == gltf.InterpolationCubicSpline {
		want *= 3
	}
	if len(t.values) != want {
		return nil, fmt.Errorf("output has %d numbers, but %d keys of %d values need %d", len(t.values), len(t.times), width, want)
	}
	return t, nil
}

// readKeyTimes reads key times, in s. Equal and negative times are invalid, but real files have them with a
// clear meaning (see warnClip).
func (l *loader) readKeyTimes(i int) ([]float32, error) {
	if times, ok := l.times[i]; ok {
		return times, nil
	}
	times, _, err := l.readFloats(i, gltf.AccessorScalar)
	if err != nil {
		return nil, err
	}
	for k := 1; k < len(times); k++ {
		if times[k] < times[k-1] {
			return nil, fmt.Errorf("accessor %d: key %d at %v s is earlier than the previous key at %v s", i, k, times[k], times[k-1])
		}
	}
	l.times[i] = times
	return times, nil
}

// valueAt returns the value at a time. It is constant before the first key and after the last (glTF 2.0,
// appendix C).
func (t *track) valueAt(seconds float64, spherical bool) []float64 {
	next := sort.Search(len(t.times), func(i int) bool { return float64(t.times[i]) > seconds })
	k := max(0, next-1)
	if next == 0 || next == len(t.times) || t.mode == gltf.InterpolationStep {
		return t.value(k)
	}
	gap := float64(t.times[next]) - float64(t.times[k])
	u := (seconds - float64(t.times[k])) / gap
	switch {
	case t.mode == gltf.InterpolationCubicSpline && spherical:
		return normalizeQuat(t.cubicSpline(k, u, gap))
	case t.mode == gltf.InterpolationCubicSpline:
		return t.cubicSpline(k, u, gap)
	case spherical:
		return slerp(t.value(k), t.value(next), u)
	}
	return weightedSum(t.value(k), t.value(next), 1-u, u)
}

func (t *track) value(k int) []float64 { return t.key(k, 0) }

// key returns the value (part 0), the in-tangent (-1) or the out-tangent (1) of key k. Only cubic splines
// have tangents.
func (t *track) key(k, part int) []float64 {
	if t.mode == gltf.InterpolationCubicSpline {
		k = 3*k + 1 + part
	}
	out := make([]float64, t.width)
	for i, v := range t.values[k*t.width : (k+1)*t.width] {
		out[i] = float64(v)
	}
	return out
}

func (t *track) cubicSpline(k int, u, gap float64) []float64 {
	v0, out0, in1, v1 := t.key(k, 0), t.key(k, 1), t.key(k+1, -1), t.key(k+1, 0)
	u2, u3 := u*u, u*u*u
	values := weightedSum(v0, v1, 2*u3-3*u2+1, 3*u2-2*u3)
	tangents := weightedSum(out0, in1, gap*(u3-2*u2+u), gap*(u3-u2))
	return weightedSum(values, tangents, 1, 1)
}

func weightedSum(a, b []float64, s, t float64) []float64 {
	out := make([]float64, len(a))
	for i := range out {
		out[i] = s*a[i] + t*b[i]
	}
	return out
}

// slerp interpolates between unit quaternions along the shorter arc. If they are nearly equal, it
// interpolates linearly.
func slerp(a, b []float64, u float64) []float64 {
	var cos float64
	for i := range a {
		cos += a[i] * b[i]
	}
	sign := math.Copysign(1, cos)
	square := 1 - cos*cos
	if !(square > 1e-18) {
		return normalizeQuat(weightedSum(a, b, 1-u, sign*u))
	}
	sin := math.Sqrt(square)
	angle := math.Atan2(sin, math.Abs(cos))
	return weightedSum(a, b, math.Sin((1-u)*angle)/sin, sign*math.Sin(u*angle)/sin)
}

func normalizeQuat(q []float64) []float64 {
	l := math.Hypot(math.Hypot(q[0], q[1]), math.Hypot(q[2], q[3]))
	if l == 0 {
		return q
	}
	return weightedSum(q, q, 1/l, 0)
}

func (c *channel) apply(to *transform, seconds float64) {
	v := c.valueAt(seconds, c.path == gltf.TRSRotation)
	switch c.path {
	case gltf.TRSTranslation:
		to.translation = mgl64.Vec3(v)
	case gltf.TRSRotation:
		to.rotation = quat([4]float64(v))
	case gltf.TRSScale:
		to.scale = mgl64.Vec3(v)
	case gltf.TRSWeights:
		to.weights = v
	}
}

// KeyTimes returns the key times of each channel, in seconds.
func (c *Clip) KeyTimes() (all [][]float32) {
	for _, ch := range c.channels {
		all = append(all, ch.times)
	}
	return all
}
