package flock

import "fmt"

// Obstacle is a thing that boids fly around.
type Obstacle struct {
	Name   string  `key:"name" doc:"of its own, by which events and the panel speak of it"`
	Shape  string  `key:"shape" options:"sphere,box,cylinder,plane,ground,model,terrain" doc:"what it is: a body, the half of the world below a plane or below a height, a glTF model, or a height map"`
	At     Vec     `key:"at" unit:"m" range:"-1000,1000" doc:"[x, y, z] of its middle; of a cylinder, model or terrain the middle of its foot"`
	Turn   Vec     `key:"turn" unit:"°" range:"-360,360" doc:"[about x, about y, about z], made in the order z, x, y"`
	Radius float32 `key:"radius" unit:"m" range:"0.01,1000" slider:"50" with:"shape=sphere,cylinder" doc:"of a sphere or cylinder"`
	Height float32 `key:"height" unit:"m" range:"0.01,2000" slider:"100" with:"shape=cylinder,terrain" doc:"of a cylinder, or of what is white in a height map"`
	Size   Vec     `key:"size" unit:"m" range:"0.01,2000" slider:"100" with:"shape=box,terrain" doc:"[x, y, z] of a box's edges; of a terrain x and z"`
	File   string  `key:"file" with:"shape=model,terrain" doc:"a static glTF model or a height map (.png), relative to the scenario file"`
	Scale  float32 `key:"scale" range:"0.0001,10000" slider:"10" with:"shape=model,terrain" doc:"metres that a unit of a glTF model is"`

	Mesh   *Mesh  `json:"-"`                // what the file holds, once it has been read
	Digest string `json:"digest,omitempty"` // of that
}

func newObstacle() Obstacle {
	return Obstacle{Shape: "sphere", Radius: 5, Height: 10, Size: Vec{10, 10, 10}, Scale: 1}
}

// Kind is obstacle.
func (o *Obstacle) Kind() string { return "obstacle" }

// Called is its name.
func (o *Obstacle) Called() *string { return &o.Name }

func (o *Obstacle) check() error {
	if (o.Shape == "model" || o.Shape == "terrain") && o.File == "" {
		return fmt.Errorf("file is missing: want the model or height map that the shape %s is of", o.Shape)
	}
	return nil
}
