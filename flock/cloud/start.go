// Package cloud says where the boids of a flock start, and where boids appear that join it later.
package cloud

import (
	"fmt"
	"strings"

	"skein/flock/param"
)

// Start describes the cloud of boids at the start, before the warm-up.
type Start struct {
	Shape    Shape
	Roomy    bool    // whether the cloud is as dense as a flock in flight; Radius is then ignored
	Radius   float32 // radius of the ball or disc, half of the edge of the box, or twice the standard deviation of the blob, m
	Altitude float32 // height of the cloud's centre above the ground, m; horizontally, the centre is that of the roost
	Speed    float32 // speed of every boid, m/s; S3 advises 0
	Disorder float32 // 0 if all boids have the same random course, 1 if each boid has a different random course
	Groups   []Group `json:",omitempty"` // groups that start elsewhere, in the order of their ids
	Perched  bool    `json:",omitempty"` // whether boids start on open perches, as long as there are free seats
}

// Scaled returns a start for the given number of boids whose cloud is factor times as wide.
func (s Start) Scaled(factor float32, boids int) Start {
	if s.Roomy {
		c := Placement{Start: s, Boids: boids}
		s.Roomy, s.Radius = false, c.roomyRadius()
	}
	s.Radius = min(s.Radius*factor, widest)
	return s
}

// Shape is the shape of the cloud.
type Shape int

const (
	Ball Shape = iota // uniform in a ball
	Box               // uniform in a cube
	Blob              // a normal distribution, dense in the middle
	Disc              // uniform in a flattened ball, at most 4.8 m high
	Lens              // uniform in a flattened ball, three times as wide as high, like a flock of starlings in flight
)

// Shapes returns the names of the shapes, in order.
func Shapes() []string { return []string{"ball", "box", "blob", "disc", "lens"} }

// Fastest is the highest speed at which boids start, in m/s, or m per step.
const Fastest = 50

// Validate returns all errors, each with its key in a scenario file. plane is true if the boids fly in a
// horizontal plane. most is the largest number of boids that a group may have.
func (s *Start) Validate(plane bool, most int) (wrong []error) {
	for _, f := range []struct {
		key, unit  string
		value, max float32
	}{
		{"start.radius", "m", s.Radius, 500},
		{"start.altitude", "m", s.Altitude, 500},
		{"start.speed", "m/s", s.Speed, Fastest},
		{"start.disorder", "", s.Disorder, 1},
	} {
		if err := param.InRange(f.key, f.unit, float64(f.value), 0, float64(f.max)); err != nil {
			wrong = append(wrong, err)
		}
	}
	if s.Shape < Ball || s.Shape > Lens {
		wrong = append(wrong, fmt.Errorf("start.shape is %d: must be one of %s", s.Shape, strings.Join(Shapes(), ", ")))
	}
	for k := range s.Groups {
		if err := s.Groups[k].check(k, plane, most); err != nil {
			wrong = append(wrong, err)
		}
	}
	return wrong
}
