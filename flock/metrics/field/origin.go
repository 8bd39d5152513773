package field

import (
	"math"
	"slices"
)

type origin struct {
	*instant
	near    [][]neighbour
	squares [len(lags)]float64 // mean square of the relative displacement of pairs, m², for each lag
	elapsed [len(lags)]float64 // time since the origin, s, for each lag
	done    int
}

// lags are the times after an origin at which the relative motion of pairs is measured, in s.
var lags = [...]float64{0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 2.5, 3, 3.5}

// keptShare returns the mean fraction of a bird's nearest neighbours at the origin that are still among its
// nearest now (Cavagna et al. 2013). Only birds that are present at both times count.
func (o *origin) keptShare(current *instant, near [][]neighbour, among int) float64 {
	share, birds := 0.0, 0
	for i, before := range o.near {
		index, ok := current.find(o.id[i], i)
		if !ok {
			continue
		}
		still, present := 0, 0
		for _, n := range before[:min(among, len(before))] {
			other, ok := current.find(o.id[n.ID], int(n.ID))
			if !ok {
				continue
			}
			present++
			if slices.ContainsFunc(near[index][:min(among, len(near[index]))], func(m neighbour) bool { return int(m.ID) == other }) {
				still++
			}
		}
		if present > 0 {
			share, birds = share+float64(still)/float64(present), birds+1
		}
	}
	if birds < minBirds {
		return math.NaN()
	}
	return share / float64(birds)
}

// follow measures how far birds have moved relative to their first neighbours. It does so for each lag that
// has passed, or will pass within tolerance seconds.
func (o *origin) follow(current *instant, tolerance float64) {
	for o.done < len(lags) && current.seconds-o.seconds >= lags[o.done]-tolerance {
		sum, pairs := 0.0, 0
		for i, near := range o.near {
			j := int(near[0].ID)
			a, ok := current.find(o.id[i], i)
			b, too := current.find(o.id[j], j)
			if !ok || !too {
				continue
			}
			d := current.pos[a].Sub(current.pos[b]).Sub(o.pos[i].Sub(o.pos[j]))
			sum, pairs = sum+d.Dot(d), pairs+1
		}
		o.squares[o.done] = math.NaN()
		if pairs >= minBirds {
			o.squares[o.done] = sum / float64(pairs)
		}
		o.elapsed[o.done] = current.seconds - o.seconds
		o.done++
	}
}

// exponent returns the exponent with which the squared displacement grows over time.
func (o *origin) exponent() float64 {
	var x, y []float64
	for k := range o.done {
		if !math.IsNaN(o.squares[k]) && (k == 0 || o.elapsed[k] > o.elapsed[k-1]) {
			x, y = append(x, math.Log(o.elapsed[k])), append(y, math.Log(o.squares[k]))
		}
	}
	if len(x) < 4 {
		return math.NaN()
	}
	slope, _ := line(x, y)
	return slope
}

func line(x, y []float64) (slope, r2 float64) {
	mx, my := mean(x), mean(y)
	var xx, xy, yy float64
	for k := range x {
		dx, dy := x[k]-mx, y[k]-my
		xx, xy, yy = xx+dx*dx, xy+dx*dy, yy+dy*dy
	}
	return xy / xx, xy * xy / (xx * yy)
}
