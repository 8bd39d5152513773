package flock

// wall is the distance from the origin along each axis that no boid passes.
const wall = 1000

// move integrates a block: velocity first, then position (S3, H6), within the
// limits of speed (H7) and of the world.
func move(s *settings, b *block) {
	for i := range b.N {
		vel := at(&b.Vel, i).Add(at(&b.Steer, i).Scale(s.gain))
		fastest := s.MaxSpeed
		if b.Age[i] >= 0 {
			fastest = s.fastest
		}
		vel = limited(vel, s.MinSpeed, fastest).Quantized()
		pos := at(&b.Pos, i).Add(vel.Scale(s.dt)).Quantized()
		pos.X, vel.X = held(pos.X, vel.X, -wall)
		pos.Y, vel.Y = held(pos.Y, vel.Y, s.floor)
		pos.Z, vel.Z = held(pos.Z, vel.Z, -wall)
		set(&b.Next, i, pos)
		set(&b.NextVel, i, vel)
	}
}

// limited brings the speed into its range; a boid at rest has no direction to
// be sped up in.
func limited(vel Vec, slowest, fastest float32) Vec {
	speed := vel.Length()
	switch {
	case speed == 0:
		return vel
	case speed < slowest:
		return vel.Scale(slowest / speed)
	case speed > fastest:
		return vel.Scale(fastest / speed)
	}
	return vel
}

// held stops a boid at the lower end of the world and at the wall.
func held(x, v, lowest float32) (float32, float32) {
	switch {
	case x < lowest:
		return lowest, Most(v, 0)
	case x > wall:
		return wall, Least(v, 0)
	}
	return x, v
}
