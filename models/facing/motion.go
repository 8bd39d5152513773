package facing

import "math"

// beat measures how much the outermost parts on both sides move, mainly up and down, as wings do.
func (v *view) beat() float64 {
	var along [3]float64
	var out float64
	for i := range v.points {
		p := &v.points[i]
		for k, m := range p.moves {
			along[k] += p.area * m * m
			out += p.area * m * m * v.out(p)
		}
	}
	all := along[0] + along[1] + along[2]
	if all < 1e-8 {
		return 0
	}
	return (along[1] - along[2]) / all * math.Tanh(4*max(out/all-0.4, 0)) * min(v.winged*2, 1)
}

// wag measures how much more the back moves than the front, as the tail of an animal does.
func (v *view) wag() float64 {
	var sum, moving float64
	body, area := v.mean(v.isBody)
	for i := range v.points {
		if p := &v.points[i]; v.isBody(p) {
			m := p.area * math.Sqrt(p.moves[0]*p.moves[0]+p.moves[1]*p.moves[1]+p.moves[2]*p.moves[2])
			sum, moving = sum+m*p.pos[2], moving+m
		}
	}
	if moving < 1e-3*area || area == 0 {
		return 0
	}
	return math.Tanh(8 * (body[2] - sum/moving) / v.size[2])
}
