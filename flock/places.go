package flock

import "fmt"

// Path is a smooth way through space that boids fly along.
type Path struct {
	Name   string  `key:"name" doc:"of its own, by which events and the panel speak of it"`
	Points []Vec   `key:"points" unit:"m" range:"-1000,1000" doc:"[[x, y, z], …] that it leads through, two at least"`
	Closed bool    `key:"closed" doc:"it leads from its last point back to the first"`
	Width  float32 `key:"width" unit:"m" range:"0,500" slider:"50" doc:"within half of this of its middle nothing pulls towards it"`
	Speed  float32 `key:"speed" unit:"m/s" range:"0,50" slider:"25" doc:"through the air, along it; 0: as fast as they please"`
	Pull   float32 `key:"pull" unit:"m/s" range:"0,20" slider:"3" doc:"hardest steer towards it and along it per 1/30 s; 0 switches it off"`
	For    string  `key:"for" doc:"species that heeds it; empty: all"`
}

func newPath() Path { return Path{Width: 8, Pull: 0.5} }

// Kind is path.
func (p *Path) Kind() string { return "path" }

// Called is its name.
func (p *Path) Called() *string { return &p.Name }

func (p *Path) check() error {
	if len(p.Points) < 2 {
		return fmt.Errorf("points has %d: want two at least", len(p.Points))
	}
	if len(p.knots()) < 2 {
		return fmt.Errorf("points are all within 1 cm: want two at least that are further apart")
	}
	return nil
}

// Place is where boids are drawn to: a roost that they stay about, or a goal.
type Place struct {
	Name   string  `key:"name" doc:"of its own, by which events and the panel speak of it"`
	Role   string  `key:"role" options:"goal,roost,repel" doc:"goal: they fly to it, to the goals of their species one after the other, and are let go at the last; roost: they stay within its radius; repel: they keep out of its radius"`
	At     Vec     `key:"at" unit:"m" range:"-1000,1000" doc:"[x, y, z] of its middle"`
	Radius float32 `key:"radius" unit:"m" range:"0,1000" slider:"100" doc:"within which a goal is reached and a roost does not pull"`
	Pull   float32 `key:"pull" unit:"m/s" range:"0,20" slider:"3" doc:"hardest steer per 1/30 s; 0 switches it off"`
	For    string  `key:"for" doc:"species that heeds it; empty: all"`
}

func newPlace() Place { return Place{Role: "goal", At: Vec{0, 20, 0}, Radius: 5, Pull: 0.5} }

// Kind is place.
func (p *Place) Kind() string { return "place" }

// Called is its name.
func (p *Place) Called() *string { return &p.Name }

func (p *Place) check() error { return nil }

// Perch is where birds settle: a point, a line such as a wire, or the top of an obstacle.
type Perch struct {
	Name    string  `key:"name" doc:"of its own, by which events and the panel speak of it"`
	Points  []Vec   `key:"points" unit:"m" range:"-1000,1000" doc:"[[x, y, z], …]: one seat, or a line with seats along it"`
	On      string  `key:"on" doc:"or the obstacle that it is the top of: with seats along the edge of a flat top, and over another; such a perch has no points"`
	Spacing float32 `key:"spacing" unit:"m" range:"0.05,50" slider:"2" doc:"between two seats"`
	Sag     float32 `key:"sag" unit:"m" range:"0,50" slider:"5" doc:"how far a line hangs down between two points"`
	Open    bool    `key:"open" doc:"birds come to it; shut, those on it leave"`
	Calls   float32 `key:"calls" unit:"1/s" range:"0.01,100" slider:"20" doc:"birds that are called to it a second while seats are free"`
	Rest    float32 `key:"rest" unit:"s" range:"0,3600" slider:"120" doc:"longest that a bird stays, drawn anew each time; 0: until it is shut"`
	Leave   string  `key:"leave" options:"wave,together" doc:"when it is shut they go up one after the other along the line, or all at once"`
	For     string  `key:"for" doc:"species that settles on it; empty: all"`
}

func newPerch() Perch {
	return Perch{Spacing: 0.5, Open: true, Calls: 10, Rest: 30, Leave: "wave"}
}

// Kind is perch.
func (p *Perch) Kind() string { return "perch" }

// Called is its name.
func (p *Perch) Called() *string { return &p.Name }

func (p *Perch) check() error {
	switch {
	case p.On != "" && len(p.Points) > 0:
		return fmt.Errorf("points and on: want one of them")
	case p.On == "" && len(p.Points) == 0:
		return fmt.Errorf("points are missing: want one at least, or on, the obstacle that it is the top of")
	}
	if n := p.length() / float64(p.Spacing); n > MaxSeats {
		return fmt.Errorf("spacing is %s: want more, it makes %.0f seats and %d are the most", withUnit(float64(p.Spacing), "m"), n, MaxSeats)
	}
	return nil
}

// Wind moves the air that boids fly in. All winds together blow 60 m/s at most.
type Wind struct {
	Name      string  `key:"name" doc:"of its own, by which events and the panel speak of it"`
	Form      string  `key:"form" options:"steady,shear,gusts,thermal" doc:"steady: the same everywhere; shear: grows with the logarithm of the height; gusts: waves that travel with it; thermal: air that rises over a place and sinks around it"`
	From      float32 `key:"from" unit:"°" range:"-360,360" with:"form=steady,shear,gusts" doc:"where it comes from: 0 is +Z, 90 +X"`
	Speed     float32 `key:"speed" unit:"m/s" range:"0,40" slider:"15" doc:"of the air; of a shear at its height, of gusts at their peak, of a thermal upwards in its middle, at a quarter of its height"`
	Height    float32 `key:"height" unit:"m" range:"3,1000" slider:"100" with:"form=shear,thermal" doc:"where a shear has its speed; how high a thermal rises above its foot"`
	Roughness float32 `key:"roughness" unit:"m" range:"0.0001,2" with:"form=shear" doc:"height below which a shear is still: 0.0002 over water, 0.03 over grass, 1 over a town"`
	Length    float32 `key:"length" unit:"m" range:"1,1000" slider:"200" with:"form=gusts" doc:"from one gust to the next"`
	Travel    float32 `key:"travel" unit:"m/s" range:"0,40" slider:"15" with:"form=gusts" doc:"how fast gusts travel"`
	At        Vec     `key:"at" unit:"m" range:"-1000,1000" with:"form=thermal" doc:"[x, y, z] of a thermal's foot"`
	Radius    float32 `key:"radius" unit:"m" range:"0.1,500" slider:"100" with:"form=thermal" doc:"of a thermal: within it air rises"`
	Soar      float32 `key:"soar" unit:"m/s" range:"0,20" slider:"3" with:"form=thermal" doc:"hardest steer by which boids circle in a thermal per 1/30 s; 0: none soars"`
	For       string  `key:"for" with:"form=thermal" doc:"species that soars in it; empty: all"`
}

func newWind() Wind {
	return Wind{Form: "steady", Speed: 5, Height: 100, Roughness: 0.03, Length: 60, Travel: 5, Radius: 30, Soar: 0.5}
}

// Kind is wind.
func (w *Wind) Kind() string { return "wind" }

// Called is its name.
func (w *Wind) Called() *string { return &w.Name }

func (w *Wind) check() error { return nil }
