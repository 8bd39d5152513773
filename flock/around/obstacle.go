package around

import (
	"fmt"

	"skein/flock/vec"
)

// Obstacle is a solid body that boids fly around.
type Obstacle struct {
	Name   string  `key:"name" doc:"Unique name, used by events and the panel"`
	Shape  string  `key:"shape" options:"sphere,box,cylinder,plane,ground,model,terrain" doc:"plane: all space below a tilted plane. ground: all space below a height. model: a glTF model. terrain: a height map"`
	At     vec.Vec `key:"at" unit:"m" range:"-1000,1000" doc:"Position [x, y, z] of the middle. For a cylinder, model or terrain, it is the middle of the foot"`
	Turn   vec.Vec `key:"turn" unit:"°" range:"-360,360" doc:"Rotation [about x, about y, about z], applied in the order z, x, y"`
	Radius float32 `key:"radius" unit:"m" range:"0.01,1000" slider:"50" with:"shape=sphere,cylinder" doc:"Radius of a sphere or cylinder"`
	Height float32 `key:"height" unit:"m" range:"0.01,2000" slider:"100" with:"shape=cylinder,terrain" doc:"Height of a cylinder, or of the white points of a height map"`
	Size   vec.Vec `key:"size" unit:"m" range:"0.01,2000" slider:"100" with:"shape=box,terrain" doc:"Lengths [x, y, z] of a box. For a terrain, only x and z are used"`
	File   string  `key:"file" with:"shape=model,terrain" doc:"A static glTF model or a height map (.png), relative to the scenario file"`
	Scale  float32 `key:"scale" range:"0.0001,10000" slider:"10" with:"shape=model,terrain" doc:"Metres per unit of a glTF model"`

	Mesh   *Mesh  `json:"-"`                // content of the file, once it has been read
	Digest string `json:"digest,omitempty"` // digest of the mesh
}

func newObstacle() Obstacle {
	return Obstacle{Shape: "sphere", Radius: 5, Height: 10, Size: vec.Vec{X: 10, Y: 10, Z: 10}, Scale: 1}
}

func (o *Obstacle) Kind() string { return "obstacle" }

func (o *Obstacle) NamePointer() *string { return &o.Name }

func (o *Obstacle) check() error {
	if o.NeedsFile() && o.File == "" {
		return fmt.Errorf("file is missing: the shape %s needs a model or height map", o.Shape)
	}
	return nil
}
