package export

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
)

// Rate is a frame rate of exactly Num / Den frames per second. The zero value means that there is none.
type Rate struct{ Num, Den int64 }

// rateLimit is the largest value of Num and Den, as in ffmpeg.
const rateLimit = 1<<31 - 1

// slowest is the longest interval between two frames, s.
const slowest = 100_000

// Whole returns the rate of a whole number of frames per second.
func Whole(fps int) Rate { return Rate{int64(fps), 1} }

// ParseRate parses a number or fraction from 0.00001 to 10000 frames per second, such as 24, 12.5 or
// 30000/1001. The usual rounded rates of television are replaced by exact fractions: 23.976 and 23.98 mean
// 24000/1001, and 29.97, 47.95, 59.94 and 119.88 mean 30000/1001, 48000/1001, 60000/1001 and 120000/1001.
func ParseRate(text string) (Rate, error) {
	over, under, quotient := strings.Cut(text, "/")
	rate, ok := decimal(over)
	if quotient && ok {
		var below *big.Rat
		if below, ok = decimal(under); ok && below.Sign() > 0 {
			rate.Quo(rate, below)
		} else {
			ok = false
		}
	} else if nominal, ntsc := television(over, rate); ok && ntsc {
		rate = big.NewRat(1000*nominal, 1001)
	}
	if !ok || rate.Cmp(big.NewRat(1, slowest)) < 0 || rate.Cmp(big.NewRat(maxFPS, 1)) > 0 {
		return Rate{}, fmt.Errorf("%q: must be 0.00001 to %d frames per second, such as 24, 29.97, 30000/1001 or 1/3600", text, maxFPS)
	}
	if !rate.Num().IsInt64() || rate.Num().Int64() > rateLimit || !rate.Denom().IsInt64() || rate.Denom().Int64() > rateLimit {
		return Rate{}, fmt.Errorf("%q: has too many digits", text)
	}
	return Rate{rate.Num().Int64(), rate.Denom().Int64()}, nil
}

func decimal(text string) (*big.Rat, bool) {
	other := func(r rune) bool { return r != '.' && (r < '0' || r > '9') }
	if len(text) > 20 || strings.ContainsFunc(text, other) {
		return nil, false
	}
	return new(big.Rat).SetString(text)
}

// television returns the integer n for which rate is n·1000/1001, rounded to at least two decimals.
func television(text string, rate *big.Rat) (nominal int64, ok bool) {
	_, behind, _ := strings.Cut(text, ".")
	if rate == nil || len(behind) < 2 {
		return 0, false
	}
	for _, nominal := range []int64{24, 30, 48, 60, 120} {
		rounded, _ := new(big.Rat).SetString(big.NewRat(1000*nominal, 1001).FloatString(len(behind)))
		if rounded.Cmp(rate) == 0 {
			return nominal, true
		}
	}
	return 0, false
}

// String returns the rate in the form that ParseRate reads.
func (r Rate) String() string {
	if r.Den == 1 {
		return strconv.FormatInt(r.Num, 10)
	}
	return fmt.Sprintf("%d/%d", r.Num, r.Den)
}

// Float returns the float64 nearest to the rate.
func (r Rate) Float() float64 { return float64(r.Num) / float64(r.Den) }

func (r Rate) check() error {
	if r.Num < 1 || r.Den < 1 || r.Num > rateLimit || r.Den > rateLimit || r.Num > maxFPS*r.Den || slowest*r.Num < r.Den {
		return optionErrorf("%v frames per second: must be 0.00001 to %d", r, maxFPS)
	}
	return nil
}

// Place converts frame k at this rate to a position in a film with fps frames per second. The position is at
// the fraction share of the way from frame i to the next. Frames count from 0.
func (r Rate) Place(k, fps int) (i int, share float64) {
	// k·fps/r in integers, which fit in 64 bits unless both k and fps are huge.
	high, low := bits.Mul64(uint64(k)*uint64(fps), uint64(r.Den))
	if high >= uint64(r.Num) {
		return math.MaxInt, 0
	}
	quotient, rest := bits.Div64(high, low, uint64(r.Num))
	return clampInt(quotient), float64(rest) / float64(r.Num)
}

// Upto returns the last frame k at this rate that is not later than frame i of a film with fps frames per
// second. exact reports whether both have the same time.
func (r Rate) Upto(i, fps int) (k int, exact bool) {
	over, under := int64(i)*r.Num, int64(fps)*r.Den
	return clampInt(over / under), over%under == 0
}

// Seconds returns the time of frame k, counted from 0.
func (r Rate) Seconds(k int) float64 { return float64(int64(k)*r.Den) / float64(r.Num) }

func clampInt[T int64 | uint64](n T) int { return int(min(n, T(math.MaxInt))) }
