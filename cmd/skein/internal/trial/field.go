package trial

import (
	"context"
	"fmt"
	"math"

	"skein/flock"
	"skein/flock/model"
	"skein/flock/scenario"
	"skein/flock/snapshots"
)

type fieldTrial struct {
	scene     string
	what      string
	published string
	source    string
	run       func(l *lab) (finding, error)
	steps     int // number of steps on the progress bar; 0 if run counts as a single step
}

type finding struct {
	text   string
	values map[string]float64
	agrees bool
}

func fieldTrials() []fieldTrial {
	return append([]fieldTrial{
		{"vicsek", "order at a density of 4 with noise 0.1, N = 400", "near 1", "Vicsek 1995, figs. 1d and 2a", vicsekOrdered, 0},
		{"vicsek", "order at a density of 4 with noise 1, 2, 3, 4, 5", "falls continuously", "Vicsek 1995, fig. 2a", vicsekFalls, 0},
		{"vicsek", "order with noise 5: ratio of N = 40 to N = 400", "as N^-1/2: 3.2", "Vicsek 1995, fig. 2a", vicsekDisordered, 0},
		{"vicsek-3d", "order with noise 0.3 and with noise 6", "order, and none", "Czirók 1999", czirokOrder, 0},
		{"couzin", "Δr_o = 0: polarization, rotation", "low, low: swarm", "Couzin 2002, fig. 3", phase(0, low, low), 0},
		{"couzin", "Δr_o = 2", "low, high: torus", "Couzin 2002, fig. 3", phase(2, low, high), 0},
		{"couzin", "Δr_o = 5", "high, low: dynamic parallel", "Couzin 2002, fig. 3", phase(5, high, low), 0},
		{"couzin", "Δr_o = 12", "near 1, low: highly parallel", "Couzin 2002, fig. 3", phase(12, nearOne, low), 0},
		{"couzin", "polarization at Δr_o = 2, from below and from above", "low, high: the flock remembers", "Couzin 2002, fig. 5", couzinMemory, 0},
		{"cucker-smale", "share of the velocity spread left after 100 s, β = 0.25", "0: converges", "Cucker and Smale 2007, theorem 1", agreement(0.25, 1, true), 0},
		{"cucker-smale", "share of the velocity spread left after 100 s, β = 0.45", "0: converges", "Cucker and Smale 2007, theorem 1", agreement(0.45, 1, true), 0},
		{"cucker-smale", "share of the velocity spread left after 100 s, β = 2", "may stay", "Cucker and Smale 2007, theorem 1", agreement(2, 1, false), 0},
		{"cucker-smale", "share of the velocity spread left after 100 s, β = 2, a tenth of the initial radius and speed", "0: converges", "Cucker and Smale 2007, theorem 1", agreement(2, 0.1, true), 0},
	}, laterTrials()...)
}

type lab struct {
	ctx  context.Context
	seed *uint64 // nil means the scene's seed
	w    *flock.World
	def  flock.Def
	step func()
}

func (l *lab) open(scene string, start float32, changes ...any) error {
	s, err := scenario.Builtin(scene)
	if err != nil {
		return err
	}
	l.def = s.Def()
	l.def.Workers = 1
	if l.seed != nil {
		l.def.Seed = *l.seed
	}
	l.def.Start.Radius *= start
	l.def.Start.Speed *= start
	l.def.Params = model.With(l.def.Params, changes...)
	l.w, err = flock.NewWorld(l.def)
	return err
}

func (l *lab) restart() (err error) {
	l.w, err = flock.NewWorld(l.def)
	return err
}

func (l *lab) set(changes ...any) error {
	l.def.Params = model.With(l.def.Params, changes...)
	return l.w.SetParams(l.def.Params)
}

func (l *lab) fly(ticks int) error {
	for range ticks {
		if err := l.ctx.Err(); err != nil {
			return err
		}
		l.w.Step()
	}
	return nil
}

// means simulates some ticks and returns the mean polarization and rotation of every fifth tick.
func (l *lab) means(ticks int) (polarization, rotation float64, err error) {
	const every = 5
	var s flock.Snapshot
	for range ticks / every {
		if err := l.fly(every); err != nil {
			return 0, 0, err
		}
		l.w.Snapshot(&s)
		p, _ := snapshots.Polarization(&s)
		m, _ := snapshots.Rotation(&s)
		polarization, rotation = polarization+p, rotation+m
	}
	n := float64(ticks / every)
	return polarization / n, rotation / n, nil
}

// vicsekOrder returns the order of n particles, at 4 per square of the radius.
func (l *lab) vicsekOrder(n int, noise float64, settle, ticks int) (float64, error) {
	side := 10 * math.Sqrt(float64(n)/4) // m; the radius is 10 m, and the scene starts in a square of 70 m
	if err := l.open("vicsek", float32(side/70), "count", n, "bounds_size", side, "vicsek_noise", noise); err != nil {
		return 0, err
	}
	if err := l.fly(settle); err != nil {
		return 0, err
	}
	order, _, err := l.means(ticks)
	return order, err
}

func vicsekOrdered(l *lab) (f finding, err error) {
	order, err := l.vicsekOrder(400, 0.1, 500, 100)
	return finding{fmt.Sprintf("%.3f", order), map[string]float64{"order": order}, order > 0.95}, err
}

func vicsekFalls(l *lab) (f finding, err error) {
	last, f := 1.0, finding{values: map[string]float64{}, agrees: true}
	for _, noise := range []float64{1, 2, 3, 4, 5} {
		order, err := l.vicsekOrder(400, noise, 500, 500)
		if err != nil {
			return f, err
		}
		f.text += fmt.Sprintf(" %.2f", order)
		f.values[fmt.Sprintf("order_%g", noise)] = order
		f.agrees = f.agrees && order < last && last-order < 0.45
		last = order
	}
	f.text, f.agrees = f.text[1:], f.agrees && last < 0.2
	return f, nil
}

func vicsekDisordered(l *lab) (f finding, err error) {
	few, err := l.vicsekOrder(40, 5, 200, 4000)
	if err != nil {
		return f, err
	}
	many, err := l.vicsekOrder(400, 5, 200, 2000)
	ratio := few / many
	return finding{fmt.Sprintf("%.2f", ratio), map[string]float64{"ratio": ratio}, ratio > 2.2 && ratio < 4.2}, err
}
