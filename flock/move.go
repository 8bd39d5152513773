package flock

// wall is the distance from the origin along each axis that no boid passes.
const wall = 1000

// move integrates boid i: velocity first, then position (S3, H6), within the
// limits of speed (H7) and of the world.
func (w *World) move(i int, p *perception, steer vec) {
	s := &w.set
	vel := p.vel.add(steer.scale(s.gain))
	fastest := s.MaxSpeed
	if w.escapes[i].age >= 0 {
		fastest = float32(fastest * s.EscapeSpeed)
	}
	vel = limited(vel, s.MinSpeed, fastest).quantized()
	pos := p.pos.add(vel.scale(s.dt)).quantized()
	pos.x, vel.x = held(pos.x, vel.x, -wall)
	pos.y, vel.y = held(pos.y, vel.y, s.floor)
	pos.z, vel.z = held(pos.z, vel.z, -wall)
	w.x[i], w.y[i], w.z[i], w.vel[i] = pos.x, pos.y, pos.z, vel
	w.fly(i, p.vel, vel)
}

// limited brings the speed into its range; a boid at rest has no direction to
// be sped up in.
func limited(vel vec, slowest, fastest float32) vec {
	speed := vel.length()
	switch {
	case speed == 0:
		return vel
	case speed < slowest:
		return vel.scale(slowest / speed)
	case speed > fastest:
		return vel.scale(fastest / speed)
	}
	return vel
}

// held stops a boid at the lower end of the world and at the wall.
func held(x, v, lowest float32) (float32, float32) {
	switch {
	case x < lowest:
		return lowest, max(0, v)
	case x > wall:
		return wall, min(0, v)
	}
	return x, v
}
