package models

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// beat is one beat of the wings as a closed curve through the model's poses.
type beat struct {
	m        *Model
	clip     int     // -1: at rest
	from, to float64 // s of the clip
	start    float64 // where pose 0 is, turns
	gap      float64 // share of a turn that the clip lacks between its end and its start
	travel   mgl32.Vec3
	turn     mgl32.Mat4 // to bird axes
	ends     [2][]Surface
}

// meets is how far the end of a beat may be from its start to be the same pose,
// in sizes of the model, at the vertex that is furthest off.
const meets = 0.01

// loop finds the beat that is to be baked.
func (m *Model) loop(o BakeOptions) (*beat, *Sense, error) {
	clip, err := m.FindClip(o.Clip)
	if err != nil {
		return nil, nil, err
	}
	l := m.wholeClip(clip)
	const tried = 16
	for k := 0; o.Clip == "" && l.to == l.from && k < min(len(m.Clips), tried); k++ {
		l = m.wholeClip(k) // the default clip moves nothing: another may
	}
	if o.From != 0 || o.To != 0 {
		if l, err = l.part(o.From, o.To); err != nil {
			return nil, nil, err
		}
	} else if l.to > l.from {
		l.shorten()
	}
	if l.to == l.from {
		l = m.wholeClip(clip)
	}
	return l, &Sense{Clip: l.clip, From: l.from, To: l.to}, nil
}

// wholeClip is the beat that a whole clip is; it ends where it starts if nothing
// moves.
func (m *Model) wholeClip(clip int) *beat {
	l := &beat{m: m, clip: clip, turn: mgl32.Ident4()}
	if clip < 0 {
		return l
	}
	l.from, l.to = m.Clips[clip].Start, m.Clips[clip].End
	l.close()
	return l
}

// part is a beat that is a part of a clip.
func (l *beat) part(from, to float64) (*beat, error) {
	if l.clip < 0 {
		return nil, fmt.Errorf("a beat from %g to %g s of no clip", from, to)
	}
	c := l.m.Clips[l.clip]
	if to == 0 {
		to = c.End
	}
	if !(from < to) || from < c.Start || to > c.End {
		return nil, fmt.Errorf("a beat from %g to %g s; want a part of the clip, which lasts from %g to %g s", from, to, c.Start, c.End)
	}
	part := *l
	part.from, part.to = from, to
	part.close()
	return &part, nil
}

// close works out how the end of the beat goes over into its start: what the
// model travels meanwhile is taken out, and a clip whose end is elsewhere than
// its start lacks the frame between.
func (l *beat) close() {
	l.travel, l.gap = mgl32.Vec3{}, 0
	if l.to <= l.from {
		return
	}
	ends := l.bothEnds()
	l.travel = l.m.middle(ends[0]).Sub(l.m.middle(ends[1]))
	move(ends[0], l.travel.Mul(-1))
	if apart(ends[0], ends[1]) > meets*size(ends[1]) {
		l.ends, l.gap = ends, 1/(l.frames()+1)
	}
	if !l.moves() {
		l.to = l.from
	}
}

// steps is the number of steps in a turn at which the clip was exported.
func (l *beat) steps() int {
	n := l.frames()
	if l.gap > 0 {
		n++
	}
	return int(math.Round(n))
}

// counts are the numbers of poses to try: those of [PoseCounts] and the clip's
// own.
func (l *beat) counts(most int) []int {
	out := append(PoseCounts(), l.steps())
	slices.Sort(out)
	out = slices.DeleteFunc(slices.Compact(out), func(n int) bool { return n < PoseCounts()[0] || n > most })
	for n := most; len(out) == 0 || most < PoseCounts()[0] && n > most/2; n-- {
		out = append(out, n) // one that falls in with the keys may be better than more
	}
	return out
}

// frames is the number of frames that the clip was exported with, as its most
// detailed channel has it: at most one for each of the most poses, to keep the
// way back to the start from being a jump.
func (l *beat) frames() float64 {
	most := 1
	c := l.m.Clips[l.clip]
	for _, ch := range c.channels {
		most = max(most, len(ch.times)-1)
	}
	share := (l.to - l.from) / (c.End - c.Start)
	return min(max(float64(most)*share, 3), MaxPoses)
}

// at is the pose at a place in the beat, turns from the clip's start, in bird
// axes.
func (l *beat) at(turn float64) []Surface {
	out := l.own(turn)
	carryAll(l.turn, out)
	return out
}

// own is the pose in the model's axes.
func (l *beat) own(turn float64) []Surface {
	if l.to <= l.from {
		return l.m.Pose(l.clip, l.from)
	}
	turn -= math.Floor(turn)
	filled := 1 - l.gap
	if turn > filled {
		return mixed(l.ends[0], l.ends[1], float32((turn-filled)/l.gap))
	}
	u := turn / filled
	out := l.m.Pose(l.clip, l.from+u*(l.to-l.from))
	move(out, l.travel.Mul(float32(-u)))
	return out
}

// seconds is the time of a place in the beat, s of the clip.
func (l *beat) seconds(turn float64) float64 {
	turn -= math.Floor(turn)
	return l.from + min(turn/(1-l.gap), 1)*(l.to-l.from)
}

// mixed blends two poses.
func mixed(a, b []Surface, share float32) []Surface {
	out := make([]Surface, len(a))
	for i := range a {
		out[i] = Surface{make([]mgl32.Vec3, len(a[i].Positions)), make([]mgl32.Vec3, len(a[i].Normals))}
		for k := range a[i].Positions {
			out[i].Positions[k] = lerp(a[i].Positions[k], b[i].Positions[k], share)
		}
		for k := range a[i].Normals {
			out[i].Normals[k] = upright(lerp(a[i].Normals[k], b[i].Normals[k], share))
		}
	}
	return out
}

func lerp(a, b mgl32.Vec3, share float32) mgl32.Vec3 {
	return a.Mul(1 - share).Add(b.Mul(share))
}

// sample is the beat at n evenly spaced instants from its start; one for a beat
// that does not move.
func (l *beat) sample(n int) [][]Surface {
	if l.to <= l.from {
		n = 1
	}
	out := make([][]Surface, n)
	for i := range out {
		out[i] = l.at(l.start + float64(i)/float64(n))
	}
	return out
}

// fill writes the beat, evenly sampled, into poses.
func (l *beat) fill(poses [][]Surface, t *teller) {
	for i, to := range poses {
		for k, from := range l.at(l.start + float64(i)/float64(len(poses))) {
			copy(to[k].Positions, from.Positions)
			copy(to[k].Normals, from.Normals)
		}
		t.set(posing, float64(i+1)/float64(len(poses)))
	}
}

// hold writes the pose that another clip begins with.
func (l *beat) hold(to []Surface, clip int) {
	pose := l.m.Pose(clip, l.m.Clips[clip].Start)
	carryAll(l.turn, pose)
	for k, from := range pose {
		copy(to[k].Positions, from.Positions)
		copy(to[k].Normals, from.Normals)
	}
}

// looks is the number of instants, besides those of keys, at which a beat is looked
// at to see whether it moves and repeats.
const looks = 12

// mostLooks bounds the instants that a beat is looked at.
const mostLooks = 256

// instants are places in the beat, turns from the clip's start: those of the keys,
// or of some evenly chosen ones where there are very many, and as many between
// them.
func (l *beat) instants() []float64 {
	var out []float64
	for k := range looks {
		out = append(out, float64(k)/looks)
	}
	for _, ch := range l.m.Clips[l.clip].channels {
		for k := range min(len(ch.times), mostLooks) {
			at := ch.times[k*len(ch.times)/min(len(ch.times), mostLooks)]
			if u := (float64(at) - l.from) / (l.to - l.from); u >= 0 && u <= 1 {
				out = append(out, u*(1-l.gap))
			}
		}
		if len(out) > 64*mostLooks {
			break
		}
	}
	slices.Sort(out)
	out = slices.Compact(out)
	if step := (len(out) + mostLooks - 1) / mostLooks; step > 1 {
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

// moves says whether anything moves but along with the whole.
func (l *beat) moves() bool {
	if l.to <= l.from {
		return false
	}
	first := l.own(0)
	for _, at := range l.instants() {
		if apart(first, l.own(at)) > 1e-4*size(first) {
			return true
		}
	}
	return false
}

// shorten keeps one beat of a clip that holds the same beat several times.
func (l *beat) shorten() {
	const most = 48
	if l.gap > 0 {
		return
	}
	for k := most; k > 1; k-- {
		if !l.repeats(k) {
			continue
		}
		l.to = l.from + (l.to-l.from)/float64(k)
		l.close()
		return
	}
}

// repeats says whether the beat is the same after each of k equal parts.
func (l *beat) repeats(k int) bool {
	small := meets * size(l.own(0))
	for i := range looks * k {
		turn := float64(i) / float64(looks*k)
		if apart(l.own(turn), l.own(turn+1/float64(k))) > small {
			return false
		}
	}
	return true
}

// number is how many poses the beat is baked to: the fewest that are near enough
// to it.
func (l *beat) number(o BakeOptions, s *Sense, most int) (n int, err error) {
	if o.Poses < 0 || o.Poses > most {
		return 0, fmt.Errorf("%d poses; want 1 to %d", o.Poses, most)
	}
	if s.Stiff = l.to <= l.from; s.Stiff {
		return 1, nil
	}
	counts := l.counts(most)
	if o.Poses != 0 {
		counts = []int{o.Poses}
	}
	probe := l.of(l.m.thin(min(probed, l.m.glance())))
	at := probe.instants()
	exact := make([][]Surface, len(at))
	for k := range at {
		exact[k] = probe.at(at[k])
	}
	for k, tried := range counts {
		off := probe.strayed(tried, at, exact) / s.Span
		if k == 0 || off < s.Error {
			n, s.Error = tried, off
		}
		if off <= PoseError {
			break
		}
	}
	if s.Error > PoseError && o.Poses == 0 {
		s.warn("with %d poses a vertex strays by %.2g %% of the wingspan: the clip is too quick, jumps, or has too many vertices for more", n, 100*s.Error)
	}
	return n, nil
}

// probed is how many triangles are looked at to see how far poses stray.
const probed = 600

// of is the same beat of the model that a thinned one was made of.
func (l *beat) of(m *Model) *beat {
	out := *l
	out.m = m
	if l.gap > 0 {
		out.ends = out.bothEnds()
	}
	return &out
}

// bothEnds are the beat's last and first pose, without the travel.
func (l *beat) bothEnds() [2][]Surface {
	first, last := l.m.Pose(l.clip, l.from), l.m.Pose(l.clip, l.to)
	move(last, l.travel.Mul(-1))
	return [2][]Surface{last, first}
}

// strayed is how far a vertex between two of so many poses is from where the clip
// has it, at most, at given instants.
func (l *beat) strayed(poses int, at []float64, exact [][]Surface) float32 {
	coarse := l.sample(poses)
	var worst float32
	for k := range at {
		u := at[k] - l.start
		u = (u - math.Floor(u)) * float64(poses)
		i := min(int(u), poses-1)
		between := mixed(coarse[i], coarse[(i+1)%poses], float32(u-float64(i)))
		worst = max(worst, apart(between, exact[k]))
	}
	return worst
}
