package trial

import (
	"fmt"
	"math"

	"skein/flock"
)

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

// low, high and nearOne report whether a measure agrees with Couzin's publication.
func low(x float64) bool     { return x < 0.5 }
func high(x float64) bool    { return x > 0.5 }
func nearOne(x float64) bool { return x > 0.9 }

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

func couzinMemory(l *lab) (f finding, err error) {
	if err := l.open("couzin", 1, "orientation_width", 0); err != nil {
		return f, err
	}
	var values []float64 // polarization at a width of 2
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
			values = append(values, p)
		}
	}
	return finding{
		fmt.Sprintf("%.2f, %.2f", values[0], values[1]),
		map[string]float64{"upwards": values[0], "downwards": values[1]}, low(values[0]) && high(values[1]),
	}, nil
}

func agreement(exponent float64, start float32, converges bool) func(l *lab) (finding, error) {
	return func(l *lab) (f finding, err error) {
		if err := l.open("cucker-smale", start, "count", 60, "communication_exponent", exponent); err != nil {
			return f, err
		}
		before := spread(l.w)
		if err := l.fly(100 * l.def.TickRate); err != nil {
			return f, err
		}
		remaining := spread(l.w) / before
		return finding{fmt.Sprintf("%.3f", remaining), map[string]float64{"share": remaining}, (remaining < 0.05) == converges}, nil
	}
}

// spread returns the root mean square of the differences from the mean velocity, in m/s.
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
