package export

import (
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
)

const worldNode = "world"

type glbThing struct {
	*thing
	node *gltf.Node
}

// addThingMeshes adds meshes of the things around the flock: triangles for obstacles, line strips for paths
// and wires, and points for the seats on an obstacle. placeThings later adds their nodes after those of the
// birds.
func (g *glb) addThingMeshes() error {
	all, err := g.source.things()
	if err != nil {
		return err
	}
	for _, t := range all {
		node := &gltf.Node{Name: t.name, Extras: t.extras()}
		if t.points != nil {
			node.Mesh = gltf.Index(len(g.doc.Meshes))
			g.doc.Meshes = append(g.doc.Meshes, &gltf.Mesh{Name: t.name, Primitives: []*gltf.Primitive{g.primitive(t)}})
		}
		first := &t.keys[0]
		for k := range 3 {
			node.Translation[k], node.Scale[k], node.Rotation[k] = float64(first.pos[k]), float64(first.scale[k]), float64(first.turn.V[k])
		}
		node.Rotation[3] = float64(first.turn.W)
		g.things = append(g.things, glbThing{t, node})
	}
	return nil
}

func (t *thing) extras() map[string]any {
	all := map[string]any{"kind": t.kind}
	switch {
	case t.points == nil:
		all["radius"] = t.size
	case t.triangles == nil:
		all["width"] = t.size
	}
	return all
}

func (g *glb) primitive(t *thing) *gltf.Primitive {
	p := &gltf.Primitive{Attributes: gltf.PrimitiveAttributes{gltf.POSITION: modeler.WritePosition(&g.doc, scaled(t.points, 1))}}
	switch {
	case t.triangles != nil:
		p.Attributes[gltf.NORMAL] = modeler.WriteNormal(&g.doc, scaled(t.normals, 1))
		p.Indices = gltf.Index(writeIndices(&g.doc, t.triangles, len(t.points)))
		p.Material = gltf.Index(g.materialNamed("stone", obstacleColour))
		return p
	case t.cloud:
		p.Mode = gltf.PrimitivePoints
	default:
		p.Mode = gltf.PrimitiveLineStrip
	}
	colour := [3]float32{0.012, 0.012, 0.014}
	if t.kind == "path" {
		colour = [3]float32{1, 0.62, 0.16}
	}
	p.Material = gltf.Index(g.materialNamed(t.kind, colour))
	return p
}

func (g *glb) materialNamed(name string, colour [3]float32) int {
	for k, m := range g.doc.Materials {
		if m.Name == worldNode+" "+name {
			return k
		}
	}
	g.doc.Materials = append(g.doc.Materials, &gltf.Material{
		Name: worldNode + " " + name,
		PBRMetallicRoughness: &gltf.PBRMetallicRoughness{
			BaseColorFactor: &[4]float64{float64(colour[0]), float64(colour[1]), float64(colour[2]), 1},
			MetallicFactor:  gltf.Float(0), RoughnessFactor: gltf.Float(1),
		},
	})
	return len(g.doc.Materials) - 1
}

func (g *glb) placeThings(view int64) {
	if len(g.things) == 0 {
		return
	}
	root := &gltf.Node{Name: worldNode}
	g.doc.Scenes[0].Nodes = append(g.doc.Scenes[0].Nodes, g.addNode(root))
	for _, t := range g.things {
		node := g.addNode(t.node)
		root.Children = append(root.Children, node)
		g.moveThing(node, gltf.TRSTranslation, t.places(), view)
		g.moveThing(node, gltf.TRSRotation, t.track((*thingKey).rotationXYZW), view)
		g.moveThing(node, gltf.TRSScale, t.track((*thingKey).extent), view)
	}
}

func (k *thingKey) rotationXYZW() []float32 {
	return []float32{k.turn.V[0], k.turn.V[1], k.turn.V[2], k.turn.W}
}

func (k *thingKey) extent() []float32 {
	if !k.shown {
		return make([]float32, 3)
	}
	return k.scale[:]
}

// moveThing adds a track to the clip if its value changes. As for birds, a jump happens halfway between two
// frames. view is the buffer view of the tracks.
func (g *glb) moveThing(node int, path gltf.TRSProperty, track []thingSample, view int64) {
	if len(track) < 2 {
		return
	}
	var times, values []float32
	for _, s := range track {
		if s.before != nil {
			before, after := halfWay(g.clock[s.frame-1], g.clock[s.frame])
			times, values = append(times, before, after), append(append(values, s.before...), s.value...)
		}
		times, values = append(times, g.clock[s.frame]), append(values, s.value...)
	}
	kind := gltf.AccessorVec3
	if path == gltf.TRSRotation {
		kind = gltf.AccessorVec4
	}
	input := g.timesAt(g.appendFront(times)-view, times)
	g.channel(node, path, input, g.accessor(g.appendFront(values)-view, kind, len(times)))
}
