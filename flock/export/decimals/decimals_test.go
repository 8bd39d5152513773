package decimals

import (
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"skein/flock/sample"
)

// The text is that of package strconv, for floats near powers of two and ten, short decimals and random bits.
func TestSameTextAsStrconv(t *testing.T) {
	around := func(x float32) {
		for _, sign := range []uint32{0, 1 << 31} {
			for d := range uint32(9) {
				check(t, math.Float32frombits(math.Float32bits(x)+d-4|sign))
			}
		}
	}
	for e := range uint32(256) {
		around(math.Float32frombits(e << 23))
	}
	for e := -46; e < 40; e++ {
		for _, digit := range []float64{1, 5, 9.99999999, 2.5} {
			around(float32(digit * math.Pow(10, float64(e))))
		}
	}
	for k := range 100_000 {
		check(t, float32(k)/1000)
		check(t, -float32(k)*16)
	}
	random := rand.New(rand.NewPCG(1, 2))
	count := 300_000
	if os.Getenv(sample.Variable) == "all" {
		count = 30_000_000
	}
	for range count {
		check(t, math.Float32frombits(random.Uint32()))
		check(t, float32(random.NormFloat64()*math.Pow(10, float64(random.IntN(8)-4))))
	}
}

func check(t *testing.T, x float32) {
	t.Helper()
	for _, c := range []struct {
		name   string
		format byte
		digits int
		append func([]byte, float32) []byte
	}{{"AppendPlain", 'f', -1, AppendPlain}, {"AppendGeneral", 'g', -1, AppendGeneral}, {"AppendRounded", 'g', 5, AppendRounded}} {
		var a, b [128]byte
		got, want := c.append(a[:0], x), strconv.AppendFloat(b[:0], float64(x), c.format, c.digits, 32)
		if string(got) != string(want) {
			t.Fatalf("%s(%#08x) = %s, want %s", c.name, math.Float32bits(x), got, want)
		}
	}
}

func BenchmarkAppendGeneral(b *testing.B) {
	var text []byte
	numbers := someNumbers()
	for i := range b.N {
		text = AppendGeneral(text[:0], numbers[i%len(numbers)])
	}
}

func BenchmarkStrconv(b *testing.B) {
	var text []byte
	numbers := someNumbers()
	for i := range b.N {
		text = strconv.AppendFloat(text[:0], float64(numbers[i%len(numbers)]), 'g', -1, 32)
	}
}

func someNumbers() (all [4096]float32) {
	random := rand.New(rand.NewPCG(1, 2))
	for i := range all {
		all[i] = float32(10 * random.NormFloat64())
	}
	return all
}
