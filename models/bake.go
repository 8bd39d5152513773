package models

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"skein/models/gltf"
	"skein/models/lod"
	"skein/models/rig"
)

// Limits of the number of poses. By default, [Bake] uses the smallest of [PoseCounts] with a blend error of
// at most PoseError, in wingspans. The blend error is the largest distance between a vertex in the clip and
// the same vertex after blending two neighbouring poses. If all errors are larger, Bake uses the number with
// the smallest error and adds a warning to [Analysis.Warnings]. It measures the error at up to 256 of the
// clip's key times and as many times between them. In models of more than 600 triangles, it measures only a
// sample of vertices.
const (
	PoseError = 0.01
	MaxPoses  = 64
)

// PoseCounts returns the numbers of poses that [Bake] tries. Bake also tries the number of key frames in the
// clip. (Hartman and Beneš use 12 poses.)
func PoseCounts() []int { return []int{12, 16, 24, 32, 48, MaxPoses} }

// maxPosedVertices returns the largest number of vertices in all poses, which depends on the size of the
// file. Each vertex takes about 50 bytes.
func maxPosedVertices(m *gltf.Model) int { return 3<<19 + m.Bytes/8 }

// BakeOptions are the options of [Bake]. The zero value suits most models.
type BakeOptions struct {
	Clip  string // name or index; see [gltf.Model.FindClip]; empty means the default clip
	Poses int    // number of poses; 0 means that it is chosen by the blend error (see [PoseCounts])
	// Forward and Up are the directions of the animal's head and back in the model's axes. They need not be
	// unit vectors or perpendicular. If they are zero, they are detected (see [Analysis]).
	Forward, Up mgl32.Vec3
	Start, End  float64  // one wingbeat in the clip, s; both 0 means that it is detected
	OpenTime    *float64 // clip time of the most open wings, s; nil means that it is detected
	Span        float32  // wingspan in the file's units; 0 means that it is measured
	Rig         rig.Kind // moves a model without motion of its own; "" means [rig.Auto]
	Stances     bool     // append a pose for each [Stance] that has a clip
	Mirror      bool     // add the model's mirror image, because it is one half of an animal
	// Progress, if not nil, is called from time to time with the completed fraction, from 0 to 1. Calls never
	// overlap.
	Progress func(share float64) `json:"-"`

	sides mgl32.Vec3 // axis to the sides of an animal that was completed by a mirror image; zero if unknown
}

// Bake samples a clip at evenly spaced times and transforms the model to bird axes: Z forward, Y up, wingspan
// 1, and the centroid of the surface over the wingbeat at the origin. In pose 0 the wings are most open. A
// model that does not move gets a rig, or one pose. [Baked.Analysis] contains what Bake has detected.
func Bake(m *gltf.Model, o BakeOptions) (*Baked, error) {
	full, err := completed(m, &o)
	if err != nil {
		return nil, err
	}
	out, err := bakePoses(full, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.Name, err)
	}
	out.addLevels(o)
	out.FileWarnings = m.Warnings
	return out, nil
}

const posingShare = 0.2

func (o *BakeOptions) report(share float64) {
	if o.Progress != nil {
		o.Progress(share)
	}
}

func (b *Baked) addLevels(o BakeOptions) {
	progress := func(share float64) { o.report(posingShare + (1-posingShare)*share) }
	var skipped int
	if b.Levels, skipped = b.Simplify(lod.Options{Beat: b.Beat, Progress: progress}); skipped > 0 {
		b.Analysis.warn("levels of detail: skipped %d, because triangles intersect each other and the work would take too long; the last of the %d levels has %d triangles",
			skipped, len(b.Levels), b.Levels[len(b.Levels)-1].Triangles)
	}
}

func bakePoses(m *gltf.Model, o BakeOptions) (*Baked, error) {
	sampled, s, err := analyse(m.SampleTriangles(analysisTriangles(m)), o)
	if err != nil {
		return nil, err
	}
	n, err := sampled.choosePoseCount(o, s, min(MaxPoses, maxPosedVertices(m)/m.Vertices))
	if err != nil {
		return nil, err
	}
	clips := [StanceCount]int{-1, -1, -1}
	stanceCount := 0
	if o.Stances {
		clips = stanceClips(m, sampled.clip)
	}
	for _, clip := range clips {
		if clip >= 0 {
			stanceCount++
		}
	}
	out := newBaked(m, n+stanceCount)
	out.Beat = n
	all := out.poseSurfaces()
	poses := all[:n]
	full := sampled.withModel(m)
	full.writePoses(poses, o)
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
	centreAndScale(m, poses, all, s)
	for i, t := range m.PoseTangents(all) {
		out.Parts[i].Tangents = t
	}
	out.Analysis = *s
	out.Analysis.Half = out.Analysis.half(m, o)
	return out, nil
}

// Analyse returns what [Bake] detects, without poses and levels of detail.
func Analyse(m *gltf.Model, o BakeOptions) (*Analysis, error) {
	_, s, err := analyse(m.SampleTriangles(analysisTriangles(m)), o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.Name, err)
	}
	return s, nil
}

// analyse detects the wingbeat, the axes and the wingspan, unless the options give them.
func analyse(m *gltf.Model, o BakeOptions) (*beat, *Analysis, error) {
	l, s, err := findBeat(m, o)
	if err != nil {
		return nil, nil, err
	}
	samples := l.sample(facingPoses)
	if !withinLimits(samples) {
		return nil, nil, fmt.Errorf("clip %d: a vertex is too far from the origin", s.Clip)
	}
	if l.rotation, err = findAxes(l.motionOf(samples), o, s); err != nil {
		return nil, nil, err
	}
	l.chooseBeat(o, s)
	if err := l.addRig(o, s); err != nil {
		return nil, nil, err
	}
	if err := l.findOpenWings(o, s); err != nil {
		return nil, nil, err
	}
	l.countBeats(s)
	return l, s, nil
}

func centreAndScale(m *gltf.Model, poses, all [][]gltf.Surface, s *Analysis) {
	var middle mgl32.Vec3
	for _, pose := range poses {
		middle = middle.Add(centroid(m, pose).Mul(1 / float32(len(poses))))
	}
	size := 1 / s.Span
	shift := mgl32.Scale3D(size, size, size).Mul4(mgl32.Translate3D(-middle[0], -middle[1], -middle[2]))
	for _, pose := range all {
		transformPose(shift, pose)
	}
}

func transformPose(m mgl32.Mat4, pose []gltf.Surface) {
	for _, s := range pose {
		transform(s, m)
	}
}

func newBaked(m *gltf.Model, poses int) *Baked {
	out := &Baked{Name: m.Name, Mesh: lod.Mesh{Poses: poses, Parts: make([]lod.Part, len(m.Parts))}}
	for i, p := range m.Parts {
		out.Parts[i] = lod.Part{
			Material: p.Material, Indices: p.Indices, UV: p.UV, Colours: p.Colours,
			Positions: make([]mgl32.Vec3, poses*p.Vertices), Normals: make([]mgl32.Vec3, poses*p.Vertices),
		}
	}
	return out
}

func (b *Baked) poseSurfaces() [][]gltf.Surface {
	out := make([][]gltf.Surface, b.Poses)
	for k := range out {
		for i := range b.Parts {
			p := &b.Parts[i]
			n := p.Vertices(b.Poses)
			out[k] = append(out[k], gltf.Surface{Positions: p.Positions[k*n : (k+1)*n], Normals: p.Normals[k*n : (k+1)*n]})
		}
	}
	return out
}
