package main

// The kernels of flock/internal/stages, and of rules that use only the boid itself and the sums over its
// neighbourhood.

func derive(k *kernel) {
	edge, mean := k.over("Visible"), k.over("Weight")
	k.setVec("Edge", k.vec("Edge").scale(edge))
	k.setVec("Centre", k.vec("Centre").scale(mean))
	k.setVec("Course", k.vec("Course").scale(mean))
	heading, speed := k.vec("Vel").unit()
	k.set("Speed", speed)
	k.setVec("Heading", heading)
}

// over returns the quantum divided by the named count, or 0 if the count is 0. It converts a sum of quanta to
// a mean in m or m/s.
func (k *kernel) over(name string) *value {
	n := k.number(name)
	return k.literal(quantum).div(n).where(n.nonzero())
}

func separate(k *kernel) { k.push(k.vec("Away").scale(k.term("Separation"))) }

func cohere(k *kernel) { k.push(k.vec("Centre").scale(k.term("Cohesion"))) }

func match(k *kernel) { k.push(k.vec("Course").scale(k.term("Alignment"))) }

func alignPrinted(k *kernel) {
	mean := k.vec("Vel").add(k.vec("Course"))
	k.push(mean.scale(k.term("Alignment")).where(k.number("Weight").nonzero()))
}

func clip(k *kernel) { k.setVec("Steer", k.vec("Steer").clip(k.term("SteerLimit"))) }

func cruise(k *kernel) {
	lack := k.term("CruiseSpeed").sub(k.number("Speed"))
	heading := k.vec("Heading")
	pull := k.term("CruisePull").mul(heading.y)
	k.push(heading.scale(k.term("CruiseRate").mul(lack).sub(pull)))
}

func roost(k *kernel) {
	in := k.toRoost()
	k.push(in.pull().where(in.outside()))
}

func roostTogether(k *kernel) {
	in := k.toRoost()
	heading := k.vec("Heading")
	course, speed := heading.flat().unit()
	left, _ := vec{heading.z, k.literal(0), heading.x.neg()}.unit()
	away := k.literal(1).sub(course.where(speed.nonzero()).dot(in.way).div(in.far)).div(k.literal(2))
	turn := left.where(speed.nonzero()).scale(k.term("RoostTurn").mul(in.steep.mul(away)))
	k.push(chooseVec(heading.x.nonzero().or(heading.z.nonzero()), turn, in.pull()).where(in.outside()))
}

type toRoost struct {
	way   vec // horizontal vector to the centre, m
	far   *value
	steep *value // strength of the pull, in units of RoostPull
}

func (k *kernel) toRoost() toRoost {
	centre := vec{k.term("RoostX"), k.term("RoostY"), k.term("RoostZ")}
	way := centre.sub(k.vec("Pos")).flat()
	far := way.length()
	out := least(far.mul(k.literal(2)).div(k.term("RoostRadius")).sub(k.literal(1)), k.literal(6))
	return toRoost{way, far, out.mul(out)}
}

func (r *toRoost) outside() *value {
	k := r.far.of
	return r.far.mul(k.literal(2)).more(k.term("RoostRadius"))
}

func (r *toRoost) pull() vec {
	k := r.far.of
	return r.way.scale(k.term("RoostPull").mul(r.steep).div(r.far)).across(k.vec("Heading"))
}

func meander(k *kernel) {
	heading, turn := k.vec("Heading"), k.term("Turn")
	k.push(vec{heading.z.mul(turn), k.literal(0), heading.x.neg().mul(turn)})
}

func keepHeight(k *kernel) {
	pull := k.term("HeightPull").mul(k.term("RoostY").sub(k.number("Pos.Y")))
	damp := k.term("HeightDamp").mul(k.number("Vel.Y"))
	k.push(vec{k.literal(0), pull.sub(damp), k.literal(0)})
}

func pullUp(k *kernel) {
	height, margin := k.number("Pos.Y"), k.term("GroundMargin")
	depth := k.literal(1).sub(most(k.literal(0), height).div(margin))
	sink := most(k.literal(0), k.number("Vel.Y").neg())
	lift := depth.mul(k.literal(0.3).add(k.literal(0.3).mul(sink)))
	k.push(vec{k.literal(0), lift.where(height.less(margin)), k.literal(0)})
}

func turnBack(k *kernel) {
	at := k.vec("Pos")
	k.push(vec{inward(at.x), inward(at.y), inward(at.z)})
}

func inward(x *value) *value {
	k := x.of
	back, on := k.literal(-0.5), k.literal(0.5)
	return back.where(x.more(k.literal(800))).or(on.where(x.less(k.literal(-800))))
}

func toCentre(k *kernel) { k.push(k.vec("Centre").scale(k.term("ToCentreShare"))) }

func matchAll(k *kernel) { k.push(k.vec("Course").scale(k.term("MatchAllShare"))) }

func margins(k *kernel) {
	at, turn := k.vec("Pos"), k.term("MarginsTurn")
	sign := func(x *value, axis string) *value {
		below, above := x.less(k.term("MarginsLow"+axis)), x.more(k.term("MarginsHigh"+axis))
		return k.literal(1).where(below).add(k.literal(-1).where(above)).mul(turn)
	}
	k.push(vec{sign(at.x, "X"), sign(at.y, "Y"), sign(at.z, "Z")})
}

func mark(k *kernel) {
	edge := k.vec("Edge")
	k.mark("Marked", k.leading().or(edge.dot(edge).atLeast(k.term("EdgeLimit"))))
}

// attract adds the vector to a crowd, divided by its softened length and multiplied by the size of the crowd,
// as the rule "projection" does.
func attract(k *kernel) {
	to := vec{k.term("CrowdX"), k.term("CrowdY"), k.term("CrowdZ")}.sub(k.vec("Pos"))
	k.push(to.scale(k.term("CrowdSize").div(to.dot(to).add(k.term("CrowdSoft")).sqrt())))
}

func project(k *kernel) {
	mean := k.vec("Field")
	l := mean.length()
	over := l.sub(k.term("ProjectFloor"))
	flow := vec{k.term("ProjectX"), k.term("ProjectY"), k.term("ProjectZ")}
	match := flow.sub(k.vec("Vel")).scale(k.term("ProjectMatch").mul(over).div(k.term("ProjectRest")))
	k.push(mean.scale(k.term("ProjectGain").mul(over).div(l)).add(match).where(l.more(k.term("ProjectFloor"))))
}
