package models

import (
	"fmt"
	"sort"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
)

// channel moves one property of one node.
type channel struct {
	node int
	path gltf.TRSProperty
	*track
}

// track is a property over time: width values a key, three times as many for
// cubic splines (in-tangent, value, out-tangent).
type track struct {
	times  []float32
	values []float32
	width  int
	mode   gltf.Interpolation
}

// animations reads the clips.
func (l *loader) animations() error {
	for i, a := range l.doc.Animations {
		c := Clip{Name: a.Name}
		if c.Name == "" {
			c.Name = fmt.Sprintf("clip %d", i)
		}
		tracks := map[int]*track{}
		for k, ch := range a.Channels {
			if ch == nil {
				return fmt.Errorf("animation %d: channel %d is null", i, k)
			}
			if ch.Target.Node == nil {
				continue // aimed at something that an extension defines
			}
			if err := l.channel(a, ch, tracks, &c); err != nil {
				return fmt.Errorf("animation %d: channel %d: %w", i, k, err)
			}
		}
		c.span()
		l.model.Clips = append(l.model.Clips, c)
	}
	return nil
}

// span sets a clip's start and end.
func (c *Clip) span() {
	for i, ch := range c.channels {
		first, last := float64(ch.times[0]), float64(ch.times[len(ch.times)-1])
		if i == 0 {
			c.Start, c.End = first, last
		}
		c.Start, c.End = min(c.Start, first), max(c.End, last)
	}
}

func (l *loader) channel(a *gltf.Animation, ch *gltf.AnimationChannel, tracks map[int]*track, c *Clip) error {
	n := *ch.Target.Node
	if err := inRange("node", n, len(l.model.nodes)); err != nil {
		return err
	}
	width, shape := 3, gltf.AccessorVec3
	switch ch.Target.Path {
	case gltf.TRSRotation:
		width, shape = 4, gltf.AccessorVec4
	case gltf.TRSWeights:
		width, shape = len(l.model.nodes[n].rest.weights), gltf.AccessorScalar
		if width == 0 {
			l.warn("clip %q: node %d has no morph targets to weigh; left out", c.Name, n)
			return nil
		}
	}
	if err := inRange("sampler", ch.Sampler, len(a.Samplers)); err != nil {
		return err
	}
	t, ok := tracks[ch.Sampler]
	if !ok {
		var err error
		if t, err = l.track(a.Samplers[ch.Sampler], width, shape); err != nil {
			return fmt.Errorf("sampler %d: %w", ch.Sampler, err)
		}
		tracks[ch.Sampler] = t
	}
	if t.width != width {
		return fmt.Errorf("sampler %d: %d values a key, node %d needs %d", ch.Sampler, t.width, n, width)
	}
	c.channels = append(c.channels, channel{node: n, path: ch.Target.Path, track: t})
	return nil
}

func (l *loader) track(s *gltf.AnimationSampler, width int, shape gltf.AccessorType) (*track, error) {
	if s == nil {
		return nil, fmt.Errorf("it is null")
	}
	t := &track{width: width, mode: s.Interpolation}
	var err error
	if t.times, _, err = l.floats(s.Input, gltf.AccessorScalar); err != nil {
		return nil, fmt.Errorf("input: %w", err)
	}
	for i := 1; i < len(t.times); i++ {
		if t.times[i] < t.times[i-1] {
			return nil, fmt.Errorf("input: key %d at %v s comes before the one at %v s", i, t.times[i], t.times[i-1])
		}
	}
	if t.values, _, err = l.floats(s.Output, shape); err != nil {
		return nil, fmt.Errorf("output: %w", err)
	}
	want := len(t.times) * width
	if t.mode == gltf.InterpolationCubicSpline {
		want *= 3
	}
	if len(t.values) != want {
		return nil, fmt.Errorf("output: %d numbers; %d keys of %d need %d", len(t.values), len(t.times), width, want)
	}
	return t, nil
}

// at is the property at a time, held before the first key and after the last:
// the glTF 2.0 specification, appendix C.
func (t *track) at(seconds float32, spherical bool) []float32 {
	next := sort.Search(len(t.times), func(i int) bool { return t.times[i] > seconds })
	if next == 0 {
		return t.key(0, 0)
	}
	k := next - 1
	if next == len(t.times) || t.mode == gltf.InterpolationStep {
		return t.key(k, 0)
	}
	gap := t.times[next] - t.times[k]
	u := (seconds - t.times[k]) / gap
	switch {
	case t.mode == gltf.InterpolationCubicSpline:
		return t.cubic(k, u, gap)
	case spherical:
		return slerp(t.key(k, 0), t.key(next, 0), u)
	}
	return t.mix(u, k, next)
}

// key is the value at key k (which 0), its in-tangent (-1) or its out-tangent
// (1); only cubic splines have tangents.
func (t *track) key(k, which int) []float32 {
	if t.mode == gltf.InterpolationCubicSpline {
		k = 3*k + 1 + which
	}
	return t.values[k*t.width : (k+1)*t.width]
}

func (t *track) mix(u float32, k, next int) []float32 {
	out := make([]float32, t.width)
	a, b := t.key(k, 0), t.key(next, 0)
	for i := range out {
		out[i] = a[i] + u*(b[i]-a[i])
	}
	return out
}

func (t *track) cubic(k int, u, gap float32) []float32 {
	out := make([]float32, t.width)
	v0, out0, in1, v1 := t.key(k, 0), t.key(k, 1), t.key(k+1, -1), t.key(k+1, 0)
	u2, u3 := u*u, u*u*u
	for i := range out {
		out[i] = (2*u3-3*u2+1)*v0[i] + gap*(u3-2*u2+u)*out0[i] +
			(3*u2-2*u3)*v1[i] + gap*(u3-u2)*in1[i]
	}
	return out
}

// slerp goes the shorter way round between two quaternions (x, y, z, w).
func slerp(a, b []float32, u float32) []float32 {
	p, q := quat(a[0], a[1], a[2], a[3]), quat(b[0], b[1], b[2], b[3])
	if p.Dot(q) < 0 {
		q = q.Scale(-1)
	}
	s := mgl32.QuatSlerp(p, q, u)
	return []float32{s.V[0], s.V[1], s.V[2], s.W}
}

// apply moves a node's transform to where a channel has it at a time.
func (c *channel) apply(to *transform, seconds float32) {
	v := c.at(seconds, c.path == gltf.TRSRotation)
	switch c.path {
	case gltf.TRSTranslation:
		to.translation = mgl32.Vec3(v)
	case gltf.TRSRotation:
		to.rotation = quat(v[0], v[1], v[2], v[3])
	case gltf.TRSScale:
		to.scale = mgl32.Vec3(v)
	case gltf.TRSWeights:
		to.weights = v
	}
}
