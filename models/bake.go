package models

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
)

// Limits on the number of poses. By default [Model.Bake] takes the smallest of [PoseCounts]
// that keeps every vertex within PoseError (in wingspans) of the clip when two neighbouring
// poses are blended. If none does, it takes the best one and adds a warning to
// [Analysis.Warnings]. The error is measured at up to 256 of the clip's key times and at as
// many instants between them; models of more than 600 triangles are measured on an even sample
// of vertices.
const (
	PoseError = 0.01
	MaxPoses  = 64
)

// PoseCounts returns the numbers of poses that [Model.Bake] tries. It also tries the number of
// key frames in the clip. (S3 uses 12 poses.)
func PoseCounts() []int { return []int{12, 16, 24, 32, 48, MaxPoses} }

// maxPosedVertices limits the vertices of all poses together, depending on the file size. Each
// vertex takes about 50 bytes.
func (m *Model) maxPosedVertices() int { return 3<<19 + m.size/8 }

// BakeOptions are the options of [Model.Bake]. The zero value suits most models.
type BakeOptions struct {
	Clip  string // name or index, see [Model.FindClip]; empty: the default clip
	Poses int    // 0: chosen by the blend error, see [PoseCounts]
	// Forward and Up are the directions that the animal's head and back face, in the model's
	// own axes. They need not be unit vectors or perpendicular. Zero means detect them; see
	// [Analysis].
	Forward, Up mgl32.Vec3
	Start, End  float64  // the part of the clip that is one wingbeat, in seconds; both 0: detected
	OpenTime    *float64 // clip time at which the wings are most open, in seconds; nil: detected
	Span        float32  // wingspan in the file's units; 0: measured
	Stances     bool     // append a pose for each [Stance] that has a clip
	// Progress, if not nil, is called from time to time with the completed share of the work,
	// from 0 to 1. Calls never overlap.
	Progress func(share float64) `json:"-"`
}

// Bake samples a clip at evenly spaced times and transforms the model to bird axes: Z forward,
// Y up, a wingspan of 1 with the wings most open, and the origin at the centroid of the surface
// over the whole wingbeat. In pose 0 the wings are most open. A model that does not move gets
// one pose. [Baked.Analysis] says what Bake detected.
func (m *Model) Bake(o BakeOptions) (*Baked, error) {
	t := &progress{callback: o.Progress}
	out, err := m.bake(o, t)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.Name, err)
	}
	out.simplify(t)
	return out, nil
}

// bake does what Bake does, but without levels of detail.
func (m *Model) bake(o BakeOptions, t *progress) (*Baked, error) {
	sampled, s, err := m.sampleTriangles(m.analysisTriangles()).analyse(o)
	if err != nil {
		return nil, err
	}
	n, err := sampled.choosePoseCount(o, s, min(MaxPoses, m.maxPosedVertices()/m.Vertices))
	if err != nil {
		return nil, err
	}
	clips := [StanceCount]int{-1, -1, -1}
	stanceCount := 0
	if o.Stances {
		clips = m.stanceClips(sampled.clip)
	}
	for _, clip := range clips {
		if clip >= 0 {
			stanceCount++
		}
	}
	out := m.newBaked(n + stanceCount)
	out.Beat = n
	all := out.poseSurfaces()
	poses := all[:n]
	full := sampled.withModel(m)
	full.writePoses(poses, t)
	next := n
	for k, clip := range clips {
		if clip >= 0 {
			out.StancePose[k] = next
			full.writeStance(all[next], clip)
			next++
		}
	}
	s.measureSpan(poses[0], o)
	if !withinLimits(all) {
		return nil, fmt.Errorf("clip %d: a vertex is too far from the origin", s.Clip)
	}
	m.centreAndScale(poses, all, s)
	m.poseTangents(out)
	out.Analysis = *s
	return out, nil
}

// analyse detects the wingbeat, axes and wingspan that the options do not give.
func (m *Model) analyse(o BakeOptions) (*beat, *Analysis, error) {
	l, s, err := m.findBeat(o)
	if err != nil {
		return nil, nil, err
	}
	samples := l.sample(32)
	if !withinLimits(samples) {
		return nil, nil, fmt.Errorf("clip %d: a vertex is too far from the origin", s.Clip)
	}
	if l.rotation, err = m.findAxes(samples, l.travel, o, s); err != nil {
		return nil, nil, err
	}
	if err := l.findOpenWings(o, s); err != nil {
		return nil, nil, err
	}
	l.countBeats(s)
	return l, s, nil
}

// centreAndScale moves all poses so that the centroid of the wingbeat is at the origin, and
// scales them to a wingspan of 1.
func (m *Model) centreAndScale(poses, all [][]Surface, s *Analysis) {
	var middle mgl32.Vec3
	for _, pose := range poses {
		middle = middle.Add(m.centroid(pose).Mul(1 / float32(len(poses))))
	}
	size := 1 / s.Span
	shift := mgl32.Scale3D(size, size, size).Mul4(mgl32.Translate3D(-middle[0], -middle[1], -middle[2]))
	for _, pose := range all {
		transformPose(shift, pose)
	}
}

func transformPose(m mgl32.Mat4, pose []Surface) {
	for _, s := range pose {
		s.transform(m)
	}
}

// newBaked returns a baked model with space for the given number of poses.
func (m *Model) newBaked(poses int) *Baked {
	out := &Baked{Name: m.Name, Poses: poses, Parts: make([]Part, len(m.parts))}
	for i, p := range m.parts {
		out.Parts[i] = Part{
			Material: p.material, Indices: p.indices, UV: p.uv, Colours: p.colours,
			Positions: make([]mgl32.Vec3, poses*p.vertices), Normals: make([]mgl32.Vec3, poses*p.vertices),
		}
	}
	return out
}

// poseSurfaces returns the poses as slices into the parts.
func (b *Baked) poseSurfaces() [][]Surface {
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
