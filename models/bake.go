package models

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// DefaultPoses is the number of poses that a beat is baked to. With the
// built-in bird, blending two neighbours then puts no vertex further than 0.4 %
// of a wingspan from where the clip has it; 12 poses, as in S3, give 3.1 %.
const DefaultPoses = 24

// maxPosed bounds the vertices of all poses together.
const maxPosed = 16 << 20

// BakeOptions say how a model becomes a beat. The zero value suits most models.
type BakeOptions struct {
	Clip  string // name or number, see [Model.FindClip]; empty: the default clip
	Poses int    // 0: DefaultPoses
	// Forward and Up are the directions, in the model's own axes, that the
	// animal faces and that its back faces. Zero: Up is +Y and Forward is found,
	// see [Model.Bake]. They need be neither of unit length nor at right angles.
	Forward, Up mgl32.Vec3
}

// Bake samples a clip at evenly spaced instants and brings the model to bird
// axes: Z forward, Y up, the widest of the poses 1 wide (wingspan), the origin
// at the middle of the surface over the whole beat. Pose 0 is the widest, the
// wings most open. A model that does not move gets one pose.
//
// Forward, unless given, is +Z as glTF has it, or +X where the model is far more
// nearly its own mirror image across Z than across X. A model without a clear
// width (longer than wide, as animals without wings are) is scaled by the larger
// horizontal size.
//
// A clip whose end does not meet its start is taken to lack the frames between;
// the beat then runs from the last pose back to the first, and any way that the
// model travels meanwhile is taken out of it.
func (m *Model) Bake(o BakeOptions) (*Baked, error) {
	clip, err := m.FindClip(o.Clip)
	if err != nil {
		return nil, err
	}
	if o.Poses == 0 {
		o.Poses = DefaultPoses
	}
	if o.Poses < 0 || o.Poses > maxPosed/m.Vertices {
		return nil, fmt.Errorf("%s: %d poses; want 1 to %d", m.Name, o.Poses, maxPosed/m.Vertices)
	}
	poses := m.beat(clip, o.Poses)
	if !bearable(poses) {
		return nil, fmt.Errorf("%s: clip %d: vertices lie beyond all bounds", m.Name, clip)
	}
	if err := m.toBirdAxes(poses, o); err != nil {
		return nil, fmt.Errorf("%s: %w", m.Name, err)
	}
	return m.baked(poses), nil
}

// beat samples a clip at n evenly spaced instants of its loop.
func (m *Model) beat(clip, n int) [][]Surface {
	if clip < 0 || m.Clips[clip].End <= m.Clips[clip].Start || n == 1 {
		return [][]Surface{m.Pose(clip, m.start(clip))}
	}
	c := m.Clips[clip]
	first, last := m.Pose(clip, c.Start), m.Pose(clip, c.End)
	travel := m.middle(last).Sub(m.middle(first))
	move(last, travel.Mul(-1))
	steps := float64(n)
	const meets = 0.01 // of the model's size, at the vertex that is furthest off
	if apart(first, last) > meets*size(first) {
		steps--
	}
	out := make([][]Surface, n)
	for i := range out {
		u := float64(i) / steps
		out[i] = m.Pose(clip, c.Start+u*(c.End-c.Start))
		move(out[i], travel.Mul(float32(-u)))
	}
	return out
}

func (m *Model) start(clip int) float64 {
	if clip < 0 {
		return 0
	}
	return m.Clips[clip].Start
}

// toBirdAxes turns, centres and scales the poses and puts the widest first.
func (m *Model) toBirdAxes(poses [][]Surface, o BakeOptions) error {
	turn, err := m.facing(poses, o)
	if err != nil {
		return err
	}
	for _, pose := range poses {
		for _, s := range pose {
			s.turn(turn)
		}
	}
	widest, width, length := 0, float32(0), float32(0)
	var middle mgl32.Vec3
	for i, pose := range poses {
		low, high := bounds(pose)
		// A hair's breadth more is not wider: rounding must not choose.
		if w := high[0] - low[0]; w > 1.0001*width {
			widest, width = i, w
		}
		length = max(length, high[2]-low[2])
		middle = middle.Add(m.middle(pose).Mul(1 / float32(len(poses))))
	}
	span := width
	if length > 2*width {
		span = length
	}
	if span < 1e-8 {
		return fmt.Errorf("it is too small to have a width")
	}
	shift := mgl32.Scale3D(1/span, 1/span, 1/span).Mul4(mgl32.Translate3D(-middle[0], -middle[1], -middle[2]))
	for _, pose := range poses {
		for _, s := range pose {
			s.turn(shift)
		}
	}
	rotate(poses, widest)
	return nil
}

// turn moves a surface by a turn, a shift and an even scale.
func (s Surface) turn(m mgl32.Mat4) {
	for v := range s.Positions {
		s.Positions[v] = m.Mul4x1(s.Positions[v].Vec4(1)).Vec3()
		s.Normals[v] = m.Mul4x1(s.Normals[v].Vec4(0)).Vec3().Normalize()
	}
}

// rotate puts element k first, the others following round.
func rotate[T any](s []T, k int) {
	copy(s, append(append([]T(nil), s[k:]...), s[:k]...))
}

// baked lays the poses out as the renderer wants them.
func (m *Model) baked(poses [][]Surface) *Baked {
	out := &Baked{Name: m.Name, Poses: len(poses), Parts: make([]Part, len(m.parts))}
	for i, p := range m.parts {
		to := &out.Parts[i]
		*to = Part{Material: p.material, Indices: p.indices, UV: p.uv, Colours: p.colours}
		for _, pose := range poses {
			to.Positions = append(to.Positions, pose[i].Positions...)
			to.Normals = append(to.Normals, pose[i].Normals...)
		}
	}
	return out
}

// each calls do with every position of a pose.
func each(pose []Surface, do func(p *mgl32.Vec3)) {
	for _, s := range pose {
		for i := range s.Positions {
			do(&s.Positions[i])
		}
	}
}

// bearable says whether areas and distances can be worked out without overflow.
func bearable(poses [][]Surface) bool {
	const far = 1e8
	ok := true
	for _, pose := range poses {
		each(pose, func(p *mgl32.Vec3) {
			for _, v := range p {
				ok = ok && v > -far && v < far
			}
		})
	}
	return ok
}

func move(pose []Surface, by mgl32.Vec3) {
	each(pose, func(p *mgl32.Vec3) { *p = p.Add(by) })
}

// bounds is the box around a pose.
func bounds(pose []Surface) (low, high mgl32.Vec3) {
	inf := float32(math.Inf(1))
	low, high = mgl32.Vec3{inf, inf, inf}, mgl32.Vec3{-inf, -inf, -inf}
	each(pose, func(p *mgl32.Vec3) {
		for k := range 3 {
			low[k], high[k] = min(low[k], p[k]), max(high[k], p[k])
		}
	})
	return low, high
}

// size is the largest side of the box around a pose.
func size(pose []Surface) float32 {
	low, high := bounds(pose)
	d := high.Sub(low)
	return max(d[0], d[1], d[2])
}

// apart is the largest distance between a vertex of a and the same one of b.
func apart(a, b []Surface) float32 {
	var far float32
	for i := range a {
		for k, p := range a[i].Positions {
			far = max(far, p.Sub(b[i].Positions[k]).Len())
		}
	}
	return far
}

// middle is the centroid of a pose's surface.
func (m *Model) middle(pose []Surface) mgl32.Vec3 {
	var sum [3]float64
	var area float64
	m.patches(pose, func(at mgl32.Vec3, a float64) {
		area += a
		for k := range sum {
			sum[k] += a * float64(at[k])
		}
	})
	if area == 0 {
		low, high := bounds(pose)
		return low.Add(high).Mul(0.5)
	}
	return mgl32.Vec3{float32(sum[0] / area), float32(sum[1] / area), float32(sum[2] / area)}
}

// patches calls do with the centroid and the area of every triangle.
func (m *Model) patches(pose []Surface, do func(at mgl32.Vec3, area float64)) {
	for i, part := range m.parts {
		p := pose[i].Positions
		for k := 0; k < len(part.indices); k += 3 {
			a, b, c := p[part.indices[k]], p[part.indices[k+1]], p[part.indices[k+2]]
			do(a.Add(b).Add(c).Mul(1.0/3), float64(b.Sub(a).Cross(c.Sub(a)).Len())/2)
		}
	}
}
