package figure

import (
	"image/color"
	"math"

	"skein/engine/picture"
)

// Lane is a row of events of one kind.
type Lane struct {
	Name  string    // kind of the events, such as "escape"
	Times []float64 // s
}

var leaderInk = rgb(picture.PaperLeader())

var laneInks = map[string]color.NRGBA{
	"escape": leaderInk, "attack": {0xb8, 0x36, 0x86, 255}, "near miss": {0x9a, 0x7d, 0x00, 255}, "strike": {0xc4, 0x1e, 0x1a, 255},
	"split": {0x7a, 0x3d, 0xb8, 255}, "pattern": {0x00, 0x85, 0x85, 255}, "event": {0x1f, 0x8a, 0x3b, 255}, "edit": {0x00, 0x72, 0xb2, 255},
}

// CountTimes counts the times in columns of equal width between two times, both included.
func CountTimes(times []float64, from, to float64, columns int) []int {
	counts := make([]int, columns)
	for _, t := range times {
		if t >= from && t <= to {
			counts[min(int((t-from)/(to-from)*float64(columns)), columns-1)]++
		}
	}
	return counts
}

// BarHeights returns the height of each column's bar, as a fraction of its row. It grows with the logarithm
// of the count; a count of 0 has height 0.
func BarHeights(counts []int) []float64 {
	most := 2
	for _, n := range counts {
		most = max(most, n)
	}
	heights := make([]float64, len(counts))
	for k, n := range counts {
		if n > 0 {
			heights[k] = 0.45 + 0.35*math.Log(float64(n))/math.Log(float64(most))
		}
	}
	return heights
}

func (l *timeLayout) drawLanes(p *pen) {
	columns := max(1, int(l.lanes.width()/laneColumn))
	wide := l.lanes.width() / float64(columns)
	for row, lane := range l.Lanes {
		bottom := l.lanes.top - float64(row+1)*laneHigh
		colour, ok := laneInks[lane.Name]
		if !ok {
			colour = ink
		}
		p.text(point{l.lanes.left - gap - p.width(lane.Name), bottom + laneHigh/2 - 0.36*em}, lane.Name)
		for k, share := range BarHeights(CountTimes(lane.Times, l.From, l.To, columns)) {
			if share > 0 {
				x, low := l.lanes.left+float64(k)*wide, bottom+0.1*laneHigh
				p.fill([]point{{x, low}, {x + 0.8*wide, low}, {x + 0.8*wide, low + share*laneHigh}, {x, low + share*laneHigh}}, colour)
			}
		}
	}
	if len(l.Lanes) > 0 {
		p.stroke([]point{{l.lanes.left, l.lanes.bottom}, {l.lanes.right, l.lanes.bottom}}, 0.5, ink)
	}
}
