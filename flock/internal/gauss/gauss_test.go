package gauss

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"testing"
)

// H11: a table has the quantiles of the truncated normal distribution, by math.Erf, and neither 0 nor 1.
func TestH11GaussTable(t *testing.T) {
	phi := func(z float64) float64 { return 0.5 * math.Erfc(-z/math.Sqrt2) }
	for _, sigma := range []float32{0.01, 0.1, 1. / 6, 0.5} {
		g := New(sigma)
		end := 0.5 / float64(sigma)
		last := float32(0)
		for k, q := range g.Quantiles {
			if q <= last || q >= 1 {
				t.Fatalf("σ = %v: entry %d is %v after %v, want an increase below 1", sigma, k, q, last)
			}
			last = q
			want := (float64(k) + 0.5) / Size
			got := (phi((float64(q)-0.5)/float64(sigma)) - phi(-end)) / (phi(end) - phi(-end))
			if math.Abs(got-want) > 2e-6 {
				t.Fatalf("σ = %v: entry %d, %v, is the quantile of %v, want %v", sigma, k, q, got, want)
			}
		}
	}
}

// The tables have the same bits on every machine and in every release.
func TestH11GaussTableGolden(t *testing.T) {
	h := fnv.New64a()
	for _, sigma := range []float32{0.01, 0.05, 0.1, 1. / 6, 0.5} {
		for _, q := range New(sigma).Quantiles {
			_, _ = h.Write(binary.LittleEndian.AppendUint32(nil, math.Float32bits(q)))
		}
	}
	if got, want := h.Sum64(), uint64(0xbeecc044f0c1609b); got != want {
		t.Errorf("the hash of the tables is %#x, want %#x", got, want)
	}
}
