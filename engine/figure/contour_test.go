package figure

import (
	"math"
	"slices"
	"testing"
)

func sampled(across, up []float64, f func(x, y float64) float64) (values [][]float64) {
	for _, y := range up {
		var row []float64
		for _, x := range across {
			row = append(row, f(x, y))
		}
		values = append(values, row)
	}
	return values
}

// places returns n places from one end to the other. They lie closer together at the beginning.
func places(from, to float64, n int) (all []float64) {
	for k := range n {
		s := float64(k) / float64(n-1)
		all = append(all, from+(to-from)*(s+s*s)/2)
	}
	return all
}

func lengthOf(line [][2]float64) (sum float64) {
	for k := 1; k < len(line); k++ {
		sum += math.Hypot(line[k][0]-line[k-1][0], line[k][1]-line[k-1][1])
	}
	return sum
}

// Interpolation is exact for a linear function: its contour is the straight line of the formula, from border
// to border.
func TestContourOfAPlane(t *testing.T) {
	across, up := places(0, 2, 9), places(-1, 3, 7)
	lines := Contours(across, up, sampled(across, up, func(x, y float64) float64 { return 3*x + 2*y }), 4)
	if len(lines) != 1 {
		t.Fatalf("there are %d lines, want 1", len(lines))
	}
	for _, p := range lines[0] {
		if math.Abs(3*p[0]+2*p[1]-4) > 1e-12 {
			t.Errorf("the line is at %v, where the function is %g", p, 3*p[0]+2*p[1])
		}
	}
	if want := math.Hypot(2, 3); math.Abs(lengthOf(lines[0])-want) > 1e-12 { // from (2, -1) to (0, 2)
		t.Errorf("the line is %g long, want %g", lengthOf(lines[0]), want)
	}
}

// The contours of x² + y² are circles. If the distance between the places is halved, the error falls to
// a quarter.
func TestContourOfACone(t *testing.T) {
	worst := func(n int) (worst float64) {
		across, up := places(-2, 2, n), places(-2, 2, n)
		lines := Contours(across, up, sampled(across, up, func(x, y float64) float64 { return x*x + y*y }), 2)
		if len(lines) != 1 || lines[0][0] != lines[0][len(lines[0])-1] {
			t.Fatalf("there are %d lines, want 1 that is closed", len(lines))
		}
		for _, p := range lines[0] {
			worst = max(worst, math.Abs(math.Hypot(p[0], p[1])-math.Sqrt2))
		}
		if long := lengthOf(lines[0]); math.Abs(long-2*math.Pi*math.Sqrt2) > 10*worst {
			t.Errorf("the line is %g long, want %g", long, 2*math.Pi*math.Sqrt2)
		}
		return worst
	}
	coarse, fine := worst(21), worst(41)
	if coarse > 0.02 || fine > coarse/3 {
		t.Errorf("the worst errors are %g and %g; they must be small and fall to a quarter", coarse, fine)
	}
}

// Near a saddle, the contour of xy = c is a hyperbola. The sign of c determines the sides of its two
// branches.
func TestContoursOfASaddle(t *testing.T) {
	across := []float64{-3, -1, 1, 3}
	for _, c := range []float64{0.5, -0.5} {
		lines := Contours(across, across, sampled(across, across, func(x, y float64) float64 { return x * y }), c)
		if len(lines) != 2 {
			t.Fatalf("xy = %g has %d lines, want 2", c, len(lines))
		}
		for _, line := range lines {
			if slices.ContainsFunc(line, func(p [2]float64) bool { return p[0]*p[1]*c < 0 || p[0]*line[0][0] < 0 }) {
				t.Errorf("a branch of xy = %g crosses an axis: %v", c, line)
			}
		}
	}
}

// No line passes through the cells around an undefined value. The other parts of the lines do not
// change.
func TestContoursAroundAHole(t *testing.T) {
	across := []float64{0, 1, 2, 3, 4}
	values := sampled(across, across, func(x, y float64) float64 { return y })
	values[2][2] = math.NaN()
	lines := Contours(across, across, values, 1.5)
	if len(lines) != 2 || lengthOf(lines[0])+lengthOf(lines[1]) != 2 {
		t.Errorf("the lines are %v, want one from 0 to 1 and one from 3 to 4", lines)
	}
	if lines := Contours(across, across, values, 5); lines != nil {
		t.Errorf("a level that does not occur has the lines %v", lines)
	}
}
