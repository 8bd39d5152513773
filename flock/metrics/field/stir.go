package field

import (
	"math"
	"slices"

	"skein/flock/vec"
)

// A bird is agitated ("stirred") if its acceleration across its course is at least minStir, which requires a
// roll of 31°. It must also be at least minStirRatio times the flock's median over the last two seconds.
const (
	minStir      = 6 // m/s²
	minStirRatio = 3
)

// A stir is an instant with the highest fraction of agitated birds within stirReach. This fraction is at
// least stirredShare, and falls to half or less within stirReach before and after the stir.
const (
	stirredShare = 0.05
	stirReach    = 1.5 // s
)

// minWaveR2 is the smallest R² with which a stir counts as a wave.
const minWaveR2 = 0.5

// A stir is a turn if all velocities change directly and in the same way. (Otherwise, birds roll to one side
// and back, or flee in all directions.) Each bird's change is measured within turningTime of its own time.
// The median of the changes is at least directTurn times the length of the velocity's path, sampled every
// turningStep. The sum of all changes is at least alikeTurn times the sum of their lengths.
const (
	directTurn  = 0.5
	alikeTurn   = 0.7
	turningTime = 0.8 // s
	turningStep = 0.2 // s
)

// stirs computes each member's acceleration across its course relative to the mean, and the fraction of
// agitated members. It processes the frame before the last, because it needs the following frame.
func (f *film) stirs(members map[int32]bool) {
	n := len(f.frames)
	if n < 3 || f.dt <= 0 {
		return
	}
	before, instant, after := f.frames[n-3], f.frames[n-2], f.frames[n-1]
	instant.stir = make([]float64, len(instant.id))
	gains, drift, count := make([]vec.Vec64, len(instant.id)), vec.Vec64{}, 0.0
	for i, id := range instant.id {
		a, there1 := before.find(id, i)
		b, there2 := after.find(id, i)
		if instant.stir[i] = math.NaN(); !there1 || !there2 || !members[id] {
			continue
		}
		gains[i] = after.vel[b].Sub(before.vel[a]).Scale(1 / (after.seconds - before.seconds))
		instant.stir[i], drift, count = 0, drift.Add(gains[i]), count+1
	}
	if count == 0 {
		return
	}
	drift = drift.Scale(1 / count)
	for i, x := range instant.stir {
		if math.IsNaN(x) {
			continue
		}
		own, course := gains[i].Sub(drift), instant.vel[i].Unit()
		instant.stir[i] = own.Sub(course.Scale(own.Dot(course))).Length()
	}
	least := f.leastStir(instant)
	for _, x := range instant.stir {
		if x > least {
			instant.stirred += 1 / count
		}
	}
}

// leastStir returns the acceleration above which a bird is agitated, m/s². It stores the median acceleration
// in current.calm.
func (f *film) leastStir(current *instant) float64 {
	const lately = 2 // period over which the median acceleration is taken, s
	var calm []float64
	for _, x := range current.stir {
		if !math.IsNaN(x) {
			calm = append(calm, x)
		}
	}
	slices.Sort(calm)
	current.calm = calm[len(calm)/2]
	var all []float64
	for n := max(0, len(f.frames)-2-f.frameCount(lately)); n < len(f.frames)-1; n++ {
		if f.frames[n].stir != nil {
			all = append(all, f.frames[n].calm)
		}
	}
	slices.Sort(all)
	return max(minStir, minStirRatio*all[len(all)/2])
}

func (f *film) stirAt(k int) bool {
	alone, peak := f.frameCount(stirReach), f.frames[k].stirred
	if peak < stirredShare || k < alone || k+alone >= len(f.frames) {
		return false
	}
	before, after := peak, peak
	for i := k - alone; i <= k+alone; i++ {
		s := f.frames[i].stirred
		if i < k && s > peak || i > k && s >= peak {
			return false
		}
		if i < k {
			before = min(before, s)
		} else {
			after = min(after, s)
		}
	}
	return max(before, after) <= peak/2
}

type stir struct {
	slowness, linear, chance float64 // see the fields of turn
	reached                  float64
	birds                    int
	// times by which a tenth and nine tenths of the agitated birds had peaked, s
	first, last float64
	turn        bool
}

// stirOf fits the times at which the birds are most agitated to their positions at these times. ok is false
// if too few birds are agitated. number seeds the random order for stir.chance.
func (f *film) stirOf(k int, number int64) (s stir, ok bool) {
	reach := f.frameCount(stirReach)
	least := f.leastStir(f.frames[k])
	type most struct {
		stir, when  float64
		pos         vec.Vec64
		frame, hint int
	}
	birds := map[int32]most{}
	var order []int32 // birds in the order in which they are found, so that the fit is deterministic
	for n := k - reach; n <= k+reach; n++ {
		frame := f.frames[n]
		centre := vec.Mean(frame.pos)
		for i, x := range frame.stir {
			if math.IsNaN(x) {
				continue
			}
			b, seen := birds[frame.id[i]]
			if !seen {
				order = append(order, frame.id[i])
			}
			if !seen || x > b.stir {
				birds[frame.id[i]] = most{x, frame.seconds, frame.pos[i].Sub(centre), n, i}
			}
		}
	}
	var positions []vec.Vec64
	var when, direct []float64
	var sum vec.Vec64
	lengths := 0.0
	for _, id := range order {
		if b := birds[id]; b.stir > least {
			positions, when = append(positions, b.pos), append(when, b.when)
			change, way := f.change(id, b.hint, b.frame)
			sum, lengths = sum.Add(change), lengths+change.Length()
			direct = append(direct, change.Length()/max(way, 1e-9))
		}
	}
	if len(positions) < minBirds {
		return s, false
	}
	s.birds, s.reached = len(positions), float64(len(positions))/float64(len(order))
	sorted := slices.Sorted(slices.Values(when))
	s.first, s.last = sorted[len(sorted)/10], sorted[len(sorted)*9/10]
	slices.Sort(direct)
	s.turn = direct[len(direct)/2] >= directTurn && sum.Length() >= alikeTurn*lengths
	s.slowness, s.linear = wave(positions, when)
	shuffled := slices.Clone(when)
	die := vec.Dice(2, purposeDeal)
	for i := len(shuffled) - 1; i > 0; i-- {
		j := int(fraction(die.Roll(int32(i), number)) * float64(i+1))
		shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
	}
	_, s.chance = wave(positions, shuffled)
	return s, true
}

// change returns the change of a bird's velocity around a frame. way is the length of the velocity's path
// during the change, m/s.
func (f *film) change(id int32, hint, frame int) (change vec.Vec64, way float64) {
	step := max(1, f.frameCount(turningStep))
	reach := max(1, f.frameCount(turningTime)/step)
	var first, last vec.Vec64
	seen := false
	for k := -reach; k <= reach; k++ {
		n := frame + k*step
		if n < 0 || n >= len(f.frames) {
			continue
		}
		i, ok := f.frames[n].find(id, hint)
		if !ok {
			continue
		}
		v := f.frames[n].vel[i]
		if !seen {
			first, seen = v, true
		} else {
			way += v.Distance(last)
		}
		last = v
	}
	return last.Sub(first), way
}
