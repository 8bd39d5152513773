//go:build cgo

package render

import (
	"fmt"
	"slices"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/render/gpu"
	"skein/engine/render/land"
)

type pipelineID int

const (
	pipeSky pipelineID = iota
	pipeRidges
	pipeGround
	pipeShade
	pipeSolid
	pipeGlass
	pipePlant
	pipePlantShadow
	pipeBird
	pipeCutoutBird
	pipeBlendedBird
	pipeFarBird
	pipeSwarm
	pipePBRBird
	pipeCutoutPBRBird
	pipeBlendedPBRBird
	pipePBRSolid
	pipePBRGlass
	pipeRibbon
	pipeTrail
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
	pipeSolidSurfaces
	pipePlantSurfaces
	pipeBirdSurfaces
	pipeCutoutBirdSurfaces

	pipeWipe
	pipeResolve
	pipeShrink
	pipeBlur
	pipeLay
	pipeExpose
	pipeDevelop
	pipeShow

	pipeWiden

	pipePosts
	pipeLands = pipePosts + postPipelineCount

	pipelineCount = pipeLands + pipelineID(land.Count)*pipelineID(landParts)
)

var optionalShade = []string{"SHADED"}

var optionalCutoff = []string{"CUTOFF"}

var pipelineTable = [pipePosts]gpu.Pipeline{
	pipeSky:    {Vert: "sky.vert", Frag: "sky.frag", Optional: []string{"CLOUDED", "NIGHT", "CLOSED"}, Lazy: true, NoDepthTest: true, DepthClamp: true},
	pipeRidges: {Vert: "ridges.vert", Frag: "ridges.frag", NoDepthTest: true, DepthClamp: true, Blend: gpu.Premultiplied},
	pipeGround: {Vert: "ground.vert", Frag: "ground.frag", NoDepthTest: true, DepthClamp: true},
	pipeShade:  {Vert: "groundshadow.vert", Frag: "groundshadow.frag", Optional: optionalShade, Lazy: true, NoDepthTest: true, DepthClamp: true, Blend: gpu.Multiplied},

	pipeSolid: {Vert: "solid.vert", Frag: "solid.frag", Optional: optionalShade, Clipped: true},
	pipeGlass: {Vert: "solid.vert", Frag: "solid.frag", Define: "BLENDED", Optional: optionalShade, NoDepthWrite: true, Blend: gpu.Premultiplied, Clipped: true},

	pipePlant:       {Vert: "plant.vert", Frag: "plant.frag", Lazy: true},
	pipePlantShadow: {Vert: "plantshadow.vert", Frag: "plantshadow.frag", Lazy: true, NoDepthTest: true, Blend: gpu.Multiplied},

	pipeBird:        {Vert: "bird.vert", Frag: "bird.frag", Optional: optionalShade},
	pipeCutoutBird:  {Vert: "bird.vert", Frag: "bird.frag", Define: "CUTOFF", Optional: optionalShade},
	pipeBlendedBird: {Vert: "bird.vert", Frag: "bird.frag", Define: "BLENDED", Optional: optionalShade, NoDepthWrite: true, Blend: gpu.Premultiplied},
	pipeFarBird:     {Vert: "farbird.vert", Frag: "farbird.frag", Optional: optionalShade},
	pipeSwarm:       {Vert: "swarm.vert", Frag: "clear.frag", Captured: []string{"recordX", "recordY", "recordZ", "recordPlace"}, Lazy: true, NoDepthTest: true},

	pipePBRBird:        {Vert: "bird.vert", Frag: "bird.frag", Define: "PBR", Optional: optionalShade, Lazy: true},
	pipeCutoutPBRBird:  {Vert: "bird.vert", Frag: "bird.frag", Define: "CUTOFF", Extra: []string{"PBR"}, Optional: optionalShade, Lazy: true},
	pipeBlendedPBRBird: {Vert: "bird.vert", Frag: "bird.frag", Define: "BLENDED", Extra: []string{"PBR"}, Optional: optionalShade, Lazy: true, NoDepthWrite: true, Blend: gpu.Premultiplied},
	pipePBRSolid:       {Vert: "solid.vert", Frag: "solid.frag", Define: "PBR", Optional: optionalShade, Lazy: true, Clipped: true},
	pipePBRGlass:       {Vert: "solid.vert", Frag: "solid.frag", Define: "BLENDED", Extra: []string{"PBR"}, Optional: optionalShade, Lazy: true, NoDepthWrite: true, Blend: gpu.Premultiplied, Clipped: true},

	pipeRibbon:  {Vert: "ribbon.vert", Frag: "ribbon.frag", NoDepthWrite: true, Blend: gpu.Premultiplied},
	pipeTrail:   {Vert: "trail.vert", Frag: "ribbon.frag", Lazy: true, NoDepthWrite: true, Blend: gpu.Premultiplied},
	pipeVision:  {Vert: "vision.vert", Frag: "vision.frag", NoDepthWrite: true, Blend: gpu.Premultiplied},
	pipeOutline: {Vert: "screen.vert", Frag: "outline.frag", NoDepthTest: true, Blend: gpu.Premultiplied},

	pipeSunMap:        {Vert: "sunmap.vert", Frag: "sunmap.frag"},
	pipeSelfShadow:    {Vert: "selfshadow.vert", Frag: "selfshadow.frag"},
	pipeShadow:        {Vert: "shadow.vert", Frag: "shadow.frag", NoDepthTest: true, Blend: gpu.Brightest},
	pipeCutoutShadow:  {Vert: "shadow.vert", Frag: "shadow.frag", Define: "CUTOFF", NoDepthTest: true, Blend: gpu.Brightest},
	pipeBlendedShadow: {Vert: "shadow.vert", Frag: "shadow.frag", Define: "BLENDED", NoDepthTest: true, Blend: gpu.Brightest},

	pipeSolidIDs:  {Vert: "solid.vert", Frag: "solidid.frag", Clipped: true},
	pipePlantIDs:  {Vert: "plant.vert", Frag: "plant.frag", Define: "IDS", Lazy: true},
	pipeIDs:       {Vert: "id.vert", Frag: "id.frag"},
	pipeCutoutIDs: {Vert: "id.vert", Frag: "id.frag", Define: "CUTOFF"},

	pipeSolidSurfaces:      {Vert: "solid.vert", Frag: "solidid.frag", Define: "SURFACE", Lazy: true, Clipped: true},
	pipePlantSurfaces:      {Vert: "plant.vert", Frag: "plant.frag", Define: "IDS", Extra: []string{"SURFACE"}, Lazy: true},
	pipeBirdSurfaces:       {Vert: "id.vert", Frag: "id.frag", Define: "SURFACE", Lazy: true},
	pipeCutoutBirdSurfaces: {Vert: "id.vert", Frag: "id.frag", Define: "CUTOFF", Extra: []string{"SURFACE"}, Lazy: true},

	pipeWipe:    {Vert: "rectangles.vert", Frag: "clear.frag"},
	pipeResolve: {Vert: "rectangles.vert", Frag: "resolve.frag", ReadsSamples: true, NoDepthTest: true, Blend: gpu.Premultiplied},
	pipeShrink:  {Vert: "rectangles.vert", Frag: "shrink.frag", NoDepthTest: true},
	pipeBlur:    {Vert: "rectangles.vert", Frag: "blur.frag", NoDepthTest: true},
	pipeLay:     {Vert: "rectangles.vert", Frag: "composite.frag", NoDepthTest: true, Blend: gpu.Premultiplied},
	pipeExpose:  {Vert: "screen.vert", Frag: "expose.frag", WritesOutput: true, NoDepthTest: true, Blend: gpu.Added},
	pipeDevelop: {Vert: "screen.vert", Frag: "develop.frag", WritesOutput: true, NoDepthTest: true},
	pipeShow:    {Vert: "screen.vert", Frag: "present.frag", NoDepthTest: true},

	pipeWiden: {Vert: "land.vert", Frag: "widen.frag", NoDepthTest: true, DepthClamp: true},
}

// programs contains the programs of each pipeline, one for each combination of its optional macros.
type programs [pipelineCount][]gpu.Pipeline

// newPrograms returns all pipelines for an output and a tier. They are not compiled yet. samples is the
// number of samples of the layer.
func newPrograms(samples int32, output Output, tier Tier) (p programs) {
	shared := sharedDefines()
	rows := slices.Concat(pipelineTable[:], postPipelines())
	for l := range landPipelines {
		rows = append(rows, landPipelines[l][:]...)
	}
	for k, row := range rows {
		if row.Vert == "" {
			continue
		}
		row.Shared = shared
		for choice := range 1 << len(row.Optional) {
			each := row
			each.Extra = slices.Clone(row.Extra)
			for i, name := range row.Optional {
				if choice>>i&1 == 1 {
					each.Extra = append(each.Extra, name)
				}
			}
			if row.ReadsSamples {
				each.Extra = append(each.Extra, fmt.Sprint("SAMPLES ", max(samples, 1)))
			}
			if define := outputs[output].define; define != "" && (row.WritesOutput || tier == Draft) {
				each.Extra = append(each.Extra, define)
			}
			if define := tier.define(); define != "" {
				each.Extra = append(each.Extra, define)
			}
			p[k] = append(p[k], each)
		}
	}
	return p
}

// get returns the program for a choice of optional macros: macro i is defined if chosen[i] is true.
func (p *programs) get(k pipelineID, chosen ...bool) *gpu.Pipeline {
	choice := 0
	for i, defined := range chosen {
		if defined {
			choice |= 1 << i
		}
	}
	return &p[k][choice]
}

// compileAll compiles all pipelines that are not lazy. If the driver can, it compiles several at once. It
// calls progress, if not nil, with the finished fraction.
func compileAll(t *target, o gpu.Objects, progress func(share float64)) (programs, error) {
	p := newPrograms(t.samples, t.output, t.tier)
	always := p.nonLazy()
	steps := []func(*gpu.Pipeline) error{func(p *gpu.Pipeline) error { return p.Start(o) }, (*gpu.Pipeline).Finish}
	for k, do := range steps {
		for n, each := range always {
			if err := do(each); err != nil {
				p.delete()
				return programs{}, err
			}
			if progress != nil {
				progress(float64(k*len(always)+n+1) / float64(len(steps)*len(always)))
			}
		}
	}
	return p, nil
}

func (p *programs) nonLazy() (all []*gpu.Pipeline) {
	for _, each := range p.all() {
		if !each.Lazy {
			all = append(all, each)
		}
	}
	return all
}

func (p *programs) appendAll(list []*gpu.Pipeline, k pipelineID) []*gpu.Pipeline {
	for i := range p[k] {
		list = append(list, &p[k][i])
	}
	return list
}

func (p *programs) all() (all []*gpu.Pipeline) {
	for k := range p {
		for i := range p[k] {
			all = append(all, &p[k][i])
		}
	}
	return all
}

func (p *programs) delete() {
	gl.UseProgram(0) // OpenGL does not delete a program in use
	for _, each := range p.all() {
		each.Delete()
	}
}
