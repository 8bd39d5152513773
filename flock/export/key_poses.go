package export

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/models"
)

// keyPoses lists those poses of a baked wingbeat that a format stores. Between them, vertices move along
// straight lines.
type keyPoses struct {
	poses    []int     // ascending indices, starting with 0
	phase    []float64 // phase of each pose in turns, followed by 1
	maxError float32   // largest distance of a vertex from the baked wingbeat, in wingspans
}

// There are at least leastKeys key poses. They suffice to keep every vertex within keyError of the baked
// wingbeat, in wingspans.
const (
	leastKeys = 8
	keyError  = 0.02
)

func keysOf(b *models.Baked) *keyPoses {
	k := &keyPoses{poses: selectPoses(b)}
	for _, p := range k.poses {
		k.phase = append(k.phase, float64(p)/float64(b.Poses))
	}
	k.phase = append(k.phase, 1)
	for i, p := range k.poses {
		next := b.Poses
		if i+1 < len(k.poses) {
			next = k.poses[i+1]
		}
		k.maxError = max(k.maxError, maxDeviation(b, p, next, 1))
	}
	return k
}

// selectPoses finds the poses as a shortest path around the wingbeat. The error of a path is the largest
// error of its steps. Among paths of equal length, the one with the smallest error wins.
func selectPoses(b *models.Baked) []int {
	n := b.Poses
	cost := costs(b)
	worst := make([]float32, n+1) // error of the best path to each pose
	for i := range worst {
		worst[i] = float32(math.Inf(1))
	}
	worst[0] = 0
	var from [][]int // from[step][pose] is the pose before pose on the best path
	for steps := 1; ; steps++ {
		next, back := make([]float32, n+1), make([]int, n+1)
		for to := range next {
			next[to] = float32(math.Inf(1))
			for i := range to {
				if c := max(worst[i], cost[i][to]); c < next[to] {
					next[to], back[to] = c, i
				}
			}
		}
		worst, from = next, append(from, back)
		if steps >= min(leastKeys, n) && worst[n] <= keyError || steps == n {
			return pathTo(from, n)
		}
	}
}

func pathTo(from [][]int, n int) []int {
	out := make([]int, len(from))
	for step := len(from) - 1; step >= 0; step-- {
		n = from[step][n]
		out[step] = n
	}
	return out
}

// costs returns the deviation from the wingbeat if vertices move straight from pose i to pose j, for all i <
// j.
func costs(b *models.Baked) [][]float32 {
	const maxChecked = 700
	all := 0
	for i := range b.Parts {
		all += b.Parts[i].Vertices(b.Poses)
	}
	stride := 1 + all/maxChecked
	out := make([][]float32, b.Poses)
	for i := range out {
		out[i] = make([]float32, b.Poses+1)
		for j := i + 2; j <= b.Poses; j++ {
			out[i][j] = maxDeviation(b, i, j, stride)
		}
	}
	return out
}

// maxDeviation returns the largest distance from the wingbeat of every stride-th vertex if vertices move
// straight between two poses.
func maxDeviation(b *models.Baked, from, to, stride int) float32 {
	var far float32
	for i := range b.Parts {
		p := &b.Parts[i]
		n := p.Vertices(b.Poses)
		pose := func(k int) []mgl32.Vec3 { k %= b.Poses; return p.Positions[k*n : (k+1)*n] }
		first, last := pose(from), pose(to)
		for k := from + 1; k < to; k++ {
			share := float32(k-from) / float32(to-from)
			for v, pos := range pose(k) {
				if v%stride == 0 {
					far = max(far, first[v].Mul(1-share).Add(last[v].Mul(share)).Sub(pos).LenSqr())
				}
			}
		}
	}
	return float32(math.Sqrt(float64(far)))
}

// weights calls set for each pose with a weight above 0. It skips the first pose, which has no morph target.
func (k *keyPoses) weights(phase float64, set func(pose int, weight float32)) {
	i := k.keyBefore(phase)
	share := float32((phase - k.phase[i]) / (k.phase[i+1] - k.phase[i]))
	if i > 0 {
		set(i, 1-share)
	}
	if i+1 < len(k.poses) {
		set(i+1, share)
	}
}

// keyBefore returns the last key pose at or before a phase in [0,1).
func (k *keyPoses) keyBefore(phase float64) int {
	i := len(k.poses) - 1
	for i > 0 && k.phase[i] > phase {
		i--
	}
	return i
}

// keyer converts a wingbeat to keys of a linear track. There is a key at each key pose, and wherever the rate
// of the wingbeat changes.
type keyer struct {
	k           *keyPoses
	seen        int
	time, turns float64 // time and turns of the last sample
	pace        float64 // turns per second before the last sample
	first, last float32
	keys        int
}

// paceError is the largest deviation from a constant rate for which no key is needed, in turns.
const paceError = 1e-3

// add advances to a sample, and calls key for each key before it.
func (y *keyer) add(time, turns float64, key func(time float32, turns float64)) {
	if y.seen > 0 {
		pace := (turns - y.turns) / (time - y.time)
		if y.seen == 1 || math.Abs(pace-y.pace)*(time-y.time) > paceError {
			y.emit(y.time, y.turns, key)
		}
		y.pace = pace
		y.emitCrossed(time, turns, key)
	}
	y.seen++
	y.time, y.turns = time, turns
}

// emitCrossed calls key for each key pose between the last sample and the new one.
func (y *keyer) emitCrossed(time, turns float64, key func(float32, float64)) {
	fullTurns := math.Floor(y.turns)
	i := y.k.keyBefore(y.turns - fullTurns)
	for {
		if i++; i == len(y.k.poses) {
			i, fullTurns = 0, fullTurns+1
		}
		phase := fullTurns + y.k.phase[i]
		if phase > turns {
			return
		}
		y.emit(y.time+(phase-y.turns)/y.pace, phase, key)
	}
}

func (y *keyer) end(key func(float32, float64)) { y.emit(y.time, y.turns, key) }

// emit calls key unless there is already a key at this time or later.
func (y *keyer) emit(time, turns float64, key func(float32, float64)) {
	t := float32(time)
	if y.keys > 0 && t <= y.last {
		return
	}
	if y.keys == 0 {
		y.first = t
	}
	y.last = t
	y.keys++
	if key != nil {
		key(t, turns)
	}
}
