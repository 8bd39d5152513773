package field

import (
	"cmp"
	"math"
	"slices"

	"skein/flock/vec"
)

// mostTracks limits the number of birds whose headings are stored for the whole time.
const mostTracks = 100

// minTogether is the shortest time for which both birds of a pair must be present, s.
const minTogether = 3

// minLikeness is the smallest likeness of the headings of a pair at their delay (Nagy et al. 2010 use values
// down to 0.5).
const minLikeness = 0.5

// minLikenessRange is the smallest difference between the highest and the lowest likeness of a pair over all
// delays. Without it, small steady differences between headings would look like delays.
const minLikenessRange = 0.01

// track holds a bird's heading in each frame, or zero if the bird is absent, and the bird's distance ahead of
// the flock's middle.
type track struct {
	id     int32
	from   int
	course []vec.Vec64
	ahead  series
}

type tracks struct {
	byID   map[int32]*track
	all    []*track
	ranked []Follower
}

// Follower describes the position of a bird in the order in which the birds of a flock turn.
type Follower struct {
	Bird    int     `json:"bird"`
	Delay   float64 `json:"delay"`   // delay of this bird's turns after the mean, s
	Follows int     `json:"follows"` // id of the earlier bird with the most similar heading, or -1
	Behind  float64 `json:"behind"`  // delay after the followed bird, s
}

func (t *tracks) add(current *instant, members map[int32]bool, course vec.Vec64, begin float64) {
	frame := int(math.Round((current.seconds - begin) / filmEvery))
	centre, step := vec.Mean(current.pos), len(current.id)/mostTracks+1
	for i, id := range current.id {
		one := t.byID[id]
		if one == nil {
			if len(t.all) >= mostTracks || !members[id] || int(id)%step != 0 {
				continue
			}
			one = &track{id: id, from: frame}
			t.byID[id], t.all = one, append(t.all, one)
		}
		for len(one.course) < frame-one.from {
			one.course = append(one.course, vec.Vec64{})
		}
		one.course = append(one.course, current.vel[i].Unit())
		if course != (vec.Vec64{}) {
			one.ahead.add(current.seconds, current.pos[i].Sub(centre).Dot(course))
		}
	}
}

func (t *track) at(frame int) vec.Vec64 {
	if k := frame - t.from; k >= 0 && k < len(t.course) {
		return t.course[k]
	}
	return vec.Vec64{}
}

type pair struct {
	i, j  int
	delay float64 // time by which j turns after i, s
	like  float64 // likeness of their headings at that delay
}

func (t *tracks) order(c *Card) {
	all := t.pairs()
	if len(all) < len(t.all) || len(all) < minBirds {
		return
	}
	var delays, likes []float64
	for _, p := range all {
		delays, likes = append(delays, math.Abs(p.delay)), append(likes, p.like)
	}
	slices.Sort(delays)
	slices.Sort(likes)
	c.add("delay", delays[len(delays)/2])
	c.add("likeness", likes[len(likes)/2])
	late := ranking(all, len(t.all))
	explained, agree := agreement(all, late)
	c.add("order", explained)
	c.add("hierarchy", 100*agree)
	shuffled, die := slices.Clone(all), vec.Dice(1, purposeDeal)
	for k := range shuffled {
		if die.Roll(int32(k), 0)&1 > 0 {
			shuffled[k].delay = -shuffled[k].delay
		}
	}
	explained, agree = agreement(shuffled, ranking(shuffled, len(t.all)))
	c.addNull("order", explained)
	c.addNull("hierarchy", 100*agree)
	var early, ahead []float64
	for k, one := range t.all {
		if !math.IsNaN(late[k]) {
			early, ahead = append(early, -late[k]), append(ahead, mean(one.ahead.all()))
		}
	}
	c.add("ahead", correlationOf(early, ahead))
	c.addNull("ahead", 0)
	t.rank(all, late)
}

// pairs returns the pairs of birds that are together for long enough, and whose courses are most alike at an
// allowed delay.
func (t *tracks) pairs() (all []pair) {
	for j := range t.all {
		for i := range j {
			if p, ok := t.pair(i, j); ok {
				all = append(all, p)
			}
		}
	}
	return all
}

func (t *tracks) pair(i, j int) (p pair, ok bool) {
	a, b := t.all[i], t.all[j]
	most := int(math.Round(mostDelay / filmEvery))
	from, to := max(a.from, b.from)-most, min(a.from+len(a.course), b.from+len(b.course))+most
	if to-from-2*most < int(minTogether/filmEvery) {
		return p, false
	}
	like := make([]float64, 2*most+1)
	for lag := -most; lag <= most; lag++ {
		sum, n := 0.0, 0
		for k := max(a.from, b.from-lag); k < min(a.from+len(a.course), b.from+len(b.course)-lag); k++ {
			x, y := a.at(k), b.at(k+lag)
			if x != (vec.Vec64{}) && y != (vec.Vec64{}) {
				sum, n = sum+x.Dot(y), n+1
			}
		}
		if n < int(minTogether/filmEvery)-most {
			return p, false
		}
		like[lag+most] = sum / float64(n)
	}
	best := slices.Index(like, slices.Max(like))
	if best == 0 || best == len(like)-1 || like[best] < minLikeness || like[best]-slices.Min(like) < minLikenessRange {
		return p, false
	}
	l, m, r := like[best-1], like[best], like[best+1]
	delay := float64(best - most)
	if bend := l - 2*m + r; bend < 0 {
		delay += (l - r) / (2 * bend)
	}
	return pair{i, j, delay * filmEvery, m}, true
}

// ranking returns the number of seconds by which each of n birds turns after the mean. It is a least-squares
// fit to the delays of the pairs (Gauss-Seidel). A bird without a pair gets NaN.
func ranking(all []pair, n int) []float64 {
	const rounds = 100
	late, pairsOf := make([]float64, n), make([][]pair, n)
	for _, p := range all {
		pairsOf[p.i], pairsOf[p.j] = append(pairsOf[p.i], p), append(pairsOf[p.j], pair{p.j, p.i, -p.delay, p.like})
	}
	for range rounds {
		for k := range late {
			sum := 0.0
			for _, p := range pairsOf[k] {
				sum += late[p.j] - p.delay
			}
			if len(pairsOf[k]) > 0 {
				late[k] = sum / float64(len(pairsOf[k]))
			}
		}
	}
	sum, in := 0.0, 0.0
	for k := range late {
		if len(pairsOf[k]) > 0 {
			sum, in = sum+late[k], in+1
		}
	}
	for k := range late {
		late[k] -= sum / in
		if len(pairsOf[k]) == 0 {
			late[k] = math.NaN()
		}
	}
	return late
}

// agreement compares pairs with a ranking. It returns the fraction of the sum of squared delays that the
// ranking explains, and the fraction of pairs that it puts in the right order.
func agreement(all []pair, late []float64) (explained, agree float64) {
	residual, squares := 0.0, 0.0
	for _, p := range all {
		d := late[p.j] - late[p.i]
		residual, squares = residual+(p.delay-d)*(p.delay-d), squares+p.delay*p.delay
		if d*p.delay > 0 {
			agree++
		}
	}
	if squares == 0 {
		return math.NaN(), math.NaN()
	}
	return 1 - residual/squares, agree / float64(len(all))
}

func (t *tracks) rank(all []pair, late []float64) {
	t.ranked = nil
	for k, one := range t.all {
		if !math.IsNaN(late[k]) {
			t.ranked = append(t.ranked, Follower{Bird: int(one.id), Delay: late[k], Follows: -1})
		}
	}
	best := map[int]float64{}
	follow := func(who, whom int, p pair) {
		if p.delay > 0 && p.like > best[who] {
			best[who] = p.like
			for k := range t.ranked {
				if f := &t.ranked[k]; f.Bird == int(t.all[who].id) {
					f.Follows, f.Behind = int(t.all[whom].id), p.delay
				}
			}
		}
	}
	for _, p := range all {
		follow(p.j, p.i, p)
		follow(p.i, p.j, pair{p.j, p.i, -p.delay, p.like})
	}
	slices.SortStableFunc(t.ranked, func(a, b Follower) int { return cmp.Compare(a.Delay, b.Delay) })
}
