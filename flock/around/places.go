package around

import (
	"fmt"

	"skein/flock/param"
	"skein/flock/vec"
)

// Path is a smooth curve that boids fly along.
type Path struct {
	Name    string    `key:"name" doc:"Unique name, used by events and the panel"`
	Points  []vec.Vec `key:"points" unit:"m" range:"-1000,1000" doc:"Points [[x, y, z], …]. A path needs at least two points. A perch with one point has one seat; the seats of a perch with more points are on the line between them"`
	Closed  bool      `key:"closed" doc:"The path leads from its last point back to the first"`
	Width   float32   `key:"width" unit:"m" range:"0,500" slider:"50" doc:"Width within which boids are not pulled towards the middle"`
	Speed   float32   `key:"speed" unit:"m/s" range:"0,50" slider:"25" doc:"Speed through the air along the path. If 0, boids keep their own speed"`
	Pull    float32   `key:"pull" unit:"m/s" range:"0,20" slider:"3" doc:"Largest steering force towards the path and along it per 1/30 s. 0 means off"`
	Species string    `json:"For" key:"for" doc:"Affected species. If empty, all species"`
}

func newPath() Path { return Path{Width: 8, Pull: 0.5} }

func (p *Path) Kind() string { return "path" }

func (p *Path) NamePointer() *string { return &p.Name }

func (p *Path) check() error {
	if len(p.Points) < 2 {
		return fmt.Errorf("points: a path needs at least two, not %d", len(p.Points))
	}
	if len(p.knots()) < 2 {
		return fmt.Errorf("points are all within 1 cm: at least two must be further apart")
	}
	return nil
}

// Place attracts boids or repels them: a roost, a goal, or a region to avoid.
type Place struct {
	Name    string  `key:"name" doc:"Unique name, used by events and the panel"`
	Role    string  `key:"role" options:"goal,roost,repel" doc:"goal: boids fly to the goals of their species one after another, then freely. roost: boids stay within the radius. repel: boids keep out of the radius"`
	At      vec.Vec `key:"at" unit:"m" range:"-1000,1000" doc:"Position [x, y, z] of the middle"`
	Radius  float32 `key:"radius" unit:"m" range:"0,1000" slider:"100" doc:"Radius of the place. A boid reaches a goal when it is within the radius. A roost pulls only boids outside the radius"`
	Pull    float32 `key:"pull" unit:"m/s" range:"0,20" slider:"3" doc:"Largest steering force per 1/30 s. 0 means off"`
	Species string  `json:"For" key:"for" doc:"Affected species. If empty, all species"`
}

func newPlace() Place {
	return Place{Role: "goal", At: vec.Vec{X: 0, Y: 20, Z: 0}, Radius: 5, Pull: 0.5}
}

func (p *Place) Kind() string { return "place" }

func (p *Place) NamePointer() *string { return &p.Name }

func (p *Place) check() error { return nil }

// Perch is a place where birds settle. It is a point, a patch such as a reed bed, a line such as a wire, or
// the top of an obstacle.
type Perch struct {
	Name     string    `key:"name" doc:"Unique name, used by events and the panel"`
	Points   []vec.Vec `key:"points" unit:"m" range:"-1000,1000" doc:"Points [[x, y, z], …]. A path needs at least two points. A perch with one point has one seat; the seats of a perch with more points are on the line between them"`
	Obstacle string    `json:"On" key:"on" doc:"Obstacle that has the seats on its top, instead of points. On a flat top, the seats are along the edge. On any other top, they are all over the surface"`
	Radius   float32   `json:",omitempty" key:"radius" unit:"m" range:"0,500" slider:"50" doc:"Radius of a level patch of seats around a single point, such as a reed bed. Birds come to a patch from above. If 0, there is one seat"`
	Spacing  float32   `key:"spacing" unit:"m" range:"0.05,50" slider:"2" doc:"Distance between two seats"`
	Sag      float32   `key:"sag" unit:"m" range:"0,50" slider:"5" doc:"Height by which the line sags between two points"`
	Open     bool      `key:"open" doc:"Birds come to the perch while it is open. When it closes, its birds leave"`
	Calls    float32   `key:"calls" unit:"1/s" range:"0.01,100" slider:"20" doc:"Number of birds called per second while seats are free"`
	Rest     float32   `key:"rest" unit:"s" range:"0,3600" slider:"120" doc:"Longest stay of a bird. Each bird stays for a random time. If 0, birds stay until the perch closes"`
	Leave    string    `key:"leave" options:"wave,together" doc:"How birds leave when the perch closes. wave: one after another, along the line or from the middle of a patch outwards. together: all at once"`
	Species  string    `json:"For" key:"for" doc:"Affected species. If empty, all species"`
}

func newPerch() Perch {
	return Perch{Spacing: 0.5, Open: true, Calls: 10, Rest: 30, Leave: "wave"}
}

func (p *Perch) Kind() string { return "perch" }

func (p *Perch) NamePointer() *string { return &p.Name }

func (p *Perch) check() error {
	switch {
	case p.Obstacle != "" && len(p.Points) > 0:
		return fmt.Errorf("points and \"on\" cannot be used together; remove points to put the seats on top of the obstacle, or remove \"on\"")
	case p.Obstacle == "" && len(p.Points) == 0:
		return fmt.Errorf("points are missing: give at least one, or use the key \"on\" to name the obstacle that carries the seats")
	case p.Radius > 0 && p.Obstacle != "":
		return fmt.Errorf("radius is %s: only a patch around a point has one; remove radius, or give a point instead of \"on\"", param.WithUnit(float64(p.Radius), "m"))
	case p.Radius > 0 && len(p.Points) > 1:
		return fmt.Errorf("radius is %s: only a patch around a single point has one; remove radius, or all points but one", param.WithUnit(float64(p.Radius), "m"))
	case p.room() > MaxSeats:
		return fmt.Errorf("spacing is %s: must be at least %s here, because a perch has at most %d seats", param.WithUnit(float64(p.Spacing), "m"), param.WithUnit(p.leastSpacing(), "m"), MaxSeats)
	}
	return nil
}

// Wind is a motion of the air in which boids fly. The sum of all winds is at most 60 m/s.
type Wind struct {
	Name      string  `key:"name" doc:"Unique name, used by events and the panel"`
	Form      string  `key:"form" options:"steady,shear,gusts,thermal" doc:"steady: the same wind everywhere. shear: a wind that grows with the logarithm of the height. gusts: waves that travel with the wind. thermal: air that rises over a place and sinks around it"`
	From      float32 `key:"from" unit:"°" range:"-360,360" with:"form=steady,shear,gusts" doc:"Direction from which the wind comes: 0 is +Z, 90 is +X"`
	Speed     float32 `key:"speed" unit:"m/s" range:"0,40" slider:"15" doc:"Speed of the air: for a shear, at its height; for gusts, at their peak; for a thermal, upwards in its middle at a quarter of its height"`
	Height    float32 `key:"height" unit:"m" range:"3,1000" slider:"100" with:"form=shear,thermal" doc:"For a shear, height at which the air has the set speed. For a thermal, height of its top above its foot"`
	Roughness float32 `key:"roughness" unit:"m" range:"0.0001,2" with:"form=shear" doc:"Height below which the air of a shear does not move: 0.0002 over water, 0.03 over grass, 1 over a town"`
	Length    float32 `key:"length" unit:"m" range:"1,1000" slider:"200" with:"form=gusts" doc:"Distance from one gust to the next"`
	Travel    float32 `key:"travel" unit:"m/s" range:"0,40" slider:"15" with:"form=gusts" doc:"Speed at which gusts travel"`
	At        vec.Vec `key:"at" unit:"m" range:"-1000,1000" with:"form=thermal" doc:"Position [x, y, z] of a thermal's foot"`
	Radius    float32 `key:"radius" unit:"m" range:"0.1,500" slider:"100" with:"form=thermal" doc:"Radius of a thermal, within which air rises"`
	Soar      float32 `key:"soar" unit:"m/s" range:"0,20" slider:"3" with:"form=thermal" doc:"Largest steering force with which boids circle in a thermal, per 1/30 s. If 0, boids do not circle"`
	Species   string  `json:"For" key:"for" with:"form=thermal" doc:"Affected species. If empty, all species"`
}

func newWind() Wind {
	return Wind{Form: "steady", Speed: 5, Height: 100, Roughness: 0.03, Length: 60, Travel: 5, Radius: 30, Soar: 0.5}
}

func (w *Wind) Kind() string { return "wind" }

func (w *Wind) NamePointer() *string { return &w.Name }

func (w *Wind) check() error { return nil }
