package export

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
)

// Rate is a number of frames a second, Num / Den, exactly. The zero value is none.
type Rate struct{ Num, Den int64 }

// rateLimit bounds both numbers of a rate; ffmpeg has no larger ones.
const rateLimit = 1<<31 - 1

// Whole is a whole number of frames a second.
func Whole(fps int) Rate { return Rate{int64(fps), 1} }

// ParseRate reads frames a second, from 0.001 to 10000, as a number or a quotient: 24,
// 12.5, 30000/1001. Television's rates may be written rounded, as they usually are:
// 23.976, 23.98, 29.97, 47.95, 59.94 and 119.88 are the 1001st parts of 24000, 30000,
// 48000, 60000 and 120000.
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
	if !ok || rate.Cmp(big.NewRat(1, 1000)) < 0 || rate.Cmp(big.NewRat(maxFPS, 1)) > 0 {
		return Rate{}, fmt.Errorf("%q: want frames a second, from 0.001 to %d, such as 24, 29.97 or 30000/1001", text, maxFPS)
	}
	if !rate.Num().IsInt64() || rate.Num().Int64() > rateLimit || !rate.Denom().IsInt64() || rate.Denom().Int64() > rateLimit {
		return Rate{}, fmt.Errorf("%q: want fewer digits", text)
	}
	return Rate{rate.Num().Int64(), rate.Denom().Int64()}, nil
}

// decimal reads digits, perhaps with a point among them.
func decimal(text string) (*big.Rat, bool) {
	other := func(r rune) bool { return r != '.' && (r < '0' || r > '9') }
	if len(text) > 20 || strings.ContainsFunc(text, other) {
		return nil, false
	}
	return new(big.Rat).SetString(text)
}

// television is the whole rate of which one, written with two digits behind the point
// or more, is the 1000/1001st part.
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

// String is the rate as ParseRate reads it.
func (r Rate) String() string {
	if r.Den == 1 {
		return strconv.FormatInt(r.Num, 10)
	}
	return fmt.Sprintf("%d/%d", r.Num, r.Den)
}

// Float is the nearest float64.
func (r Rate) Float() float64 { return float64(r.Num) / float64(r.Den) }

func (r Rate) check() error {
	if r.Num < 1 || r.Den < 1 || r.Num > rateLimit || r.Den > rateLimit || r.Num > maxFPS*r.Den || 1000*r.Num < r.Den {
		return unfitf("%v frames a second: want 0.001 to %d", r, maxFPS)
	}
	return nil
}

// Place is where the k-th frame at this rate lies among frames at another, both
// counted from 0, at the same instant: behind frame i, by a share of the way to the
// next.
func (r Rate) Place(k, of int) (i int, share float64) {
	// k·of/r, in whole numbers. As r is 1/1000 or more, the quotient has room.
	high, low := bits.Mul64(uint64(k)*uint64(of), uint64(r.Den))
	whole, rest := bits.Div64(high, low, uint64(r.Num))
	return fitting(whole), float64(rest) / float64(r.Num)
}

// Upto is the last frame at this rate that lies at frame i at another, or before; on
// says that it lies there.
func (r Rate) Upto(i, of int) (k int, on bool) {
	over, under := int64(i)*r.Num, int64(of)*r.Den
	return fitting(over / under), over%under == 0
}

// Seconds is when the k-th frame is, counted from 0.
func (r Rate) Seconds(k int) float64 { return float64(int64(k)*r.Den) / float64(r.Num) }

// fitting is a number of frames, the most that there can be where an int has 32 bits.
func fitting[T int64 | uint64](n T) int { return int(min(n, T(math.MaxInt))) }
