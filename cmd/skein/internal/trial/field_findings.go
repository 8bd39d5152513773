package trial

import (
	"fmt"
	"math"

	"skein/flock"
)

// vicsekExponent measures the order at several noises, and fits v_a ~ (η_c - η)^β. As in the paper, η_c is
// the value for which the points are closest to a straight line on logarithmic scales.
func vicsekExponent(l *lab) (f finding, err error) {
	var noises, orders []float64
	for noise := 2.0; noise <= 4; noise += 0.25 {
		order, err := l.vicsekOrder(400, noise, 1000, 4000)
		if err != nil {
			return f, err
		}
		noises, orders = append(noises, noise), append(orders, order)
	}
	critical, exponent := fitExponent(noises, orders)
	return finding{
		fmt.Sprintf("%.2f, η_c = %.2f", exponent, critical),
		map[string]float64{"exponent": exponent, "critical_noise": critical}, math.Abs(exponent-0.45) <= 0.07,
	}, nil
}

// fitExponent returns the c, up to 2 beyond the largest x, for which ln y is closest to a straight line over
// ln (c - x), and the slope of the line.
func fitExponent(x, y []float64) (c, slope float64) {
	best := -1.0
	largest := x[len(x)-1]
	for step := 1; step <= 200; step++ {
		critical := largest + float64(step)/100
		var u, v []float64
		for k := range x {
			u, v = append(u, math.Log(critical-x[k])), append(v, math.Log(y[k]))
		}
		a, r2 := line(u, v)
		if r2 > best {
			best, c, slope = r2, critical, a
		}
	}
	return c, slope
}

// line returns the slope of the least-squares line through points, and the square of their correlation.
func line(x, y []float64) (slope, r2 float64) {
	n, mx, my := float64(len(x)), 0.0, 0.0
	for k := range x {
		mx, my = mx+x[k]/n, my+y[k]/n
	}
	var xx, xy, yy float64
	for k := range x {
		xx, xy, yy = xx+(x[k]-mx)*(x[k]-mx), xy+(x[k]-mx)*(y[k]-my), yy+(y[k]-my)*(y[k]-my)
	}
	return xy / xx, xy * xy / (xx * yy)
}

func czirokOrder(l *lab) (f finding, err error) {
	if err := l.open("vicsek-3d", 1); err != nil {
		return f, err
	}
	if err := l.fly(1000); err != nil {
		return f, err
	}
	order, _, err := l.means(300)
	if err != nil {
		return f, err
	}
	if err := l.set("vicsek_noise", 6); err != nil {
		return f, err
	}
	if err := l.fly(500); err != nil {
		return f, err
	}
	none, _, err := l.means(500)
	return finding{
		fmt.Sprintf("%.2f, %.2f", order, none),
		map[string]float64{"order_0.3": order, "order_6": none}, order > 0.9 && none < 0.15,
	}, err
}

// low, high and nearOne say whether a measure of Couzin's groups agrees with the publication.
func low(x float64) bool     { return x < 0.5 }
func high(x float64) bool    { return x > 0.5 }
func nearOne(x float64) bool { return x > 0.9 }

// phase measures the polarization and the rotation of Couzin's group that starts in disorder.
func phase(width float64, polarized, rotates func(float64) bool) func(l *lab) (finding, error) {
	return func(l *lab) (f finding, err error) {
		if err := l.open("couzin", 1, "orientation_width", width); err != nil {
			return f, err
		}
		if err := l.fly(3000); err != nil {
			return f, err
		}
		p, m, err := l.means(1000)
		return finding{
			fmt.Sprintf("%.2f, %.2f", p, m),
			map[string]float64{"polarization": p, "rotation": m}, polarized(p) && rotates(m),
		}, err
	}
}

// couzinMemory widens the zone of orientation of a swarm step by step, and then makes it narrower again.
func couzinMemory(l *lab) (f finding, err error) {
	if err := l.open("couzin", 1, "orientation_width", 0); err != nil {
		return f, err
	}
	var at []float64 // polarization at a width of 2
	for _, width := range []float64{0, 1, 2, 3, 5, 3, 2} {
		if err := l.set("orientation_width", width); err != nil {
			return f, err
		}
		if err := l.fly(1500); err != nil {
			return f, err
		}
		p, _, err := l.means(250)
		if err != nil {
			return f, err
		}
		if width == 2 {
			at = append(at, p)
		}
	}
	return finding{
		fmt.Sprintf("%.2f, %.2f", at[0], at[1]),
		map[string]float64{"upwards": at[0], "downwards": at[1]}, low(at[0]) && high(at[1]),
	}, nil
}

// agreement measures the share of the spread of the velocities that is left after 100 s.
func agreement(exponent float64, start float32, converges bool) func(l *lab) (finding, error) {
	return func(l *lab) (f finding, err error) {
		if err := l.open("cucker-smale", start, "count", 60, "communication_exponent", exponent); err != nil {
			return f, err
		}
		before := spread(l.w)
		if err := l.fly(100 * l.def.TickRate); err != nil {
			return f, err
		}
		left := spread(l.w) / before
		return finding{fmt.Sprintf("%.3f", left), map[string]float64{"share": left}, (left < 0.05) == converges}, nil
	}
}

// spread returns the root mean square of the differences to the mean velocity, m/s.
func spread(w *flock.World) float64 {
	var s flock.Snapshot
	w.Snapshot(&s)
	var mean [3]float64
	for _, v := range s.Vel {
		for k := range 3 {
			mean[k] += float64(v[k]) / float64(len(s.Vel))
		}
	}
	sum := 0.0
	for _, v := range s.Vel {
		for k := range 3 {
			sum += (float64(v[k]) - mean[k]) * (float64(v[k]) - mean[k])
		}
	}
	return math.Sqrt(sum / float64(len(s.Vel)))
}
