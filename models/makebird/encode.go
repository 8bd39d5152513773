package main

import (
	"bytes"
	"image"
	"image/png"
	"math"
	"slices"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
)

// round drops the digits in which machines may differ.
func round(v float64) float32 { return float32(math.Round(v*1e6)/1e6 + 0) }

func vec32(v vec) [3]float32 { return [3]float32{round(v[0]), round(v[1]), round(v[2])} }

// metres is a place in millimetres as the file has it.
func metres(v vec) [3]float32 { return vec32(v.Mul(0.001)) }

// encode makes the bird and writes it as GLB.
func (s *species) encode() ([]byte, error) {
	doc := gltf.NewDocument()
	doc.Asset.Generator = "skein makebird"
	doc.Scenes[0].Name = s.name
	s.skeleton(doc)
	surface(doc, s.name, s.build())
	if err := s.material(doc); err != nil {
		return nil, err
	}
	for _, m := range []*motion{&s.fly, &s.glide} {
		animate(doc, s.sample(m))
	}
	for _, c := range s.stances() {
		animate(doc, c)
	}
	var out bytes.Buffer
	err := gltf.NewEncoder(&out).Encode(doc)
	return out.Bytes(), err
}

// skeleton adds a node for each bone, then one for the mesh.
func (s *species) skeleton(doc *gltf.Document) {
	var inverse [][4][4]float32 // by rows, as the encoder takes them
	var joints []int
	all := s.bones()
	for i, b := range all {
		at := b.at
		if b.parent >= 0 {
			at = at.Sub(all[b.parent].at)
			doc.Nodes[b.parent].Children = append(doc.Nodes[b.parent].Children, i)
		}
		n := &gltf.Node{Name: b.name}
		for k, v := range metres(at) {
			n.Translation[k] = float64(v)
		}
		doc.Nodes = append(doc.Nodes, n)
		o := metres(b.at.Mul(-1))
		inverse = append(inverse, [4][4]float32{{1, 0, 0, o[0]}, {0, 1, 0, o[1]}, {0, 0, 1, o[2]}, {0, 0, 0, 1}})
		joints = append(joints, i)
	}
	bind := modeler.WriteAccessor(doc, gltf.TargetNone, inverse)
	doc.Skins = []*gltf.Skin{{Joints: joints, InverseBindMatrices: &bind, Skeleton: gltf.Index(trunk)}}
	doc.Nodes = append(doc.Nodes, &gltf.Node{Name: s.name, Mesh: gltf.Index(0), Skin: gltf.Index(0)})
	doc.Scenes[0].Nodes = []int{trunk, len(doc.Nodes) - 1}
}

// surface adds the mesh.
func surface(doc *gltf.Document, name string, m *mesh) {
	var positions, normals [][3]float32
	var uv [][2]float32
	var joints [][4]uint8
	var weights [][4]uint16
	for _, v := range m.vertices {
		positions = append(positions, metres(v.at))
		normals = append(normals, vec32(v.normal))
		uv = append(uv, [2]float32{round(v.uv[0]), round(v.uv[1])})
		j, w := influences(v.bones)
		joints, weights = append(joints, j), append(weights, w)
	}
	doc.Meshes = []*gltf.Mesh{{Name: name, Primitives: []*gltf.Primitive{{
		Attributes: gltf.PrimitiveAttributes{
			gltf.POSITION:   modeler.WritePosition(doc, positions),
			gltf.NORMAL:     modeler.WriteNormal(doc, normals),
			gltf.TEXCOORD_0: modeler.WriteTextureCoord(doc, uv),
			gltf.JOINTS_0:   modeler.WriteJoints(doc, joints),
			gltf.WEIGHTS_0:  modeler.WriteWeights(doc, weights),
		},
		Indices:  gltf.Index(modeler.WriteIndices(doc, m.indices)),
		Material: gltf.Index(0),
	}}}}
}

// material adds the picture and how it is lit.
func (s *species) material(doc *gltf.Document) error {
	if err := picture(doc, "plumage", s.paint()); err != nil {
		return err
	}
	doc.Samplers = []*gltf.Sampler{{
		MagFilter: gltf.MagLinear, MinFilter: gltf.MinLinearMipMapLinear,
		WrapS: gltf.WrapClampToEdge, WrapT: gltf.WrapClampToEdge,
	}}
	rough, metal := s.rough, 0.0
	doc.Materials = []*gltf.Material{{
		Name: "plumage",
		PBRMetallicRoughness: &gltf.PBRMetallicRoughness{
			BaseColorTexture: &gltf.TextureInfo{}, RoughnessFactor: &rough, MetallicFactor: &metal,
		},
	}}
	if s.film == nil {
		return nil
	}
	if err := picture(doc, "film", clearAsBlue(halved(s.filmed().paint()))); err != nil {
		return err
	}
	const keratin, melanin = 1.56, 2.0 // refractive indices
	film := map[string]int{"index": 1}
	doc.ExtensionsUsed = []string{"KHR_materials_ior", "KHR_materials_iridescence", "KHR_materials_specular"}
	doc.Materials[0].Extensions = gltf.Extensions{
		"KHR_materials_ior":      map[string]float64{"ior": melanin},
		"KHR_materials_specular": map[string]any{"specularTexture": film},
		"KHR_materials_iridescence": map[string]any{
			"iridescenceFactor": 1, "iridescenceIor": keratin, "iridescenceTexture": film, "iridescenceThicknessTexture": film,
			"iridescenceThicknessMinimum": s.film.thin, "iridescenceThicknessMaximum": s.film.thick,
		},
	}
	return nil
}

// picture adds a picture and a texture of it.
func picture(doc *gltf.Document, name string, m *image.NRGBA) error {
	var file bytes.Buffer
	if err := png.Encode(&file, m); err != nil {
		return err
	}
	at, err := modeler.WriteImage(doc, name, "image/png", &file)
	doc.Textures = append(doc.Textures, &gltf.Texture{Source: &at, Sampler: gltf.Index(0)})
	return err
}

// influences lists the four bones that pull most, their weights summing to 1.
func influences(bones []pull) (joints [4]uint8, weights [4]uint16) {
	bones = slices.Clone(bones)
	slices.SortStableFunc(bones, func(a, b pull) int {
		switch {
		case a.weight > b.weight:
			return -1
		case a.weight < b.weight:
			return 1
		}
		return 0
	})
	sum := 0.0
	for _, b := range bones[:min(4, len(bones))] {
		sum += b.weight
	}
	left := uint16(math.MaxUint16)
	for k, b := range bones[:min(4, len(bones))] {
		if w := uint16(math.Round(b.weight / sum * math.MaxUint16)); w > 0 {
			joints[k], weights[k] = uint8(b.bone), min(w, left)
			left -= weights[k]
		}
	}
	weights[0] += left
	return joints, weights
}

// animate adds a clip.
func animate(doc *gltf.Document, c clip) {
	var times []float32
	for _, t := range c.times {
		times = append(times, round(t))
	}
	a := &gltf.Animation{Name: c.name}
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
	for b := range boneCount {
		if by, ok := c.scales[b]; ok {
			channel(b, gltf.TRSScale, slices.Repeat([][3]float32{vec32(by)}, len(times)))
		}
	}
	channel(trunk, gltf.TRSTranslation, places32(c.trunk))
	channel(head, gltf.TRSTranslation, places32(c.head))
	doc.Animations = append(doc.Animations, a)
}

func places32(places []vec) (out [][3]float32) {
	for _, p := range places {
		out = append(out, metres(p))
	}
	return out
}
