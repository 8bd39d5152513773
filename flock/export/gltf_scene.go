package export

import (
	"encoding/binary"
	"image"
	"math"
	"strconv"

	"github.com/qmuntal/gltf"
)

func (g *glb) describe() error {
	g.numberNodes()
	g.digits = max(4, len(strconv.Itoa(len(g.byID)-1)))
	meta := g.source.Meta()
	g.doc = gltf.Document{
		Asset: gltf.Asset{Version: "2.0", Generator: "skein " + meta.Version, Extras: map[string]any{
			"scenario": meta.Scenario, "seed": meta.Seed, "fps": g.source.FPS(), "beatError": g.beatError(),
		}},
		Scene: gltf.Index(0), Scenes: []*gltf.Scene{{Name: meta.Scenario, Nodes: []int{0}}},
		Nodes:   []*gltf.Node{{Name: "flock"}},
		Buffers: []*gltf.Buffer{{}},
	}
	if err := g.meshes(); err != nil {
		return err
	}
	if err := g.addThingMeshes(); err != nil {
		return err
	}
	buffer := g.doc.Buffers[0]
	g.front, buffer.Data = buffer.Data, nil
	for len(g.front)%4 != 0 {
		g.front = append(g.front, 0)
	}
	view := &gltf.BufferView{ByteOffset: len(g.front)}
	g.doc.BufferViews = append(g.doc.BufferViews, view)
	g.animate()
	view.ByteLength = int(g.bytes) - view.ByteOffset
	buffer.ByteLength = int(g.bytes)
	return nil
}

func (g *glb) beatError() (far float32) {
	for k := range g.flocks {
		if f := &g.flocks[k]; len(f.nodes) > 0 {
			far = max(far, f.keys.maxError)
		}
	}
	return far
}

func (g *glb) numberNodes() {
	for i, b := range g.birds {
		b.node = i + 1
		b.flock.nodes = append(b.flock.nodes, b.node)
	}
}

func (g *glb) meshes() error {
	textures := map[*image.NRGBA]int{}
	for k := range g.flocks {
		f := &g.flocks[k]
		if len(f.nodes) == 0 {
			continue
		}
		w := birdWriter{doc: &g.doc, bird: f.bird, keys: f.keys, span: g.source.Wingspan(f.flock), textures: textures}
		f.mesh = len(g.doc.Meshes)
		if err := w.write(); err != nil {
			return err
		}
	}
	return nil
}

func (g *glb) addSpeciesNodes() {
	if len(g.flocks) == 1 {
		g.doc.Nodes[0].Children = g.flocks[0].nodes
		return
	}
	for k := range g.flocks {
		if f := &g.flocks[k]; len(f.nodes) > 0 {
			node := g.addNode(&gltf.Node{Name: f.name, Children: f.nodes, Extras: map[string]any{"species": f.species}})
			g.doc.Nodes[0].Children = append(g.doc.Nodes[0].Children, node)
		}
	}
}

// animate adds a node for each bird, and a clip that moves all birds. It writes short tracks to g.front, and
// reserves space after them for the tracks of the birds.
func (g *glb) animate() {
	g.doc.Animations = []*gltf.Animation{{Name: "flight"}}
	g.bytes = int64(len(g.front))
	view := g.bytes
	shared := g.timesAt(g.appendFront(g.times)-view, g.times)
	n := len(g.times)
	g.doc.Nodes = append(g.doc.Nodes, &gltf.Node{Name: glbMark})
	for _, b := range g.birds {
		if times, sizes := b.size(); len(sizes) > 1 || sizes[0] != 1 {
			g.resize(b.node, times, sizes, view)
		}
	}
	g.addSpeciesNodes()
	g.placeThings(view)
	g.placeCamera(view)
	for _, b := range g.birds {
		targets := b.targets()
		b.translation.offset, b.rotation.offset = g.reserve(12*n), g.reserve(16*n)
		g.channel(b.node, gltf.TRSTranslation, shared, g.accessor(b.translation.offset-view, gltf.AccessorVec3, n))
		g.channel(b.node, gltf.TRSRotation, shared, g.accessor(b.rotation.offset-view, gltf.AccessorVec4, n))
		if targets == 0 {
			continue
		}
		keys := b.wings.keys
		b.times.offset, b.weights.offset = g.reserve(4*keys), g.reserve(targets*keys)
		times := g.timesAt(b.times.offset-view, []float32{b.wings.first, b.wings.last})
		g.accessors[len(g.accessors)-1].count = keys
		weights := g.accessor(b.weights.offset-view, gltf.AccessorScalar, targets*keys)
		g.accessors[len(g.accessors)-1].bytes = true
		g.channel(b.node, gltf.TRSWeights, times, weights)
	}
}

func (g *glb) reserve(bytes int) int64 {
	offset := g.bytes
	g.bytes += int64(bytes+3) &^ 3
	return offset
}

func (g *glb) appendFront(values []float32) int64 {
	offset := g.reserve(4 * len(values))
	for _, v := range values {
		g.front = binary.LittleEndian.AppendUint32(g.front, math.Float32bits(v))
	}
	return offset
}

func (g *glb) addNode(n *gltf.Node) int {
	g.doc.Nodes = append(g.doc.Nodes, n)
	return len(g.doc.Nodes) - 1 + len(g.birds) - 1 // g.doc has one node in place of the nodes of the birds
}

func (g *glb) accessor(offset int64, kind gltf.AccessorType, count int) int {
	g.accessors = append(g.accessors, glbAccessor{offset: int(offset), kind: kind, count: count})
	return len(g.doc.Accessors) + len(g.accessors) - 1
}

func (g *glb) timesAt(offset int64, times []float32) int {
	i := g.accessor(offset, gltf.AccessorScalar, len(times))
	a := &g.accessors[len(g.accessors)-1]
	a.isTimes, a.ends = true, [2]float32{times[0], times[len(times)-1]}
	return i
}

func (g *glb) channel(node int, path gltf.TRSProperty, times, values int) *glbChannel {
	g.channels = append(g.channels, glbChannel{node: node, path: path, times: times, values: values})
	return &g.channels[len(g.channels)-1]
}

func (g *glb) resize(node int, times, sizes []float32, view int64) {
	var scales []float32
	for _, size := range sizes {
		scales = append(scales, size, size, size)
	}
	input := g.timesAt(g.appendFront(times)-view, times)
	out := g.accessor(g.appendFront(scales)-view, gltf.AccessorVec3, len(times))
	g.channel(node, gltf.TRSScale, input, out).stepped = true
}
