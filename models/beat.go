package models

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/models/gltf"
	"skein/models/lod"
	"skein/models/rig"
)

// beat is one wingbeat, a closed curve through the model's poses with phases from 0 to 1.
type beat struct {
	model              *gltf.Model
	clip               int     // index of the clip; -1 means the rest pose
	clipStart, clipEnd float64 // clip times, s
	zeroPhase          float64
	gap                float64 // missing part between the clip's end and its start, as a fraction of the beat
	travel             mgl32.Vec3
	rotation           mgl32.Mat4
	ends               [2][]gltf.Surface
	rig                *rig.Rig
}

func (l *beat) isStill() bool { return l.clipEnd <= l.clipStart && l.rig == nil }

// samePoseTolerance is the distance by which a vertex may differ between equal poses, such as the ends of a
// beat. It is a fraction of the model's size.
const samePoseTolerance = 0.01

func findBeat(m *gltf.Model, o BakeOptions) (*beat, *Analysis, error) {
	clip, err := m.FindClip(o.Clip)
	if err != nil {
		return nil, nil, err
	}
	l := wholeClip(m, clip)
	const maxTries = 16
	for k := 0; o.Clip == "" && l.clipEnd == l.clipStart && k < min(len(m.Clips), maxTries); k++ {
		l = wholeClip(m, k) // the default clip moves nothing
	}
	if o.Start != 0 || o.End != 0 {
		if l, err = l.cutPart(o.Start, o.End); err != nil {
			return nil, nil, err
		}
	} else if l.clipEnd > l.clipStart {
		l.shorten()
	}
	if l.clipEnd == l.clipStart {
		l = wholeClip(m, clip)
	}
	return l, &Analysis{Clip: l.clip, Start: l.clipStart, End: l.clipEnd}, nil
}

func wholeClip(m *gltf.Model, clip int) *beat {
	l := &beat{model: m, clip: clip, rotation: mgl32.Ident4()}
	if clip < 0 {
		return l
	}
	l.clipStart, l.clipEnd = m.Clips[clip].Start, m.Clips[clip].End
	l.closeLoop()
	return l
}

func (l *beat) cutPart(from, to float64) (*beat, error) {
	if l.clip < 0 {
		return nil, fmt.Errorf("wingbeat from %g to %g s: the model has no clip", from, to)
	}
	c := l.model.Clips[l.clip]
	if to == 0 {
		to = c.End
	}
	if !(from < to) || from < c.Start || to > c.End {
		return nil, fmt.Errorf("wingbeat from %g to %g s: must be within the clip, which lasts from %g to %g s", from, to, c.Start, c.End)
	}
	part := *l
	part.clipStart, part.clipEnd = from, to
	part.closeLoop()
	return &part, nil
}

// closeLoop closes the curve: it removes travel, and inserts a frame if the last pose differs from the first.
func (l *beat) closeLoop() {
	l.travel, l.gap = mgl32.Vec3{}, 0
	if l.clipEnd <= l.clipStart {
		return
	}
	ends := l.endPoses()
	l.travel = centroid(l.model, ends[0]).Sub(centroid(l.model, ends[1]))
	translate(ends[0], l.travel.Mul(-1))
	if maxDistance(ends[0], ends[1]) > samePoseTolerance*maxExtent(ends[1]) {
		l.ends, l.gap = ends, 1/(l.frames()+1)
	}
	if !l.isMoving() {
		l.clipEnd = l.clipStart
	}
}

// keySteps returns the number of frames in the beat at the clip's export rate.
func (l *beat) keySteps() int {
	n := l.frames()
	if l.gap > 0 {
		n++
	}
	return int(math.Round(n))
}

func (l *beat) poseCounts(limit int) []int {
	out := PoseCounts()
	if l.rig == nil {
		out = append(out, l.keySteps())
	}
	slices.Sort(out)
	out = slices.DeleteFunc(slices.Compact(out), func(n int) bool { return n < PoseCounts()[0] || n > limit })
	for n := limit; len(out) == 0 || limit < PoseCounts()[0] && n > limit/2; n-- {
		out = append(out, n) // a smaller number of poses may match the keys better
	}
	return out
}

// frames returns the number of frames in the beat, according to the channel with the most keys. It is at most
// MaxPoses, so that the inserted frame is not too short.
func (l *beat) frames() float64 {
	keys := 1
	c := l.model.Clips[l.clip]
	for _, times := range c.KeyTimes() {
		keys = max(keys, len(times)-1)
	}
	share := (l.clipEnd - l.clipStart) / (c.End - c.Start)
	return min(max(float64(keys)*share, 3), MaxPoses)
}

func (l *beat) poseAt(phase float64) []gltf.Surface {
	out := l.ownPoseAt(phase)
	transformPose(l.rotation, out)
	if l.rig != nil {
		l.rig.Pose(out, phase)
	}
	return out
}

func (l *beat) ownPoseAt(phase float64) []gltf.Surface {
	if l.clipEnd <= l.clipStart {
		return l.model.Pose(l.clip, l.clipStart)
	}
	phase -= math.Floor(phase)
	filled := 1 - l.gap
	if phase > filled {
		return blendPoses(l.ends[0], l.ends[1], float32((phase-filled)/l.gap))
	}
	u := phase / filled
	out := l.model.Pose(l.clip, l.clipStart+u*(l.clipEnd-l.clipStart))
	translate(out, l.travel.Mul(float32(-u)))
	return out
}

func (l *beat) clipTime(phase float64) float64 {
	phase -= math.Floor(phase)
	return l.clipStart + min(phase/(1-l.gap), 1)*(l.clipEnd-l.clipStart)
}

func blendPoses(a, b []gltf.Surface, t float32) []gltf.Surface {
	out := make([]gltf.Surface, len(a))
	for i := range a {
		out[i] = gltf.Surface{Positions: make([]mgl32.Vec3, len(a[i].Positions)), Normals: make([]mgl32.Vec3, len(a[i].Normals))}
		for k := range a[i].Positions {
			out[i].Positions[k] = lerp(a[i].Positions[k], b[i].Positions[k], t)
		}
		for k := range a[i].Normals {
			out[i].Normals[k] = lod.UnitOrUp(lerp(a[i].Normals[k], b[i].Normals[k], t))
		}
	}
	return out
}

func lerp(a, b mgl32.Vec3, t float32) mgl32.Vec3 {
	return a.Mul(1 - t).Add(b.Mul(t))
}

// sample returns n evenly spaced poses, beginning with pose 0. It returns one pose if nothing moves.
func (l *beat) sample(n int) [][]gltf.Surface {
	if l.isStill() {
		n = 1
	}
	out := make([][]gltf.Surface, n)
	for i := range out {
		out[i] = l.poseAt(l.zeroPhase + float64(i)/float64(n))
	}
	return out
}

func (l *beat) writePoses(poses [][]gltf.Surface, o BakeOptions) {
	for i, to := range poses {
		for k, from := range l.poseAt(l.zeroPhase + float64(i)/float64(len(poses))) {
			copy(to[k].Positions, from.Positions)
			copy(to[k].Normals, from.Normals)
		}
		o.report(posingShare * float64(i+1) / float64(len(poses)))
	}
}

func (l *beat) writeStance(to []gltf.Surface, clip int) {
	pose := l.model.Pose(clip, l.model.Clips[clip].Start)
	transformPose(l.rotation, pose)
	for k, from := range pose {
		copy(to[k].Positions, from.Positions)
		copy(to[k].Normals, from.Normals)
	}
}

// minInstants is the smallest number of evenly spaced phases at which a beat is tested, in addition to the
// keys.
const minInstants = 12

// maxInstants is the largest number of phases at which a beat is tested, not counting those that are added
// in between.
const maxInstants = 256

// instants returns the phases at which a beat is tested. They are the clip's keys or a sample of them, or
// evenly spaced phases of a rig, and one phase between any two of these.
func (l *beat) instants() []float64 {
	even := minInstants
	var keys [][]float32
	if l.rig != nil {
		even *= 4
	} else {
		keys = l.model.Clips[l.clip].KeyTimes()
	}
	var out []float64
	for k := range even {
		out = append(out, float64(k)/float64(even))
	}
	for _, times := range keys {
		for k := range min(len(times), maxInstants) {
			time := times[k*len(times)/min(len(times), maxInstants)]
			if u := (float64(time) - l.clipStart) / (l.clipEnd - l.clipStart); u >= 0 && u <= 1 {
				out = append(out, u*(1-l.gap))
			}
		}
		if len(out) > 64*maxInstants {
			break
		}
	}
	slices.Sort(out)
	out = slices.Compact(out)
	if step := (len(out) + maxInstants - 1) / maxInstants; step > 1 {
		for k := range len(out) / step {
			out[k] = out[k*step]
		}
		out = out[:len(out)/step]
	}
	for k := range len(out) {
		next := 1.0
		if k+1 < len(out) {
			next = out[k+1]
		}
		out = append(out, (out[k]+next)/2)
	}
	return out
}

// isMoving reports whether the model moves, ignoring travel of the whole model.
func (l *beat) isMoving() bool {
	if l.clipEnd <= l.clipStart {
		return false
	}
	first := l.ownPoseAt(0)
	for _, instant := range l.instants() {
		if maxDistance(first, l.ownPoseAt(instant)) > 1e-4*maxExtent(first) {
			return true
		}
	}
	return false
}

func (l *beat) shorten() {
	const maxBeats = 48
	if l.gap > 0 {
		return
	}
	for k := maxBeats; k > 1; k-- {
		if !l.repeats(k) {
			continue
		}
		l.clipEnd = l.clipStart + (l.clipEnd-l.clipStart)/float64(k)
		l.closeLoop()
		return
	}
}

func (l *beat) repeats(k int) bool {
	tolerance := samePoseTolerance * maxExtent(l.ownPoseAt(0))
	for i := range minInstants * k {
		phase := float64(i) / float64(minInstants*k)
		if maxDistance(l.ownPoseAt(phase), l.ownPoseAt(phase+1/float64(k))) > tolerance {
			return false
		}
	}
	return true
}

func (l *beat) choosePoseCount(o BakeOptions, s *Analysis, limit int) (n int, err error) {
	if o.Poses < 0 || o.Poses > limit {
		return 0, fmt.Errorf("the number of poses is %d; it must be from 1 to %d", o.Poses, limit)
	}
	if s.Static = l.isStill(); s.Static {
		return 1, nil
	}
	counts := l.poseCounts(limit)
	if o.Poses != 0 {
		counts = []int{o.Poses}
	}
	probe := l.withModel(l.model.SampleTriangles(min(probeTriangles, analysisTriangles(l.model))))
	instants := probe.instants()
	exact := make([][]gltf.Surface, len(instants))
	for k := range instants {
		exact[k] = probe.poseAt(instants[k])
	}
	for k, count := range counts {
		deviation := probe.maxBlendError(count, instants, exact) / s.Span
		if k == 0 || deviation < s.Error {
			n, s.Error = count, deviation
		}
		if deviation <= PoseError {
			break
		}
	}
	if s.Error > PoseError && o.Poses == 0 {
		s.warn("with %d poses, vertices are off by up to %.2g %% of the wingspan; the clip is fast, jumps, or has too many vertices for more poses", n, 100*s.Error)
	}
	return n, nil
}

const probeTriangles = 600

func (l *beat) withModel(m *gltf.Model) *beat {
	out := *l
	out.model = m
	if l.gap > 0 {
		out.ends = out.endPoses()
	}
	return &out
}

func (l *beat) endPoses() [2][]gltf.Surface {
	first, last := l.model.Pose(l.clip, l.clipStart), l.model.Pose(l.clip, l.clipEnd)
	translate(last, l.travel.Mul(-1))
	return [2][]gltf.Surface{last, first}
}

func (l *beat) maxBlendError(poses int, instants []float64, exact [][]gltf.Surface) float32 {
	coarse := l.sample(poses)
	var worst float32
	for k := range instants {
		u := instants[k] - l.zeroPhase
		u = (u - math.Floor(u)) * float64(poses)
		i := min(int(u), poses-1)
		blended := blendPoses(coarse[i], coarse[(i+1)%poses], float32(u-float64(i)))
		worst = max(worst, maxDistance(blended, exact[k]))
	}
	return worst
}
