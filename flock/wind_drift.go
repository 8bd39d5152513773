package flock

import (
	"skein/flock/around"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

func (f *flock) moveWithWind(b *block) {
	for i := range b.N {
		vel := at(&b.NextVel, i)
		if vel == (vec.Vec{}) || b.Wing[i]&lanes.Perched != 0 {
			continue
		}
		by := f.world.air.Drift(at(&b.Pos, i))
		if f.set.plane {
			by.Y = 0
		}
		pos := at(&b.Next, i).Add(by)
		pos.X, vel.X = stopAtWall(pos.X, vel.X, -around.Wall)
		pos.Y, vel.Y = stopAtWall(pos.Y, vel.Y, f.set.floor)
		pos.Z, vel.Z = stopAtWall(pos.Z, vel.Z, -around.Wall)
		set(&b.Next, i, pos)
		set(&b.NextVel, i, vel)
	}
}
