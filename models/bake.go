package models

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
)

// Numbers of poses. Unless it is told, [Model.Bake] takes the fewest of
// [PoseCounts] with which no vertex strays further than PoseError from where the
// clip has it, in wingspans: that is what blending two neighbouring poses costs. Where
// none keeps within it, the best is taken and [Sense.Warnings] says so. It is looked
// for at the clip's keys and between them, at up to 256 instants each; of models of
// more than 600 triangles, over vertices evenly picked.
const (
	PoseError = 0.01
	MaxPoses  = 64
)

// PoseCounts are the numbers of poses that [Model.Bake] chooses among, with the
// number of steps of the clip's own keys; S3 has 12.
func PoseCounts() []int { return []int{12, 16, 24, 32, 48, MaxPoses} }

// mostPosed bounds the vertices of all poses together by the size of the file:
// each takes some 50 bytes.
func (m *Model) mostPosed() int { return 3<<19 + m.size/8 }

// BakeOptions say how a model becomes a beat. The zero value suits most models.
type BakeOptions struct {
	Clip  string // name or number, see [Model.FindClip]; empty: the default clip
	Poses int    // 0: chosen by the error, see [PoseCounts]
	// Forward and Up are the directions, in the model's own axes, that the
	// animal faces and that its back faces. Zero: found, see [Sense]. They need be
	// neither of unit length nor at right angles.
	Forward, Up mgl32.Vec3
	From, To    float64  // the part of the clip that is one beat, s; both 0: found
	Open        *float64 // when the wings are most open, s of the clip; nil: found
	Span        float32  // the wingspan, in the file's units; 0: measured
	Stances     bool     // poses that it holds follow those of the beat, where clips have them
	// Progress, if there is one, is called now and then with how much of the work is
	// done, 0 to 1, never twice at a time.
	Progress func(share float64) `json:"-"`
}

// Bake samples a clip at evenly spaced instants and brings the model to bird
// axes: Z forward, Y up, 1 wide with the wings most open (wingspan), the origin
// at the middle of the surface over the whole beat. Pose 0 has the wings most
// open. A model that does not move gets one pose. What it found out about the
// model is in [Baked.Sense].
func (m *Model) Bake(o BakeOptions) (*Baked, error) {
	t := &teller{to: o.Progress}
	out, err := m.bake(o, t)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.Name, err)
	}
	out.simplify(t)
	return out, nil
}

// bake is Bake without levels of detail.
func (m *Model) bake(o BakeOptions, t *teller) (*Baked, error) {
	l, s, err := m.thin(m.glance()).sense(o)
	if err != nil {
		return nil, err
	}
	n, err := l.number(o, s, min(MaxPoses, m.mostPosed()/m.Vertices))
	if err != nil {
		return nil, err
	}
	clips := [Stances]int{-1, -1, -1}
	extra := 0
	if o.Stances {
		clips = m.stanceClips(l.clip)
	}
	for _, clip := range clips {
		if clip >= 0 {
			extra++
		}
	}
	out := m.baked(n + extra)
	out.Beat = n
	all := out.surfaces()
	poses := all[:n]
	whole := l.of(m)
	whole.fill(poses, t)
	at := n
	for k, clip := range clips {
		if clip >= 0 {
			out.Held[k] = at
			whole.hold(all[at], clip)
			at++
		}
	}
	s.measure(poses[0], o)
	if !bearable(all) {
		return nil, fmt.Errorf("clip %d: vertices lie beyond all bounds", s.Clip)
	}
	m.toBirdAxes(poses, all, s)
	m.layTangents(out)
	out.Sense = *s
	return out, nil
}

// sense finds out about a model what is not given.
func (m *Model) sense(o BakeOptions) (*beat, *Sense, error) {
	l, s, err := m.loop(o)
	if err != nil {
		return nil, nil, err
	}
	look := l.sample(32)
	if !bearable(look) {
		return nil, nil, fmt.Errorf("clip %d: vertices lie beyond all bounds", s.Clip)
	}
	if l.turn, err = m.facing(look, l.travel, o, s); err != nil {
		return nil, nil, err
	}
	if err := l.open(o, s); err != nil {
		return nil, nil, err
	}
	l.beats(s)
	return l, s, nil
}

// toBirdAxes centres and scales poses that are turned to bird axes, by the middle of those
// of the beat.
func (m *Model) toBirdAxes(poses, all [][]Surface, s *Sense) {
	var middle mgl32.Vec3
	for _, pose := range poses {
		middle = middle.Add(m.middle(pose).Mul(1 / float32(len(poses))))
	}
	size := 1 / s.Span
	shift := mgl32.Scale3D(size, size, size).Mul4(mgl32.Translate3D(-middle[0], -middle[1], -middle[2]))
	for _, pose := range all {
		carryAll(shift, pose)
	}
}

func carryAll(m mgl32.Mat4, pose []Surface) {
	for _, s := range pose {
		s.turn(m)
	}
}

// baked is the model with room for so many poses.
func (m *Model) baked(poses int) *Baked {
	out := &Baked{Name: m.Name, Poses: poses, Parts: make([]Part, len(m.parts))}
	for i, p := range m.parts {
		out.Parts[i] = Part{
			Material: p.material, Indices: p.indices, UV: p.uv, Colours: p.colours,
			Positions: make([]mgl32.Vec3, poses*p.vertices), Normals: make([]mgl32.Vec3, poses*p.vertices),
		}
	}
	return out
}

// surfaces are the poses, as they lie in the parts.
func (b *Baked) surfaces() [][]Surface {
	out := make([][]Surface, b.Poses)
	for k := range out {
		for i := range b.Parts {
			p := &b.Parts[i]
			n := p.Vertices(b.Poses)
			out[k] = append(out[k], Surface{p.Positions[k*n : (k+1)*n], p.Normals[k*n : (k+1)*n]})
		}
	}
	return out
}
