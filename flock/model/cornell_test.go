package model_test

import (
	"math"
	"testing"

	"skein/flock"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
	"skein/flock/vec"
)

// screenBoid is a boid of S2's pseudocode, with the names of the pseudocode. z is used only in space.
type screenBoid struct{ x, y, z, vx, vy, vz float64 }

// ece5730 returns the next state of boid i, by S2's pseudocode, line by line, in float64. The other boids
// are at their positions at the start of the step. In the plane, the screen's y points down and is skein's
// z. In space, there is a third coordinate with the same formulas.
func ece5730(all, predators []screenBoid, i int, space bool) screenBoid {
	const (
		visualRange, protectedRange = 40.0, 8.0
		centeringfactor             = 0.0005
		avoidfactor, matchingfactor = 0.05, 0.05
		predatorturnfactor          = 0.5
		predatorRange               = 100.0
	)
	boid := all[i]
	var xposAvg, yposAvg, zposAvg, xvelAvg, yvelAvg, zvelAvg, neighboringBoids, closeDx, closeDy, closeDz float64
	for j, otherboid := range all {
		if j == i {
			continue
		}
		dx, dy, dz := boid.x-otherboid.x, boid.y-otherboid.y, boid.z-otherboid.z
		if math.Abs(dx) < visualRange && math.Abs(dy) < visualRange && math.Abs(dz) < visualRange {
			squaredDistance := dx*dx + dy*dy + dz*dz
			if squaredDistance < protectedRange*protectedRange {
				closeDx += boid.x - otherboid.x
				closeDy += boid.y - otherboid.y
				closeDz += boid.z - otherboid.z
			} else if squaredDistance < visualRange*visualRange {
				xposAvg += otherboid.x
				yposAvg += otherboid.y
				zposAvg += otherboid.z
				xvelAvg += otherboid.vx
				yvelAvg += otherboid.vy
				zvelAvg += otherboid.vz
				neighboringBoids++
			}
		}
	}
	if neighboringBoids > 0 {
		xposAvg /= neighboringBoids
		yposAvg /= neighboringBoids
		zposAvg /= neighboringBoids
		xvelAvg /= neighboringBoids
		yvelAvg /= neighboringBoids
		zvelAvg /= neighboringBoids
		boid.vx += (xposAvg-boid.x)*centeringfactor + (xvelAvg-boid.vx)*matchingfactor
		boid.vy += (yposAvg-boid.y)*centeringfactor + (yvelAvg-boid.vy)*matchingfactor
		boid.vz += (zposAvg-boid.z)*centeringfactor + (zvelAvg-boid.vz)*matchingfactor
	}
	boid.vx += closeDx * avoidfactor
	boid.vy += closeDy * avoidfactor
	boid.vz += closeDz * avoidfactor

	var predatorDx, predatorDy, predatorDz float64
	numPredators := 0
	for _, predator := range predators {
		dx, dy, dz := boid.x-predator.x, boid.y-predator.y, boid.z-predator.z
		if math.Abs(dx) < predatorRange && math.Abs(dy) < predatorRange && math.Abs(dz) < predatorRange {
			if dx*dx+dy*dy+dz*dz < predatorRange*predatorRange {
				predatorDx += boid.x - predator.x
				predatorDy += boid.y - predator.y
				predatorDz += boid.z - predator.z
				numPredators++
			}
		}
	}
	if numPredators > 0 {
		if predatorDy > 0 {
			boid.vy += predatorturnfactor
		}
		if predatorDy < 0 {
			boid.vy -= predatorturnfactor
		}
		if predatorDx > 0 {
			boid.vx += predatorturnfactor
		}
		if predatorDx < 0 {
			boid.vx -= predatorturnfactor
		}
		if predatorDz > 0 {
			boid.vz += predatorturnfactor
		}
		if predatorDz < 0 {
			boid.vz -= predatorturnfactor
		}
	}
	return moved(boid, space)
}

// moved returns the boid after the last part of the pseudocode's loop: the turn at the edges, the limits of
// speed and the change of position. For a predator, the loop has no other part.
func moved(boid screenBoid, space bool) screenBoid {
	const (
		turnfactor         = 0.2
		maxspeed, minspeed = 6.0, 3.0
		margin             = 100.0
		width, height      = 640.0, 480.0
	)
	depth := height // distance to the lower edge of the screen, which is nearer
	if space {
		depth = width
		if boid.y < margin {
			boid.vy += turnfactor
		}
		if boid.y > height-margin {
			boid.vy -= turnfactor
		}
	}
	if boid.x > width/2-margin {
		boid.vx -= turnfactor
	}
	if boid.x < -width/2+margin {
		boid.vx += turnfactor
	}
	if boid.z > depth/2-margin {
		boid.vz -= turnfactor
	}
	if boid.z < -depth/2+margin {
		boid.vz += turnfactor
	}
	speed := math.Sqrt(boid.vx*boid.vx + boid.vy*boid.vy + boid.vz*boid.vz)
	if speed < minspeed {
		boid.vx, boid.vy, boid.vz = boid.vx/speed*minspeed, boid.vy/speed*minspeed, boid.vz/speed*minspeed
	}
	if speed > maxspeed {
		boid.vx, boid.vy, boid.vz = boid.vx/speed*maxspeed, boid.vy/speed*maxspeed, boid.vz/speed*maxspeed
	}
	boid.x += boid.vx
	boid.y += boid.vy
	boid.z += boid.vz
	return boid
}

// S2: 1,000 steps agree with the pseudocode, if each step starts from skein's state. The errors are the
// rounding of velocities to the quantum and the rounding of float32.
func TestS2EachStepIsThePseudocode(t *testing.T) {
	for name, def := range map[string]flock.Def{"cornell": testscene.Def("cornell"), "cornell-3d": testscene.Def("cornell-3d")} {
		space := name == "cornell-3d"
		def.Start.Radius = 60 // dense enough that boids soon meet each other, the edges and the predators
		w := newWorld(t, def)
		var s flock.Snapshot
		w.Snapshot(&s)
		worst, met, kept, turned, fled := 0.0, 0, 0, 0, 0
		for range 1000 {
			before := make([]screenBoid, s.Len())
			for i := range before {
				p, v := s.Pos[i], toV3(s.Vel[i])
				before[i] = screenBoid{float64(p[0]), float64(p[1]), float64(p[2]), v[0] / 30, v[1] / 30, v[2] / 30}
			}
			w.Step()
			w.Snapshot(&s)
			boids, predators := before[:s.Counts[0]], before[s.Counts[0]:]
			for i := range before {
				var want screenBoid
				if i < len(boids) {
					want = ece5730(boids, predators, i, space)
				} else {
					want = moved(before[i], space)
				}
				p, v := toV3(s.Pos[i]), toV3(s.Vel[i])
				for k, off := range []float64{want.x - p[0], want.y - p[1], want.z - p[2], want.vx - v[0]/30, want.vy - v[1]/30, want.vz - v[2]/30} {
					if worst = max(worst, math.Abs(off)); math.Abs(off) > roundingOff {
						t.Fatalf("%s: tick %d, boid %d: coordinate %d is off by %v, want only rounding", name, w.Tick(), i, k, off)
					}
				}
				if math.Abs(want.x) > 220 {
					turned++
				}
				if i < len(boids) && want != ece5730(boids, nil, i, space) {
					fled++
				}
				for j := range min(i, len(boids)) {
					a, b := before[i], before[j]
					switch d2 := (a.x-b.x)*(a.x-b.x) + (a.y-b.y)*(a.y-b.y) + (a.z-b.z)*(a.z-b.z); {
					case d2 < 64:
						kept++
					case d2 < 1600:
						met++
					}
				}
			}
		}
		t.Logf("%s: the largest difference from the pseudocode is %.3g, half a quantum is %.3g; %d pairs in protected range, %d in visual range, %d boids outside a margin, %d that fled", name, worst, vec.Quantum/2, kept, met, turned, fled)
		if kept < 1000 || met < 100_000 || turned < 1000 || fled < 1000 {
			t.Errorf("%s: too few pairs, turns or boids that fled for this test", name)
		}
	}
}

// S2: at a speed of 0, the pseudocode divides by zero. In skein, a boid at rest stays at rest if no rule
// steers it. Otherwise it flies at the lowest speed.
func TestS2AtRest(t *testing.T) {
	for _, def := range []flock.Def{testscene.Def("cornell"), testscene.Def("cornell-3d")} {
		def.Others, def.Flees = nil, nil
		def.Start.Speed, def.Start.Radius = 0, 0
		def.Params = model.With(def.Params, "count", 1)
		w := newWorld(t, def)
		var s flock.Snapshot
		for range 10 {
			w.Step()
		}
		w.Snapshot(&s)
		if s.Vel[0] != [3]float32{} {
			t.Errorf("a lone boid at rest moves at %v, want 0", s.Vel[0])
		}
		def.Params = model.With(def.Params, "count", 30)
		def.Start.Radius = 30
		w = newWorld(t, def)
		w.Step()
		w.Snapshot(&s)
		for i, v := range s.Vel {
			if speed := norm(toV3(v)) / 30; math.Abs(speed-3) > 0.001 {
				t.Errorf("boid %d, which was at rest, has the speed %v, want 3", i, speed)
			}
		}
	}
}
