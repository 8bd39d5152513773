package rules

import (
	"math"
	"testing"

	"skein/flock"
	"skein/flock/vec"
)

// P9: the thresholds agree with a Poisson distribution computed by the math package.
func TestPoisson(t *testing.T) {
	for _, mean := range []float64{1e-9, 0.001, 0.1, 0.5, 1} {
		sum, factorial := 0.0, 1.0
		for k, count := range poisson(mean) {
			sum += math.Exp(-mean) * math.Pow(mean, float64(k)) / factorial
			factorial *= float64(k + 1)
			if got := float64(count) / (1 << 53); math.Abs(got-sum) > 1e-15 {
				t.Errorf("mean %v: the probability of at most %d gusts is %v, want %v", mean, k, got, sum)
			}
		}
	}
}

// P9: gusts hit boids independently, at the times of a Poisson process, at any tick rate.
func TestImpulsesAreAPoissonProcess(t *testing.T) {
	const rate, boids, seconds = 3.0, 200, 50
	for _, tickRate := range []int{30, 120} {
		r := Impulse{Rate: rate, Strength: 1, Vertical: 1}
		hit := func(id, tick int) bool {
			r.Tick(&flock.Tick{Seed: 5, Age: int64(tick), TickRate: tickRate})
			return r.Steer(&flock.Self{ID: id}) != vec.Vec{}
		}
		ticks, gaps, longer, together := 0.0, 0.0, 0.0, 0.0
		for id := range boids {
			last := -1
			for tick := range seconds * tickRate {
				if !hit(id, tick) {
					continue
				}
				ticks++
				if last >= 0 {
					gaps++
					if tick-last > tickRate/5 {
						longer++
					}
				}
				last = tick
				if hit((id+1)%boids, tick) {
					together++
				}
			}
		}
		p := 1 - math.Exp(-rate/float64(tickRate)) // probability that a tick has a gust
		about(t, tickRate, "ticks with a gust", ticks, p*boids*seconds*float64(tickRate))
		about(t, tickRate, "gaps longer than 0.2 s", longer, gaps*math.Exp(-rate*0.2))
		about(t, tickRate, "ticks with a gust for a neighbour, too", together, ticks*p)
	}
}

func about(t *testing.T, tickRate int, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 4.5*math.Sqrt(want) {
		t.Errorf("%d ticks a second: there are %v %s, want about %.0f", tickRate, got, what, want)
	}
}

// A gust changes the velocity by the same amount at any tick rate. In each tick, 30/TickRate times the
// steering force is added to the velocity.
func TestImpulseSizeAtEveryTickRate(t *testing.T) {
	for _, tickRate := range []int{30, 60, 240} {
		r := Impulse{Rate: 1, Strength: 2, Vertical: 0.5}
		var square, high float64
		n := 0
		for tick := range 400_000 {
			r.Tick(&flock.Tick{Seed: 5, Age: int64(tick), TickRate: tickRate})
			a := r.Steer(&flock.Self{ID: 7}).Scale(30 / float32(tickRate))
			if a == (vec.Vec{}) {
				continue
			}
			n++
			square += float64(a.X)*float64(a.X) + float64(a.Z)*float64(a.Z)
			high += float64(a.Y) * float64(a.Y)
		}
		// The mean square of a uniform number in (-2, 2) is 4/3.
		each := 1 + 0.5/float64(tickRate)
		if got := square / float64(2*n) / each; math.Abs(got-4./3) > 0.1 {
			t.Errorf("%d ticks a second: the mean square is %v, want 4/3", tickRate, got)
		}
		if got := high / float64(n) / each; math.Abs(got-1./3) > 0.03 {
			t.Errorf("%d ticks a second: the mean square in height is %v, want 1/3", tickRate, got)
		}
	}
}
