package facing

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/models/gltf"
)

// Orientation contains the directions of an animal's head and back in the model's axes.
type Orientation struct{ Forward, Up mgl32.Vec3 }

// Left returns the direction of the animal's left.
func (o Orientation) Left() mgl32.Vec3 { return o.Up.Cross(o.Forward) }

// Orientations returns the 24 candidates. The first is glTF's convention.
func Orientations() (all []Orientation) {
	var axes []mgl32.Vec3
	for _, k := range []int{2, 0, 1} {
		for _, sign := range []float32{1, -1} {
			var a mgl32.Vec3
			a[k] = sign
			axes = append(axes, a)
		}
	}
	up := append(axes[4:], axes[:4]...)
	for _, u := range up {
		for _, f := range axes {
			if u.Dot(f) == 0 {
				all = append(all, Orientation{f, u})
			}
		}
	}
	return all
}

// Motion is a model with its poses during a clip.
type Motion struct {
	Model   *gltf.Model
	Clip    int     // -1 means the rest pose
	Seconds float64 // start in the clip, s
	// Poses are evenly spaced over a period, without travel. There is one pose if the model does not move.
	Poses  [][]gltf.Surface
	Travel mgl32.Vec3 // displacement of the model from the start to the end
}

// Result is the result of Find.
type Result struct {
	Orientation Orientation // the most probable orientation
	Forward, Up Choice
	Votes       []Vote // votes of the sources about Forward, the strongest first
	UpVotes     []Vote // votes of the sources about Up, the strongest first
}

// Choice contains the most probable and the second most probable axis for a direction.
type Choice struct {
	Axis        mgl32.Vec3
	Probability float64
	// Second is zero if no other axis is allowed.
	Second            mgl32.Vec3
	SecondProbability float64
}

// Vote is the evidence of one source for a choice, compared with its rival: the most probable candidate with
// another axis.
type Vote struct {
	Source  Source
	Why     string
	Favours mgl32.Vec3 // axis that this source prefers
	// Factor is the factor by which this source makes the choice more likely than the rival. It is less than
	// 1 if the source favours the rival.
	Factor float64
}

// Find returns the most probable orientation and the evidence. fixed reports whether a candidate is allowed;
// nil means that all are allowed.
func Find(motion Motion, fixed func(Orientation) bool) *Result {
	s := newScene(motion)
	var all []weighed
	for _, o := range Orientations() {
		if fixed == nil || fixed(o) {
			all = append(all, weigh(o, s.measure(o)))
		}
	}
	rank(all)
	r := &Result{Orientation: all[0].orientation}
	r.Forward, r.Votes = choose(all, Orientation.forward), s.votes(all, Orientation.forward)
	r.Up, r.UpVotes = choose(all, Orientation.up), s.votes(all, Orientation.up)
	return r
}

func (o Orientation) forward() mgl32.Vec3 { return o.Forward }
func (o Orientation) up() mgl32.Vec3      { return o.Up }

func rank(all []weighed) {
	best := slices.MaxFunc(all, func(a, b weighed) int { return cmp.Compare(a.score, b.score) }).score
	var sum float64
	for _, w := range all {
		sum += math.Exp(w.score - best)
	}
	forward := map[mgl32.Vec3]float64{}
	for k := range all {
		all[k].probability = math.Exp(all[k].score-best) / sum
		forward[all[k].orientation.Forward] += all[k].probability
	}
	slices.SortStableFunc(all, func(a, b weighed) int {
		return cmp.Or(cmp.Compare(forward[b.orientation.Forward], forward[a.orientation.Forward]), cmp.Compare(b.score, a.score))
	})
}

// choose returns the axis of the first candidate for a direction, and the most probable other axis. The
// probability of an axis is the sum of the probabilities of its candidates.
func choose(all []weighed, axisOf func(Orientation) mgl32.Vec3) Choice {
	sums := map[mgl32.Vec3]float64{}
	for _, w := range all {
		sums[axisOf(w.orientation)] += w.probability
	}
	c := Choice{Axis: axisOf(all[0].orientation)}
	c.Probability = sums[c.Axis]
	for _, w := range all {
		if axis := axisOf(w.orientation); axis != c.Axis && sums[axis] > c.SecondProbability {
			c.Second, c.SecondProbability = axis, sums[axis]
		}
	}
	return c
}

// Measure returns the value of each source for each of [Orientations].
func Measure(motion Motion) (values [][SourceCount]float64) {
	s := newScene(motion)
	for _, o := range Orientations() {
		values = append(values, s.measure(o))
	}
	return values
}

type weighed struct {
	orientation Orientation
	values      [SourceCount]float64
	score       float64
	probability float64
}

func weigh(o Orientation, values [SourceCount]float64) weighed {
	w := weighed{orientation: o, values: values}
	for k, v := range values {
		w.score += sources[k].weight * v
	}
	return w
}

const minFactor = 1.05

// votes returns the votes of all sources on the best candidate and its rival for a direction, strongest
// first.
func (s *scene) votes(all []weighed, axisOf func(Orientation) mgl32.Vec3) (out []Vote) {
	rival := slices.IndexFunc(all, func(w weighed) bool { return axisOf(w.orientation) != axisOf(all[0].orientation) })
	if rival < 0 {
		return nil
	}
	for k := range Source(SourceCount) {
		factor := math.Exp(sources[k].weight * (all[0].values[k] - all[rival].values[k]))
		if max(factor, 1/factor) < minFactor {
			continue
		}
		favourite := all[0]
		for _, w := range all {
			if w.values[k] > favourite.values[k] {
				favourite = w
			}
		}
		out = append(out, Vote{k, s.why(k), axisOf(favourite.orientation), factor})
	}
	strength := func(v Vote) float64 { return math.Abs(math.Log(v.Factor)) }
	slices.SortStableFunc(out, func(a, b Vote) int { return cmp.Compare(strength(b), strength(a)) })
	return out
}
