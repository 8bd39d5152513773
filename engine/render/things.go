//go:build cgo

package render

import "skein/engine/frame"

// thing is something that frames show: all that the drawing of a frame knows of it. What
// it has no use for is nil. A new one has a file of its own and a row in the list.
type thing struct {
	label   string // for debuggers and for timings
	make    func(objects) error
	upload  func(*frame.Frame) error               // what a frame has of it, before all else of the frame
	needs   needs                                  // the late programs that a frame draws it with, after all uploads
	cast    func(*frame.Frame, *scene)             // its shadows into a map, before all views
	draw    func(*frame.Frame, frame.View, *scene) // into a view
	ids     func(*frame.Frame, *scene)             // its ids and depths
	delete  func()
	layered bool // it has edges or is translucent: drawn with samples and depth, also where there is no sky and no ground
}

// needs appends to a list the late programs, of a set for a tier, that a frame needs.
type needs func(f *frame.Frame, t Tier, of *programs, list []*pipeline) []*pipeline

// drawn is what the things hold.
type drawn struct {
	heavens heavens
	ground  ground
	horizon horizon
	shadows shadowMap
	solids  solids
	ribbons ribbons
	plants  plants

	kinds  []*mesh // of birds, as in engine.Instance; none: spheres
	sphere *mesh
	shapes []*mesh // of the frame drawn, by kind
	birds  instances
	tables tables // of what materials send back
	crowd  crowd
	selves selves // birds near by
	self   *self  // of them the one that is drawn
	below  crowd  // as water mirrors them
}

// list returns all things, in the order in which they are drawn.
func (r *Renderer) list() []thing {
	return []thing{
		{label: "sky", make: r.heavens.init, upload: r.readySky, needs: r.skyNeeds, draw: r.drawSky, delete: r.heavens.delete},
		{label: "ground", make: r.ground.init, upload: r.readyLand, needs: r.landNeeds, draw: r.drawGround, delete: r.ground.delete},
		{label: "horizon", draw: r.drawHorizon, delete: r.horizon.delete},
		{label: "mirrored birds", needs: r.mirroredNeeds, draw: r.drawMirrored},
		{label: "shade", make: r.shadows.init, draw: r.drawShade, delete: r.shadows.delete},
		{label: "footings", draw: r.drawFootings},
		{label: "solids", make: r.solids.init, upload: r.loadSolids, needs: r.solidNeeds, cast: r.drawSunMap, draw: r.drawSolids, ids: r.drawSolidIDs, delete: r.solids.delete, layered: true},
		{label: "mirrored plants", draw: r.drawMirroredPlants, layered: true},
		{label: "plants", upload: r.readyPlants, needs: r.plantNeeds, draw: r.drawPlants, ids: r.drawPlantIDs, delete: r.plants.delete, layered: true},
		{label: "birds", make: r.makeBirds, upload: r.shapeBirds, needs: r.birdNeeds, cast: r.castBirds, draw: r.drawBirds, ids: r.drawIDs, delete: r.deleteBirds, layered: true},
		{label: "glass", draw: r.drawGlass, layered: true},
		{label: "ribbons", make: r.ribbons.init, upload: r.ribbons.upload, draw: r.drawRibbons, delete: r.ribbons.delete, layered: true},
		{label: "vision", draw: r.drawVision, layered: true},
		{label: "outline", upload: r.readyOutline, draw: r.drawOutline, layered: true},
	}
}
