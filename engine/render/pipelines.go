//go:build cgo

package render

import (
	"fmt"
	"slices"

	"github.com/go-gl/gl/v4.1-core/gl"
)

// pipeline is a program and the fixed state for its draws. The zero state is: depth test (nearer
// or equal), depth write, no blending, no culling.
type pipeline struct {
	vert, frag string   // files of package shaders
	define     string   // a macro with its value for both shaders; "" for none
	optional   []string // optional macros: each combination is a program of its own

	writesOutput bool // it writes the shown image: the shaders get the output's macro
	readsSamples bool // it reads the layer: the shaders get its number of samples
	lazy         bool // compiled when it is first needed
	clipped      bool // the vertex shader writes gl_ClipDistance
	noDepthTest  bool // nor depth write
	noDepthWrite bool
	depthClamp   bool // nothing is clipped at the near and far planes
	blend        blending

	extra     []string         // more macros: fixed ones, the chosen ones, the output's and the tier's
	program   uint32           // 0: not compiled
	locations map[string]int32 // of the program's uniforms
	building  uint32           // the program while the driver compiles it, else 0
	shaders   [2]uint32        // of the program while it is compiled
}

// blending says how a fragment is combined with the present colour.
type blending int

const (
	opaque        blending = iota
	premultiplied          // by opacity, with premultiplied colours
	multiplied             // the product of both
	brightest              // the maximum of both
	added                  // the sum of both
	mixed                  // by opacity, with colours that are not premultiplied; the present opacity stays
)

// pipelineID is the index of a pipeline in the table.
type pipelineID int

const (
	pipeSky pipelineID = iota
	pipeHills
	pipeGround
	pipeShade
	pipeSolid
	pipeGlass
	pipePlant
	pipePlantShadow
	pipeCityPlantShadow
	pipeBird
	pipeCutoutBird
	pipeBlendedBird
	pipeFarBird
	pipePBRBird
	pipeCutoutPBRBird
	pipeBlendedPBRBird
	pipePBRSolid
	pipePBRGlass
	pipeRibbon
	pipeVision
	pipeOutline

	pipeSunMap
	pipeSelfShadow
	pipeShadow
	pipeCutoutShadow
	pipeBlendedShadow

	pipeSolidIDs
	pipePlantIDs
	pipeIDs
	pipeCutoutIDs

	pipeWipe
	pipeResolve
	pipeShrink
	pipeBlur
	pipeLay
	pipeExpose
	pipeGather
	pipeHalve
	pipeDouble
	pipeDevelop
	pipeShow

	pipeMarsh
	pipeFields
	pipeMoor
	pipeCoast
	pipeCity
	pipeWiden
	pipeMarshHorizon
	pipeFieldsHorizon
	pipeMoorHorizon
	pipeCoastHorizon
	pipeCityHorizon
	pipeMarshBirds
	pipeCoastBirds
	pipeCityBirds
	pipeMarshShade
	pipeCoastShade
	pipeCityShade
	pipeMarshPlants
	pipeCityPlants

	pipelineCount
)

// optionalShade are the optional macros of pipelines that solids may cast a shadow on.
var optionalShade = []string{"SHADED"}

// optionalCutoff are the optional macros of pipelines with parts that a texture may cut out.
var optionalCutoff = []string{"CUTOFF"}

// pipelineTable holds all pipelines, not compiled.
var pipelineTable = [pipelineCount]pipeline{
	pipeSky:    {vert: "sky.vert", frag: "sky.frag", optional: []string{"CLOUDED", "NIGHT", "CLOSED"}, lazy: true, noDepthTest: true, depthClamp: true},
	pipeHills:  {vert: "hills.vert", frag: "hills.frag", noDepthTest: true, depthClamp: true, blend: premultiplied},
	pipeGround: {vert: "ground.vert", frag: "ground.frag", noDepthTest: true, depthClamp: true},
	pipeShade:  {vert: "groundshadow.vert", frag: "groundshadow.frag", optional: optionalShade, lazy: true, noDepthTest: true, depthClamp: true, blend: multiplied},

	pipeSolid: {vert: "solid.vert", frag: "solid.frag", optional: optionalShade, clipped: true},
	pipeGlass: {vert: "solid.vert", frag: "solid.frag", define: "BLENDED", optional: optionalShade, noDepthWrite: true, blend: premultiplied, clipped: true},

	pipePlant:       {vert: "plant.vert", frag: "plant.frag", lazy: true},
	pipePlantShadow: {vert: "plantshadow.vert", frag: "plantshadow.frag", lazy: true, noDepthTest: true, blend: multiplied},

	pipeCityPlantShadow: {vert: "plantshadow.vert", frag: "plantshadow.frag", define: "CITY", lazy: true, noDepthTest: true, blend: multiplied},

	pipeBird:        {vert: "bird.vert", frag: "bird.frag", optional: optionalShade},
	pipeCutoutBird:  {vert: "bird.vert", frag: "bird.frag", define: "CUTOFF", optional: optionalShade},
	pipeBlendedBird: {vert: "bird.vert", frag: "bird.frag", define: "BLENDED", optional: optionalShade, noDepthWrite: true, blend: premultiplied},
	pipeFarBird:     {vert: "farbird.vert", frag: "farbird.frag", optional: optionalShade},

	pipePBRBird:        {vert: "bird.vert", frag: "bird.frag", define: "PBR", optional: optionalShade, lazy: true},
	pipeCutoutPBRBird:  {vert: "bird.vert", frag: "bird.frag", define: "CUTOFF", extra: []string{"PBR"}, optional: optionalShade, lazy: true},
	pipeBlendedPBRBird: {vert: "bird.vert", frag: "bird.frag", define: "BLENDED", extra: []string{"PBR"}, optional: optionalShade, lazy: true, noDepthWrite: true, blend: premultiplied},
	pipePBRSolid:       {vert: "solid.vert", frag: "solid.frag", define: "PBR", optional: optionalShade, lazy: true, clipped: true},
	pipePBRGlass:       {vert: "solid.vert", frag: "solid.frag", define: "BLENDED", extra: []string{"PBR"}, optional: optionalShade, lazy: true, noDepthWrite: true, blend: premultiplied, clipped: true},

	pipeRibbon:  {vert: "ribbon.vert", frag: "ribbon.frag", noDepthWrite: true, blend: premultiplied},
	pipeVision:  {vert: "vision.vert", frag: "vision.frag", noDepthWrite: true, blend: premultiplied},
	pipeOutline: {vert: "screen.vert", frag: "outline.frag", noDepthTest: true, blend: premultiplied},

	pipeSunMap:        {vert: "sunmap.vert", frag: "sunmap.frag"},
	pipeSelfShadow:    {vert: "selfshadow.vert", frag: "selfshadow.frag"},
	pipeShadow:        {vert: "shadow.vert", frag: "shadow.frag", noDepthTest: true, blend: brightest},
	pipeCutoutShadow:  {vert: "shadow.vert", frag: "shadow.frag", define: "CUTOFF", noDepthTest: true, blend: brightest},
	pipeBlendedShadow: {vert: "shadow.vert", frag: "shadow.frag", define: "BLENDED", noDepthTest: true, blend: brightest},

	pipeSolidIDs:  {vert: "solid.vert", frag: "solidid.frag", clipped: true},
	pipePlantIDs:  {vert: "plant.vert", frag: "plant.frag", define: "IDS", lazy: true},
	pipeIDs:       {vert: "id.vert", frag: "id.frag"},
	pipeCutoutIDs: {vert: "id.vert", frag: "id.frag", define: "CUTOFF"},

	pipeWipe:    {vert: "rectangles.vert", frag: "clear.frag"},
	pipeResolve: {vert: "rectangles.vert", frag: "resolve.frag", readsSamples: true, noDepthTest: true, blend: premultiplied},
	pipeShrink:  {vert: "rectangles.vert", frag: "shrink.frag", noDepthTest: true},
	pipeBlur:    {vert: "rectangles.vert", frag: "blur.frag", noDepthTest: true},
	pipeLay:     {vert: "rectangles.vert", frag: "composite.frag", noDepthTest: true, blend: premultiplied},
	pipeExpose:  {vert: "screen.vert", frag: "expose.frag", writesOutput: true, noDepthTest: true, blend: added},
	pipeGather:  {vert: "screen.vert", frag: "bloom.frag", noDepthTest: true, blend: added},
	pipeHalve:   {vert: "screen.vert", frag: "bloom.frag", noDepthTest: true},
	pipeDouble:  {vert: "screen.vert", frag: "bloom.frag", noDepthTest: true, blend: mixed},
	pipeDevelop: {vert: "screen.vert", frag: "develop.frag", writesOutput: true, noDepthTest: true},
	pipeShow:    {vert: "screen.vert", frag: "present.frag", noDepthTest: true},

	pipeMarsh:  {vert: "land.vert", frag: "marsh.frag", lazy: true, noDepthTest: true, depthClamp: true},
	pipeFields: {vert: "land.vert", frag: "fields.frag", lazy: true, noDepthTest: true, depthClamp: true},
	pipeMoor:   {vert: "land.vert", frag: "moor.frag", lazy: true, noDepthTest: true, depthClamp: true},
	pipeCoast:  {vert: "land.vert", frag: "coast.frag", lazy: true, noDepthTest: true, depthClamp: true},
	pipeCity:   {vert: "land.vert", frag: "city.frag", lazy: true, noDepthTest: true, depthClamp: true},

	pipeWiden: {vert: "land.vert", frag: "widen.frag", noDepthTest: true, depthClamp: true},

	pipeMarshHorizon:  {vert: "horizon.vert", frag: "horizon.frag", define: "MARSH", lazy: true, noDepthTest: true, depthClamp: true, blend: premultiplied},
	pipeFieldsHorizon: {vert: "horizon.vert", frag: "horizon.frag", define: "FIELDS", lazy: true, noDepthTest: true, depthClamp: true, blend: premultiplied},
	pipeMoorHorizon:   {vert: "horizon.vert", frag: "horizon.frag", define: "MOOR", lazy: true, noDepthTest: true, depthClamp: true, blend: premultiplied},
	pipeCoastHorizon:  {vert: "horizon.vert", frag: "horizon.frag", define: "COAST", lazy: true, noDepthTest: true, depthClamp: true, blend: premultiplied},
	pipeCityHorizon:   {vert: "horizon.vert", frag: "horizon.frag", define: "CITY", lazy: true, noDepthTest: true, depthClamp: true, blend: premultiplied},

	pipeMarshBirds: {vert: "birdmirror.vert", frag: "marsh.frag", define: "MIRRORED marshRipples", optional: optionalCutoff, lazy: true, noDepthTest: true, depthClamp: true},
	pipeCoastBirds: {vert: "birdmirror.vert", frag: "coast.frag", define: "MIRRORED coastRipples", optional: optionalCutoff, lazy: true, noDepthTest: true, depthClamp: true},
	pipeCityBirds:  {vert: "birdmirror.vert", frag: "city.frag", define: "MIRRORED cityRipples", optional: optionalCutoff, lazy: true, noDepthTest: true, depthClamp: true},

	pipeMarshPlants: {vert: "plant.vert", frag: "plant.frag", define: "MIRRORED marshRipples", extra: []string{"WATER marshDeep()", "MARSH"}, lazy: true},
	pipeCityPlants:  {vert: "plant.vert", frag: "plant.frag", define: "MIRRORED cityRipples", extra: []string{"WATER cityDeep", "CITY"}, lazy: true},

	pipeMarshShade: {vert: "groundshadow.vert", frag: "groundshadow.frag", define: "WATER marshDeep()", extra: []string{"MARSH"}, optional: optionalShade, lazy: true, noDepthTest: true, depthClamp: true, blend: multiplied},
	pipeCoastShade: {vert: "groundshadow.vert", frag: "groundshadow.frag", define: "WATER seaDeep", extra: []string{"COAST"}, optional: optionalShade, lazy: true, noDepthTest: true, depthClamp: true, blend: multiplied},
	pipeCityShade:  {vert: "groundshadow.vert", frag: "groundshadow.frag", define: "WATER cityDeep", extra: []string{"CITY"}, optional: optionalShade, lazy: true, noDepthTest: true, depthClamp: true, blend: multiplied},
}

// programs holds the pipelines of a renderer in all combinations of their optional macros.
type programs [pipelineCount][]pipeline

// newPrograms returns all pipelines, not compiled yet, for a number of samples in the layer, an
// output and a tier.
func newPrograms(samples int32, output Output, tier Tier) (p programs) {
	for k, row := range pipelineTable {
		for choice := range 1 << len(row.optional) {
			each := row
			each.extra = slices.Clone(row.extra)
			for i, name := range row.optional {
				if choice>>i&1 == 1 {
					each.extra = append(each.extra, name)
				}
			}
			if row.readsSamples {
				each.extra = append(each.extra, fmt.Sprint("SAMPLES ", max(samples, 1)))
			}
			if define := outputs[output].define; define != "" && (row.writesOutput || tier == Draft) {
				each.extra = append(each.extra, define)
			}
			if define := tier.define(); define != "" {
				each.extra = append(each.extra, define)
			}
			p[k] = append(p[k], each)
		}
	}
	return p
}

// get returns a pipeline. The arguments chosen say which of its optional macros are defined;
// missing ones are not.
func (p *programs) get(k pipelineID, chosen ...bool) *pipeline {
	choice := 0
	for i, defined := range chosen {
		if defined {
			choice |= 1 << i
		}
	}
	return &p[k][choice]
}

// compileAll compiles all pipelines that are not lazy. A driver with compiler threads compiles
// several at once.
func compileAll(t *target, o objects) (programs, error) {
	p := newPrograms(t.samples, t.output, t.tier)
	always := p.eager()
	for _, do := range []func(*pipeline) error{func(p *pipeline) error { return p.start(o) }, (*pipeline).finish} {
		for _, each := range always {
			if err := do(each); err != nil {
				p.delete()
				return programs{}, err
			}
		}
	}
	return p, nil
}

// eager returns the pipelines that are not lazy.
func (p *programs) eager() (all []*pipeline) {
	for _, each := range p.all() {
		if !each.lazy {
			all = append(all, each)
		}
	}
	return all
}

// appendAll appends all combinations of a pipeline to a list.
func (p *programs) appendAll(list []*pipeline, k pipelineID) []*pipeline {
	for i := range p[k] {
		list = append(list, &p[k][i])
	}
	return list
}

// ensureCompiled compiles a pipeline if it is not compiled yet.
func (p *pipeline) ensureCompiled(o objects) error {
	switch {
	case p.program != 0:
		return nil
	case p.building != 0:
		return p.finish()
	}
	return p.compile(o)
}

func (p *programs) all() (all []*pipeline) {
	for k := range p {
		for i := range p[k] {
			all = append(all, &p[k][i])
		}
	}
	return all
}

func (p *programs) delete() {
	gl.UseProgram(0) // a program in use outlives its deletion
	for _, each := range p.all() {
		gl.DeleteProgram(each.program)
		each.program = 0
		each.stop()
	}
}

// defines returns the macros for both shaders.
func (p *pipeline) defines() []string {
	if p.define == "" {
		return p.extra
	}
	return append([]string{p.define}, p.extra...)
}

// name returns a name that is unique among the programs of a renderer.
func (p *pipeline) name() string {
	name := p.vert + " " + p.frag
	for _, define := range p.defines() {
		name += " " + define
	}
	return name
}
