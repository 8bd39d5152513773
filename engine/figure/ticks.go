package figure

import (
	"math"
	"strconv"
	"strings"
)

type tick struct {
	value float64
	text  string
}

func (p *plot) acrossTicks() []tick {
	return ticks(p.world.left, p.world.right, 7.4*millimetre/p.scale, false)
}

func (p *plot) upTicks() []tick {
	return ticks(p.world.bottom, p.world.top, 5*millimetre/p.scale, p.projection.flipped)
}

// ticks returns marks at round numbers, at least minGap apart. If flipped is true, the mark at x has the
// number -x.
func ticks(from, to, minGap float64, flipped bool) (all []tick) {
	step := roundUp(minGap)
	for k := math.Ceil(from/step - 1e-9); k*step <= to+1e-9*step; k++ {
		x := k * step
		if flipped {
			x = -x
		}
		all = append(all, tick{k * step, label(x, step)})
	}
	return all
}

// roundUp returns the smallest 1, 2 or 5 times a power of ten that is at least x.
func roundUp(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= x*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// roundDown returns the largest 1, 2 or 5 times a power of ten that is at most x.
func roundDown(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range []float64{5, 2, 1} {
		if m*power <= x*(1+1e-9) {
			return m * power
		}
	}
	return power
}

// label formats a multiple of step, with an en dash as the minus sign.
func label(x, step float64) string {
	decimals := max(0, int(-math.Floor(math.Log10(step)+1e-9)))
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-")
	}
	return strings.Replace(text, "-", "–", 1)
}
