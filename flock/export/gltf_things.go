package export

import (
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"github.com/go-gl/mathgl/mgl32"
)

// worldNode is the node above all that is around the flock.
const worldNode = "world"

// furnish adds meshes of what is around the flock: triangles of obstacles, line strips of
// ways and wires. Their nodes, and those of places, come behind the birds'.
func (g *glb) furnish() error {
	a, err := g.source.around()
	if err != nil || a.empty() {
		return err
	}
	for _, s := range a.solids {
		g.thing(s.name, "obstacle", 0, &gltf.Primitive{
			Indices: gltf.Index(writeIndices(&g.doc, s.triangles, len(s.points))), Material: gltf.Index(g.paint("stone", stone)),
			Attributes: gltf.PrimitiveAttributes{
				gltf.POSITION: modeler.WritePosition(&g.doc, scaled(s.points, 1)),
				gltf.NORMAL:   modeler.WriteNormal(&g.doc, scaled(s.normals, 1)),
			},
		})
	}
	for _, c := range a.lines {
		colour := [3]float32{0.012, 0.012, 0.014}
		if c.kind == "path" {
			colour = [3]float32{1, 0.62, 0.16}
		}
		g.thing(c.name, c.kind, c.width, &gltf.Primitive{
			Mode: gltf.PrimitiveLineStrip, Material: gltf.Index(g.paint(c.kind, colour)),
			Attributes: gltf.PrimitiveAttributes{gltf.POSITION: modeler.WritePosition(&g.doc, scaled(c.points, 1))},
		})
	}
	for _, p := range a.spots {
		node := spotNode(p.at)
		node.Name, node.Extras = p.name, map[string]any{"kind": p.kind, "radius": p.radius}
		g.things = append(g.things, node)
	}
	return nil
}

// thing adds a mesh and its node.
func (g *glb) thing(name, kind string, width float32, of *gltf.Primitive) {
	extras := map[string]any{"kind": kind}
	if width > 0 {
		extras["width"] = width
	}
	g.things = append(g.things, &gltf.Node{Name: name, Mesh: gltf.Index(len(g.doc.Meshes)), Extras: extras})
	g.doc.Meshes = append(g.doc.Meshes, &gltf.Mesh{Name: name, Primitives: []*gltf.Primitive{of}})
}

func spotNode(at mgl32.Vec3) *gltf.Node {
	return &gltf.Node{Translation: [3]float64{float64(at[0]), float64(at[1]), float64(at[2])}}
}

// paint is the material of a name, which is made once.
func (g *glb) paint(name string, colour [3]float32) int {
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

// placeThings adds the nodes of what is around, below one of their own.
func (g *glb) placeThings() {
	if len(g.things) == 0 {
		return
	}
	root := &gltf.Node{Name: worldNode}
	g.doc.Scenes[0].Nodes = append(g.doc.Scenes[0].Nodes, len(g.doc.Nodes))
	g.doc.Nodes = append(g.doc.Nodes, root)
	for _, n := range g.things {
		root.Children = append(root.Children, len(g.doc.Nodes))
		g.doc.Nodes = append(g.doc.Nodes, n)
	}
}
