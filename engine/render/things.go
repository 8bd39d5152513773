//go:build cgo

package render

import (
	"skein/engine/frame"
	"skein/engine/render/birds"
	"skein/engine/render/gpu"
	"skein/engine/render/material"
	"skein/engine/render/sky"
)

// thing is a part of a frame, such as the birds or the sky. Its functions draw the part; a function is nil if
// it is not needed. A new thing needs its own file and an entry in listThings.
type thing struct {
	label    string
	make     func(gpu.Objects) error
	upload   func(*frame.Frame) error // uploads the data of a frame before everything else
	programs programLister
	cast     func(*frame.Frame, *scene) // draws shadows into a map, before all views
	draw     func(*frame.Frame, frame.View, *scene)
	ids      idDrawer
	delete   func()
	layered  bool // the thing has edges or is translucent, so it is drawn into the layer, with multisampling and depth test
}

type programLister func(f *frame.Frame, t Tier, set *programs, list []*gpu.Pipeline) []*gpu.Pipeline

// idDrawer draws ids and depths. If moved is not nil, it also draws normals and motion.
type idDrawer func(f *frame.Frame, s *scene, moved *frame.Moved)

type thingData struct {
	sky         sky.Sky
	ground      ground
	horizon     horizon
	birdShadows shadowMap
	solids      solids
	trails      trails
	ribbons     ribbons
	plants      plants

	models        []*birds.Mesh // models of things, by kind; if empty, things are spheres
	sameKind      []frame.Bird
	sphere        *birds.Mesh
	meshes        []*birds.Mesh
	birds         birds.Buffer
	tables        material.Tables
	crowd         birds.Crowd
	batch         [][]birds.Instance
	selfShadows   selfShadows
	selfShadow    *selfShadow // the self-shadow that is being drawn, or nil
	mirroredCrowd birds.Crowd
	swarm         swarm
}

func (r *Renderer) listThings() []thing {
	return []thing{
		{label: "sky", make: r.sky.Init, upload: r.prepareSky, programs: r.skyPrograms, draw: r.drawSky, delete: r.sky.Delete},
		{label: "ground", make: r.ground.init, upload: r.prepareLand, programs: r.landPrograms, draw: r.drawGround, delete: r.ground.delete},
		{label: "horizon", draw: r.drawHorizon, delete: r.horizon.delete},
		{label: "mirrored birds", programs: r.mirroredBirdPrograms, draw: r.drawMirroredBirds},
		{label: "bird shadows", make: r.birdShadows.init, draw: r.drawShade, delete: r.birdShadows.delete},
		{label: "plant shadows", draw: r.drawPlantShadows},
		{label: "obstacles", make: r.solids.init, upload: r.loadSolids, programs: r.solidPrograms, cast: r.drawSunMap, draw: r.drawSolids, ids: r.drawSolidIDs, delete: r.solids.delete, layered: true},
		{label: "mirrored plants", draw: r.drawMirroredPlants, layered: true},
		{label: "plants", upload: r.preparePlants, programs: r.plantPrograms, draw: r.drawPlants, ids: r.drawPlantIDs, delete: r.plants.delete, layered: true},
		{label: "birds", make: r.makeBirds, upload: r.prepareBirds, programs: r.birdPrograms, cast: r.castBirds, draw: r.drawBirds, ids: r.drawBirdIDs, delete: r.deleteBirds, layered: true},
		{label: "glass", draw: r.drawGlass, layered: true},
		{label: "traces of all birds", upload: r.uploadTrails, programs: r.trailPrograms, draw: r.drawTrails, delete: r.trails.delete, layered: true},
		{label: "trails", make: r.ribbons.init, upload: r.ribbons.upload, draw: r.drawRibbons, delete: r.ribbons.delete, layered: true},
		{label: "vision", draw: r.drawVision, layered: true},
		{label: "outline", upload: r.prepareOutline, draw: r.drawOutline, layered: true},
	}
}
