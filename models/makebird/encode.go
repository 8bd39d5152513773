package main

import (
	"bytes"
	"math"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
)

// round drops the digits in which machines may differ.
func round(v float64) float32 { return float32(math.Round(v*1e6)/1e6 + 0) }

func vec32(v vec) [3]float32 { return [3]float32{round(v[0]), round(v[1]), round(v[2])} }

// encode writes the bird as GLB.
func encode(m *mesh, c clip) ([]byte, error) {
	doc := gltf.NewDocument()
	doc.Asset.Generator = "skein makebird"
	doc.Scenes[0].Name = "bird"
	skeleton(doc)
	surface(doc, m)
	animate(doc, c)
	var out bytes.Buffer
	err := gltf.NewEncoder(&out).Encode(doc)
	return out.Bytes(), err
}

// skeleton adds a node for each bone, then one for the mesh.
func skeleton(doc *gltf.Document) {
	var inverse [][4][4]float32 // by rows, as the encoder takes them
	var joints []int
	all := bones()
	for i, b := range all {
		at := b.at
		if b.parent >= 0 {
			at = at.Sub(all[b.parent].at)
			doc.Nodes[b.parent].Children = append(doc.Nodes[b.parent].Children, i)
		}
		p := vec32(at)
		n := &gltf.Node{Name: b.name}
		for k, v := range p {
			n.Translation[k] = float64(v)
		}
		doc.Nodes = append(doc.Nodes, n)
		o := vec32(b.at.Mul(-1))
		inverse = append(inverse, [4][4]float32{{1, 0, 0, o[0]}, {0, 1, 0, o[1]}, {0, 0, 1, o[2]}, {0, 0, 0, 1}})
		joints = append(joints, i)
	}
	bind := modeler.WriteAccessor(doc, gltf.TargetNone, inverse)
	doc.Skins = []*gltf.Skin{{Joints: joints, InverseBindMatrices: &bind, Skeleton: gltf.Index(trunk)}}
	doc.Nodes = append(doc.Nodes, &gltf.Node{Name: "bird", Mesh: gltf.Index(0), Skin: gltf.Index(0)})
	doc.Scenes[0].Nodes = []int{trunk, len(doc.Nodes) - 1}
}

// surface adds the mesh and its material.
func surface(doc *gltf.Document, m *mesh) {
	var positions, normals [][3]float32
	var colours [][4]uint16
	var joints [][4]uint8
	var weights [][4]float32
	for _, v := range m.vertices {
		positions = append(positions, vec32(v.at))
		normals = append(normals, vec32(v.normal))
		var c [4]uint16
		for k, x := range v.colour {
			c[k] = uint16(math.Round(clamp(x) * 65535))
		}
		c[3] = 65535
		colours = append(colours, c)
		j, w := influences(v.bones)
		joints, weights = append(joints, j), append(weights, w)
	}
	attributes := gltf.PrimitiveAttributes{
		gltf.POSITION:  modeler.WritePosition(doc, positions),
		gltf.NORMAL:    modeler.WriteNormal(doc, normals),
		gltf.COLOR_0:   modeler.WriteColor(doc, colours),
		gltf.JOINTS_0:  modeler.WriteJoints(doc, joints),
		gltf.WEIGHTS_0: modeler.WriteWeights(doc, weights),
	}
	rough, metal := 0.6, 0.0
	doc.Materials = []*gltf.Material{{
		Name:                 "plumage",
		PBRMetallicRoughness: &gltf.PBRMetallicRoughness{RoughnessFactor: &rough, MetallicFactor: &metal},
	}}
	doc.Meshes = []*gltf.Mesh{{Name: "bird", Primitives: []*gltf.Primitive{{
		Attributes: attributes,
		Indices:    gltf.Index(modeler.WriteIndices(doc, m.indices)),
		Material:   gltf.Index(0),
	}}}}
}

// influences lists the bones that pull at all.
func influences(bones []pull) (joints [4]uint8, weights [4]float32) {
	k := 0
	for _, b := range bones {
		if b.weight > 0 {
			joints[k], weights[k] = uint8(b.bone), round(b.weight)
			k++
		}
	}
	return joints, weights
}

// animate adds the beat.
func animate(doc *gltf.Document, c clip) {
	var times []float32
	for _, t := range c.times {
		times = append(times, round(t))
	}
	a := &gltf.Animation{Name: "fly"}
	input := modeler.WriteAccessor(doc, gltf.TargetNone, times)
	last := float64(times[len(times)-1])
	doc.Accessors[input].Min, doc.Accessors[input].Max = []float64{0}, []float64{last}
	channel := func(node int, path gltf.TRSProperty, values any) {
		a.Channels = append(a.Channels, &gltf.AnimationChannel{
			Sampler: len(a.Samplers), Target: gltf.AnimationChannelTarget{Node: &node, Path: path},
		})
		a.Samplers = append(a.Samplers, &gltf.AnimationSampler{
			Input: input, Output: modeler.WriteAccessor(doc, gltf.TargetNone, values),
		})
	}
	for b, turns := range c.rotations {
		var values [][4]float32
		for _, q := range turns {
			values = append(values, [4]float32{round(q.V[0]), round(q.V[1]), round(q.V[2]), round(q.W)})
		}
		channel(b, gltf.TRSRotation, values)
	}
	channel(trunk, gltf.TRSTranslation, places32(c.trunk))
	channel(headBone, gltf.TRSTranslation, places32(c.head))
	doc.Animations = []*gltf.Animation{a}
}

func places32(places []vec) (out [][3]float32) {
	for _, p := range places {
		out = append(out, vec32(p))
	}
	return out
}
