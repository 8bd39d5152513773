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
	either     []string // optional macros: each combination is a program of its own

	shown        bool // it writes the shown image: the shaders get the output's macro
	sampled      bool // it reads the layer: the shaders get its number of samples
	late         bool // compiled when it is first needed
	clipped      bool // the vertex shader writes gl_ClipDistance
	noDepthTest  bool // nor depth write
	noDepthWrite bool
	depthClamp   bool // nothing is clipped at the near and far planes
	blend        blending

	also      []string         // more macros: fixed ones, the chosen ones, the output's and the tier's
	program   uint32           // 0: not compiled
	locations map[string]int32 // of the program's uniforms
	building  uint32           // the program while the driver compiles it, else 0
	shaders   [2]uint32        // of the program while it is compiled
}

// blending says how a fragment is combined with the present colour.
type blending int

const (
	opaque     blending = iota
	over                // by opacity, with premultiplied colours
	multiplied          // the product of both
	brightest           // the maximum of both
	added               // the sum of both
	mixed               // by opacity, with colours that are not premultiplied; the present opacity stays
)

// pipe is the index of a pipeline in the table.
type pipe int

const (
	pipeSky pipe = iota
	pipeHills
	pipeGround
	pipeShade
	pipeSolid
	pipeGlass
	pipePlant
	pipeFooting
	pipeCityFooting
	pipeBird
	pipeCutoutBird
	pipeBlendedBird
	pipeFarBird
	pipeMadeBird
	pipeCutoutMadeBird
	pipeBlendedMadeBird
	pipeMadeSolid
	pipeMadeGlass
	pipeRibbon
	pipeVision
	pipeOutline

	pipeSunMap
	pipeSelf
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
	pipeWidened
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

	pipes
)

// shadedOrNot are the optional macros of pipelines that solids may cast a shadow on.
var shadedOrNot = []string{"SHADED"}

// cutOrNot are the optional macros of pipelines with parts that a texture may cut out.
var cutOrNot = []string{"CUTOFF"}

// table holds all pipelines, not compiled.
var table = [pipes]pipeline{
	pipeSky:    {vert: "sky.vert", frag: "sky.frag", either: []string{"CLOUDED", "NIGHT", "CLOSED"}, late: true, noDepthTest: true, depthClamp: true},
	pipeHills:  {vert: "hills.vert", frag: "hills.frag", noDepthTest: true, depthClamp: true, blend: over},
	pipeGround: {vert: "ground.vert", frag: "ground.frag", noDepthTest: true, depthClamp: true},
	pipeShade:  {vert: "groundshadow.vert", frag: "groundshadow.frag", either: shadedOrNot, late: true, noDepthTest: true, depthClamp: true, blend: multiplied},

	pipeSolid: {vert: "solid.vert", frag: "solid.frag", either: shadedOrNot, clipped: true},
	pipeGlass: {vert: "solid.vert", frag: "solid.frag", define: "BLENDED", either: shadedOrNot, noDepthWrite: true, blend: over, clipped: true},

	pipePlant:   {vert: "plant.vert", frag: "plant.frag", late: true},
	pipeFooting: {vert: "plantshadow.vert", frag: "plantshadow.frag", late: true, noDepthTest: true, blend: multiplied},

	pipeCityFooting: {vert: "plantshadow.vert", frag: "plantshadow.frag", define: "CITY", late: true, noDepthTest: true, blend: multiplied},

	pipeBird:        {vert: "bird.vert", frag: "bird.frag", either: shadedOrNot},
	pipeCutoutBird:  {vert: "bird.vert", frag: "bird.frag", define: "CUTOFF", either: shadedOrNot},
	pipeBlendedBird: {vert: "bird.vert", frag: "bird.frag", define: "BLENDED", either: shadedOrNot, noDepthWrite: true, blend: over},
	pipeFarBird:     {vert: "farbird.vert", frag: "farbird.frag", either: shadedOrNot},

	pipeMadeBird:        {vert: "bird.vert", frag: "bird.frag", define: "PBR", either: shadedOrNot, late: true},
	pipeCutoutMadeBird:  {vert: "bird.vert", frag: "bird.frag", define: "CUTOFF", also: []string{"PBR"}, either: shadedOrNot, late: true},
	pipeBlendedMadeBird: {vert: "bird.vert", frag: "bird.frag", define: "BLENDED", also: []string{"PBR"}, either: shadedOrNot, late: true, noDepthWrite: true, blend: over},
	pipeMadeSolid:       {vert: "solid.vert", frag: "solid.frag", define: "PBR", either: shadedOrNot, late: true, clipped: true},
	pipeMadeGlass:       {vert: "solid.vert", frag: "solid.frag", define: "BLENDED", also: []string{"PBR"}, either: shadedOrNot, late: true, noDepthWrite: true, blend: over, clipped: true},

	pipeRibbon:  {vert: "ribbon.vert", frag: "ribbon.frag", noDepthWrite: true, blend: over},
	pipeVision:  {vert: "vision.vert", frag: "vision.frag", noDepthWrite: true, blend: over},
	pipeOutline: {vert: "screen.vert", frag: "outline.frag", noDepthTest: true, blend: over},

	pipeSunMap:        {vert: "sunmap.vert", frag: "sunmap.frag"},
	pipeSelf:          {vert: "selfshadow.vert", frag: "selfshadow.frag"},
	pipeShadow:        {vert: "shadow.vert", frag: "shadow.frag", noDepthTest: true, blend: brightest},
	pipeCutoutShadow:  {vert: "shadow.vert", frag: "shadow.frag", define: "CUTOFF", noDepthTest: true, blend: brightest},
	pipeBlendedShadow: {vert: "shadow.vert", frag: "shadow.frag", define: "BLENDED", noDepthTest: true, blend: brightest},

	pipeSolidIDs:  {vert: "solid.vert", frag: "solidid.frag", clipped: true},
	pipePlantIDs:  {vert: "plant.vert", frag: "plant.frag", define: "IDS", late: true},
	pipeIDs:       {vert: "id.vert", frag: "id.frag"},
	pipeCutoutIDs: {vert: "id.vert", frag: "id.frag", define: "CUTOFF"},

	pipeWipe:    {vert: "rectangles.vert", frag: "clear.frag"},
	pipeResolve: {vert: "rectangles.vert", frag: "resolve.frag", sampled: true, noDepthTest: true, blend: over},
	pipeShrink:  {vert: "rectangles.vert", frag: "shrink.frag", noDepthTest: true},
	pipeBlur:    {vert: "rectangles.vert", frag: "blur.frag", noDepthTest: true},
	pipeLay:     {vert: "rectangles.vert", frag: "composite.frag", noDepthTest: true, blend: over},
	pipeExpose:  {vert: "screen.vert", frag: "expose.frag", shown: true, noDepthTest: true, blend: added},
	pipeGather:  {vert: "screen.vert", frag: "bloom.frag", noDepthTest: true, blend: added},
	pipeHalve:   {vert: "screen.vert", frag: "bloom.frag", noDepthTest: true},
	pipeDouble:  {vert: "screen.vert", frag: "bloom.frag", noDepthTest: true, blend: mixed},
	pipeDevelop: {vert: "screen.vert", frag: "develop.frag", shown: true, noDepthTest: true},
	pipeShow:    {vert: "screen.vert", frag: "present.frag", noDepthTest: true},

	pipeMarsh:  {vert: "land.vert", frag: "marsh.frag", late: true, noDepthTest: true, depthClamp: true},
	pipeFields: {vert: "land.vert", frag: "fields.frag", late: true, noDepthTest: true, depthClamp: true},
	pipeMoor:   {vert: "land.vert", frag: "moor.frag", late: true, noDepthTest: true, depthClamp: true},
	pipeCoast:  {vert: "land.vert", frag: "coast.frag", late: true, noDepthTest: true, depthClamp: true},
	pipeCity:   {vert: "land.vert", frag: "city.frag", late: true, noDepthTest: true, depthClamp: true},

	pipeWidened: {vert: "land.vert", frag: "widen.frag", noDepthTest: true, depthClamp: true},

	pipeMarshHorizon:  {vert: "horizon.vert", frag: "horizon.frag", define: "MARSH", late: true, noDepthTest: true, depthClamp: true, blend: over},
	pipeFieldsHorizon: {vert: "horizon.vert", frag: "horizon.frag", define: "FIELDS", late: true, noDepthTest: true, depthClamp: true, blend: over},
	pipeMoorHorizon:   {vert: "horizon.vert", frag: "horizon.frag", define: "MOOR", late: true, noDepthTest: true, depthClamp: true, blend: over},
	pipeCoastHorizon:  {vert: "horizon.vert", frag: "horizon.frag", define: "COAST", late: true, noDepthTest: true, depthClamp: true, blend: over},
	pipeCityHorizon:   {vert: "horizon.vert", frag: "horizon.frag", define: "CITY", late: true, noDepthTest: true, depthClamp: true, blend: over},

	pipeMarshBirds: {vert: "birdmirror.vert", frag: "marsh.frag", define: "MIRRORED marshRipples", either: cutOrNot, late: true, noDepthTest: true, depthClamp: true},
	pipeCoastBirds: {vert: "birdmirror.vert", frag: "coast.frag", define: "MIRRORED coastRipples", either: cutOrNot, late: true, noDepthTest: true, depthClamp: true},
	pipeCityBirds:  {vert: "birdmirror.vert", frag: "city.frag", define: "MIRRORED cityRipples", either: cutOrNot, late: true, noDepthTest: true, depthClamp: true},

	pipeMarshPlants: {vert: "plant.vert", frag: "plant.frag", define: "MIRRORED marshRipples", also: []string{"WATER marshDeep()", "MARSH"}, late: true},
	pipeCityPlants:  {vert: "plant.vert", frag: "plant.frag", define: "MIRRORED cityRipples", also: []string{"WATER cityDeep", "CITY"}, late: true},

	pipeMarshShade: {vert: "groundshadow.vert", frag: "groundshadow.frag", define: "WATER marshDeep()", also: []string{"MARSH"}, either: shadedOrNot, late: true, noDepthTest: true, depthClamp: true, blend: multiplied},
	pipeCoastShade: {vert: "groundshadow.vert", frag: "groundshadow.frag", define: "WATER seaDeep", also: []string{"COAST"}, either: shadedOrNot, late: true, noDepthTest: true, depthClamp: true, blend: multiplied},
	pipeCityShade:  {vert: "groundshadow.vert", frag: "groundshadow.frag", define: "WATER cityDeep", also: []string{"CITY"}, either: shadedOrNot, late: true, noDepthTest: true, depthClamp: true, blend: multiplied},
}

// programs holds the pipelines of a renderer in all combinations of their optional macros.
type programs [pipes][]pipeline

// pipelines returns all pipelines, not compiled yet, for a number of samples in the layer, an
// output and a tier.
func pipelines(samples int32, output Output, tier Tier) (p programs) {
	for k, row := range table {
		for choice := range 1 << len(row.either) {
			each := row
			each.also = slices.Clone(row.also)
			for i, name := range row.either {
				if choice>>i&1 == 1 {
					each.also = append(each.also, name)
				}
			}
			if row.sampled {
				each.also = append(each.also, fmt.Sprint("SAMPLES ", max(samples, 1)))
			}
			if define := outputs[output].define; define != "" && (row.shown || tier == Draft) {
				each.also = append(each.also, define)
			}
			if define := tier.define(); define != "" {
				each.also = append(each.also, define)
			}
			p[k] = append(p[k], each)
		}
	}
	return p
}

// of returns a pipeline. The arguments chosen say which of its optional macros are defined;
// missing ones are not.
func (p *programs) of(k pipe, chosen ...bool) *pipeline {
	choice := 0
	for i, yes := range chosen {
		if yes {
			choice |= 1 << i
		}
	}
	return &p[k][choice]
}

// compileAll compiles all pipelines that are not late. A driver with compiler threads compiles
// several at once.
func compileAll(t *target, o objects) (programs, error) {
	p := pipelines(t.samples, t.output, t.tier)
	always := p.always()
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

// always returns the pipelines that are not late.
func (p *programs) always() (all []*pipeline) {
	for _, each := range p.all() {
		if !each.late {
			all = append(all, each)
		}
	}
	return all
}

// appendAll appends all combinations of a pipeline to a list.
func (p *programs) appendAll(list []*pipeline, k pipe) []*pipeline {
	for i := range p[k] {
		list = append(list, &p[k][i])
	}
	return list
}

// ready compiles a pipeline if it is not compiled yet.
func (p *pipeline) ready(o objects) error {
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
		return p.also
	}
	return append([]string{p.define}, p.also...)
}

// name returns a name that is unique among the programs of a renderer.
func (p *pipeline) name() string {
	name := p.vert + " " + p.frag
	for _, define := range p.defines() {
		name += " " + define
	}
	return name
}
