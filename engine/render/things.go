//go:build cgo

package render

import "skein/engine/frame"

// thing is one thing that frames show, as the renderer knows it. Functions that a thing does not
// need are nil. A new thing has a file of its own and a row in the list.
type thing struct {
	label   string // for debuggers and for timings
	make    func(objects) error
	upload  func(*frame.Frame) error               // its data for a frame, before everything else
	needs   needs                                  // the late programs that it needs for a frame, after all uploads
	cast    func(*frame.Frame, *scene)             // draws its shadows into a map, before all views
	draw    func(*frame.Frame, frame.View, *scene) // draws it in a view
	ids     func(*frame.Frame, *scene)             // draws its ids and depths
	delete  func()
	layered bool // it has edges or is translucent: drawn into the layer, with multisampling and depth, even without sky and ground
}

// needs appends the late programs that a frame needs to a list. The programs belong to a set for
// a tier.
type needs func(f *frame.Frame, t Tier, of *programs, list []*pipeline) []*pipeline

// drawn holds the data of all things.
type drawn struct {
	heavens heavens
	ground  ground
	horizon horizon
	shadows shadowMap
	solids  solids
	ribbons ribbons
	plants  plants

	kinds  []*mesh // bird models by kind; none: spheres
	sphere *mesh
	shapes []*mesh // meshes for this frame, by kind
	birds  instances
	tables tables // reflectance of materials
	crowd  crowd
	selves selves // nearby birds with shadows on themselves
	self   *self  // the one of them that is being drawn
	below  crowd  // birds as water mirrors them
}

// list returns all things in drawing order.
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
