package formula

import (
	"math"

	"skein/flock/vec"
)

// operation computes d from a, b and c, one number for each boid or pair. Some operations ignore c, or both b
// and c.
type operation func(d, a, b, c []float32)

// operations returns the operations by name. Each one rounds every product, so that no compiler fuses it with
// a sum.
func operations() map[string]operation {
	return map[string]operation{
		"add": add, "subtract": subtract, "multiply": multiply, "divide": divide,
		"less": less, "equal": equal, "select": selectOne, "least": least, "greatest": greatest,
		"sqrt": one(squareRoot), "abs": one(absolute), "floor": one(floor),
		"exp": one(exponential), "log": one(logarithm), "sin": one(sine), "cos": one(cosine),
		"atan2": two(arcTangent), "pow": two(power), "noise": three(noise),
	}
}

func add(d, a, b, _ []float32) {
	a, b = a[:len(d)], b[:len(d)]
	for i := range d {
		d[i] = a[i] + b[i]
	}
}

func subtract(d, a, b, _ []float32) {
	a, b = a[:len(d)], b[:len(d)]
	for i := range d {
		d[i] = a[i] - b[i]
	}
}

func multiply(d, a, b, _ []float32) {
	a, b = a[:len(d)], b[:len(d)]
	for i := range d {
		d[i] = float32(a[i] * b[i])
	}
}

// divide stores a/b in d, or 0 where b is 0.
func divide(d, a, b, _ []float32) {
	a, b = a[:len(d)], b[:len(d)]
	for i := range d {
		if b[i] == 0 {
			d[i] = 0
			continue
		}
		d[i] = a[i] / b[i]
	}
}

func truth(condition bool) float32 {
	if condition {
		return 1
	}
	return 0
}

func less(d, a, b, _ []float32) {
	a, b = a[:len(d)], b[:len(d)]
	for i := range d {
		d[i] = truth(a[i] < b[i])
	}
}

func equal(d, a, b, _ []float32) {
	a, b = a[:len(d)], b[:len(d)]
	for i := range d {
		d[i] = truth(a[i] == b[i])
	}
}

func selectOne(d, a, b, c []float32) {
	a, b, c = a[:len(d)], b[:len(d)], c[:len(d)]
	for i := range d {
		if a[i] != 0 {
			d[i] = b[i]
		} else {
			d[i] = c[i]
		}
	}
}

func least(d, a, b, _ []float32) {
	a, b = a[:len(d)], b[:len(d)]
	for i := range d {
		d[i] = vec.Min(a[i], b[i])
	}
}

func greatest(d, a, b, _ []float32) {
	a, b = a[:len(d)], b[:len(d)]
	for i := range d {
		d[i] = vec.Max(a[i], b[i])
	}
}

func one(f func(float32) float32) operation {
	return func(d, a, _, _ []float32) {
		a = a[:len(d)]
		for i := range d {
			d[i] = f(a[i])
		}
	}
}

func two(f func(x, y float32) float32) operation {
	return func(d, a, b, _ []float32) {
		a, b = a[:len(d)], b[:len(d)]
		for i := range d {
			d[i] = f(a[i], b[i])
		}
	}
}

func three(f func(x, y, z float32) float32) operation {
	return func(d, a, b, c []float32) {
		a, b, c = a[:len(d)], b[:len(d)], c[:len(d)]
		for i := range d {
			d[i] = f(a[i], b[i], c[i])
		}
	}
}

func squareRoot(x float32) float32 {
	if !(x > 0) {
		return 0
	}
	return float32(math.Sqrt(float64(x)))
}

func absolute(x float32) float32 { return float32(math.Abs(float64(x))) }
func floor(x float32) float32    { return float32(math.Floor(float64(x))) }
