package main

type vec struct{ x, y, z *value }

func (k *kernel) vec(name string) vec {
	return vec{k.number(name + ".X"), k.number(name + ".Y"), k.number(name + ".Z")}
}

func (k *kernel) setVec(name string, a vec) {
	k.set(name+".X", a.x)
	k.set(name+".Y", a.y)
	k.set(name+".Z", a.z)
}

func (k *kernel) replaceVec(name string, a vec) {
	k.replace(name+".X", a.x)
	k.replace(name+".Y", a.y)
	k.replace(name+".Z", a.z)
}

func (k *kernel) push(a vec) { k.setVec("Steer", k.vec("Steer").add(a)) }

func (a vec) add(b vec) vec      { return vec{a.x.add(b.x), a.y.add(b.y), a.z.add(b.z)} }
func (a vec) sub(b vec) vec      { return vec{a.x.sub(b.x), a.y.sub(b.y), a.z.sub(b.z)} }
func (a vec) scale(s *value) vec { return vec{a.x.mul(s), a.y.mul(s), a.z.mul(s)} }
func (a vec) where(b *value) vec { return vec{a.x.where(b), a.y.where(b), a.z.where(b)} }
func (a vec) flat() vec          { return vec{a.x, a.x.of.literal(0), a.z} }
func (a vec) dot(b vec) *value   { return a.x.mul(b.x).add(a.y.mul(b.y)).add(a.z.mul(b.z)) }
func (a vec) length() *value     { return a.dot(a).sqrt() }
func (a vec) across(n vec) vec   { return a.sub(n.scale(a.dot(n))) }
func (a vec) unit() (u vec, l *value) {
	l = a.length()
	return a.scale(inverse(l)), l
}

func chooseVec(condition *value, yes, no vec) vec {
	return vec{choose(condition, yes.x, no.x), choose(condition, yes.y, no.y), choose(condition, yes.z, no.z)}
}

// inverse returns 1/l, or 0 if l is 0.
func inverse(l *value) *value { return l.of.literal(1).div(l).where(l.nonzero()) }

func (a vec) cross(b vec) vec {
	return vec{
		a.y.mul(b.z).sub(a.z.mul(b.y)),
		a.z.mul(b.x).sub(a.x.mul(b.z)),
		a.x.mul(b.y).sub(a.y.mul(b.x)),
	}
}

func (a vec) clip(limit *value) vec {
	l := a.length()
	return a.scale(choose(l.upTo(limit), l.of.literal(1), limit.div(l)))
}

// upright returns the unit vector nearest to up that is orthogonal to the unit vector n. If up is parallel to
// n, it returns any unit vector orthogonal to n.
func upright(up, n vec) vec {
	up = up.across(n)
	square := up.dot(up)
	k := square.of
	return chooseVec(square.less(k.literal(1e-6)), perpendicular(n), up.scale(k.literal(1).div(square.sqrt())))
}

func perpendicular(n vec) vec {
	one, zero := n.x.of.literal(1), n.x.of.literal(0)
	steep := n.x.mul(n.x).less(n.x.of.literal(0.5))
	p, _ := vec{one.where(steep), zero, one.unless(steep)}.across(n).unit()
	return p
}

func (a vec) quantized() vec { return vec{a.x.quantized(), a.y.quantized(), a.z.quantized()} }

const quantum = 1.0 / 4096

func (a *value) quantized() *value {
	k := a.of
	return a.mul(k.literal(1 / quantum)).round().float().mul(k.literal(quantum))
}
