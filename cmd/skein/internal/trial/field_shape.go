package trial

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"skein/flock"
	"skein/flock/snapshots"
)

// starThin measures how thin a flock of StarDisplay is (the ratio of the standard deviations along its
// thinnest and longest axes), and the cosine of the thinnest axis with the vertical.
func starThin(l *lab) (f finding, err error) {
	thin, gravity, _, err := l.starShape()
	return pair("thin", thin, "thinnest_gravity", gravity, thin < 0.5 && gravity > 0.8), err
}

func starLevel(l *lab) (f finding, err error) {
	_, _, course, err := l.starShape()
	return finding{fmt.Sprintf("%.2f", course), map[string]float64{"course_gravity": course}, course < 0.2}, err
}

func (l *lab) starShape() (thin, gravity, course float64, err error) {
	if err := l.open("stardisplay", 1); err != nil {
		return 0, 0, 0, err
	}
	if err := l.fly(10 * l.def.TickRate); err != nil {
		return 0, 0, 0, err
	}
	const moments = 20
	for range moments {
		if err := l.fly(l.def.TickRate / 4); err != nil {
			return 0, 0, 0, err
		}
		t, g, c := shape(l.snapshot())
		thin, gravity, course = thin+t/moments, gravity+g/moments, course+c/moments
	}
	return thin, gravity, course, nil
}

// shape returns a flock's thickness divided by its length, and |cos| of the angles of its thinnest axis and
// of its mean velocity with the vertical.
func shape(s *flock.Snapshot) (thin, gravity, course float64) {
	middle, _ := snapshots.Centre(s)
	moments, speed := mat.NewSymDense(3, nil), [3]float64{}
	for i, p := range s.Pos {
		for a := range 3 {
			speed[a] += float64(s.Vel[i][a])
			for b := range a + 1 {
				moments.SetSym(a, b, moments.At(a, b)+(float64(p[a])-middle[a])*(float64(p[b])-middle[b]))
			}
		}
	}
	var eigen mat.EigenSym
	var axes mat.Dense
	eigen.Factorize(moments, true)
	eigen.VectorsTo(&axes)
	values := eigen.Values(nil)
	return math.Sqrt(values[0] / values[2]), math.Abs(axes.At(1, 0)), math.Abs(speed[1]) / size(speed)
}
