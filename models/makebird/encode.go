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

// roundDigits removes digits that could differ between machines.
func roundDigits(v float64) float32 { return float32(math.Round(v*1e6)/1e6 + 0) }

func vec32(v vec) [3]float32 {
	return [3]float32{roundDigits(v[0]), roundDigits(v[1]), roundDigits(v[2])}
}

func toMetres(v vec) [3]float32 { return vec32(v.Mul(0.001)) }

func (s *species) encode() ([]byte, error) {
	doc := gltf.NewDocument()
	doc.Asset.Generator = "skein makebird"
	doc.Scenes[0].Name = s.name
	s.addSkeleton(doc)
	addMesh(doc, s.name, s.build())
	if err := s.addMaterial(doc); err != nil {
		return nil, err
	}
	for _, m := range []*motion{&s.fly, &s.glide} {
		addAnimation(doc, s.sampleMotion(m))
	}
	for _, c := range s.stances() {
		addAnimation(doc, c)
	}
	var out bytes.Buffer
	err := gltf.NewEncoder(&out).Encode(doc)
	return out.Bytes(), err
}

func (s *species) addSkeleton(doc *gltf.Document) {
	var inverse [][4][4]float32 // lists of rows, as the encoder expects
	var joints []int
	all := s.bones()
	for i, b := range all {
		position := b.position
		if b.parent >= 0 {
			position = position.Sub(all[b.parent].position)
			doc.Nodes[b.parent].Children = append(doc.Nodes[b.parent].Children, i)
		}
		n := &gltf.Node{Name: b.name}
		for k, v := range toMetres(position) {
			n.Translation[k] = float64(v)
		}
		doc.Nodes = append(doc.Nodes, n)
		o := toMetres(b.position.Mul(-1))
		inverse = append(inverse, [4][4]float32{{1, 0, 0, o[0]}, {0, 1, 0, o[1]}, {0, 0, 1, o[2]}, {0, 0, 0, 1}})
		joints = append(joints, i)
	}
	bind := modeler.WriteAccessor(doc, gltf.TargetNone, inverse)
	doc.Skins = []*gltf.Skin{{Joints: joints, InverseBindMatrices: &bind, Skeleton: gltf.Index(trunk)}}
	doc.Nodes = append(doc.Nodes, &gltf.Node{Name: s.name, Mesh: gltf.Index(0), Skin: gltf.Index(0)})
	doc.Scenes[0].Nodes = []int{trunk, len(doc.Nodes) - 1}
}

func addMesh(doc *gltf.Document, name string, m *mesh) {
	var positions, normals [][3]float32
	var uv [][2]float32
	var joints [][4]uint8
	var weights [][4]uint16
	for _, v := range m.vertices {
		positions = append(positions, toMetres(v.position))
		normals = append(normals, vec32(v.normal))
		uv = append(uv, [2]float32{roundDigits(v.uv[0]), roundDigits(v.uv[1])})
		j, w := encodeInfluences(v.influences)
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

func (s *species) addMaterial(doc *gltf.Document) error {
	if err := addImage(doc, "plumage", s.paint()); err != nil {
		return err
	}
	doc.Samplers = []*gltf.Sampler{{
		MagFilter: gltf.MagLinear, MinFilter: gltf.MinLinearMipMapLinear,
		WrapS: gltf.WrapClampToEdge, WrapT: gltf.WrapClampToEdge,
	}}
	rough, metal := s.roughness, 0.0
	doc.Materials = []*gltf.Material{{
		Name: "plumage",
		PBRMetallicRoughness: &gltf.PBRMetallicRoughness{
			BaseColorTexture: &gltf.TextureInfo{}, RoughnessFactor: &rough, MetallicFactor: &metal,
		},
	}}
	if s.film == nil {
		return nil
	}
	if err := addImage(doc, "film", alphaFromBlue(halfSize(s.withFilmColours().paint()))); err != nil {
		return err
	}
	const keratin, melanin = 1.56, 2.0 // indices of refraction
	film := map[string]int{"index": 1}
	doc.ExtensionsUsed = []string{"KHR_materials_ior", "KHR_materials_iridescence", "KHR_materials_specular"}
	doc.Materials[0].Extensions = gltf.Extensions{
		"KHR_materials_ior":      map[string]float64{"ior": melanin},
		"KHR_materials_specular": map[string]any{"specularTexture": film},
		"KHR_materials_iridescence": map[string]any{
			"iridescenceFactor": 1, "iridescenceIor": keratin, "iridescenceTexture": film, "iridescenceThicknessTexture": film,
			"iridescenceThicknessMinimum": s.film.minThickness, "iridescenceThicknessMaximum": s.film.maxThickness,
		},
	}
	return nil
}

func addImage(doc *gltf.Document, name string, m *image.NRGBA) error {
	var file bytes.Buffer
	if err := png.Encode(&file, m); err != nil {
		return err
	}
	index, err := modeler.WriteImage(doc, name, "image/png", &file)
	doc.Textures = append(doc.Textures, &gltf.Texture{Source: &index, Sampler: gltf.Index(0)})
	return err
}

// encodeInfluences returns the four strongest influences, with weights that sum to 1.
func encodeInfluences(bones []influence) (joints [4]uint8, weights [4]uint16) {
	bones = slices.Clone(bones)
	slices.SortStableFunc(bones, func(a, b influence) int {
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
	remaining := uint16(math.MaxUint16)
	for k, b := range bones[:min(4, len(bones))] {
		if w := uint16(math.Round(b.weight / sum * math.MaxUint16)); w > 0 {
			joints[k], weights[k] = uint8(b.bone), min(w, remaining)
			remaining -= weights[k]
		}
	}
	weights[0] += remaining
	return joints, weights
}

func addAnimation(doc *gltf.Document, c clip) {
	var times []float32
	for _, t := range c.times {
		times = append(times, roundDigits(t))
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
	for b, rotations := range c.rotations {
		var values [][4]float32
		for _, q := range rotations {
			values = append(values, [4]float32{roundDigits(q.V[0]), roundDigits(q.V[1]), roundDigits(q.V[2]), roundDigits(q.W)})
		}
		channel(b, gltf.TRSRotation, values)
	}
	for b := range boneCount {
		if scale, ok := c.scales[b]; ok {
			channel(b, gltf.TRSScale, slices.Repeat([][3]float32{vec32(scale)}, len(times)))
		}
	}
	channel(trunk, gltf.TRSTranslation, allToMetres(c.trunk))
	channel(head, gltf.TRSTranslation, allToMetres(c.head))
	doc.Animations = append(doc.Animations, a)
}

func allToMetres(places []vec) (out [][3]float32) {
	for _, p := range places {
		out = append(out, toMetres(p))
	}
	return out
}
