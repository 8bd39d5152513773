package export

import (
	"encoding/binary"
	"fmt"
	"image"
	"math"

	"github.com/qmuntal/gltf"
)

// describe creates the document and computes the offsets of all data.
func (g *glb) describe() error {
	g.numberNodes()
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
	return g.marshal()
}

// beatError returns the greatest distance of a vertex of any bird from its baked beat, in wingspans.
func (g *glb) beatError() (far float32) {
	for k := range g.flocks {
		if f := &g.flocks[k]; len(f.nodes) > 0 {
			far = max(far, f.keys.maxError)
		}
	}
	return far
}

// numberNodes numbers the nodes of the birds. Node 0 is the parent of all nodes.
func (g *glb) numberNodes() {
	for i, b := range g.birds {
		b.node = i + 1
		b.flock.nodes = append(b.flock.nodes, b.node)
	}
}

// meshes adds the mesh of each exported flock.
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

// addSpeciesNodes adds a node for each species above its birds, if there are several flocks.
func (g *glb) addSpeciesNodes() {
	if len(g.flocks) == 1 {
		g.doc.Nodes[0].Children = g.flocks[0].nodes
		return
	}
	for k := range g.flocks {
		if f := &g.flocks[k]; len(f.nodes) > 0 {
			g.doc.Nodes[0].Children = append(g.doc.Nodes[0].Children, len(g.doc.Nodes))
			g.doc.Nodes = append(g.doc.Nodes, &gltf.Node{
				Name: f.name, Children: f.nodes, Extras: map[string]any{"species": f.species},
			})
		}
	}
}

// animate adds a node for each bird and a single clip that moves all birds. It stores short tracks in
// g.front and reserves space behind them for the tracks of each bird.
func (g *glb) animate() {
	clip := &gltf.Animation{Name: "flight"}
	g.doc.Animations = []*gltf.Animation{clip}
	g.bytes = int64(len(g.front))
	view := g.bytes
	shared := g.timesAt(g.appendFront(g.times)-view, g.times)
	n := len(g.times)
	for _, b := range g.birds {
		g.node(b)
		if times, sizes := b.size(); len(sizes) > 1 || sizes[0] != 1 {
			g.resize(clip, b.node, times, sizes, view)
		}
	}
	g.addSpeciesNodes()
	g.placeThings(clip, view)
	g.placeCamera(clip, view)
	for _, b := range g.birds {
		targets := len(b.flock.keys.poses) - 1
		b.translation.at, b.rotation.at = g.reserve(12*n), g.reserve(16*n)
		g.channel(clip, b.node, gltf.TRSTranslation, shared, g.accessor(b.translation.at-view, gltf.AccessorVec3, n))
		g.channel(clip, b.node, gltf.TRSRotation, shared, g.accessor(b.rotation.at-view, gltf.AccessorVec4, n))
		if targets == 0 {
			continue
		}
		keys := b.wings.keys
		b.times.at, b.weights.at = g.reserve(4*keys), g.reserve(targets*keys)
		times := g.timesAt(b.times.at-view, []float32{b.wings.first, b.wings.last})
		g.doc.Accessors[times].Count = keys
		weights := g.accessor(b.weights.at-view, gltf.AccessorScalar, targets*keys)
		a := g.doc.Accessors[weights]
		a.ComponentType, a.Normalized = gltf.ComponentUbyte, true
		g.channel(clip, b.node, gltf.TRSWeights, times, weights)
	}
}

// reserve makes room for a number of bytes, rounded up to a multiple of four, and returns their
// offset.
func (g *glb) reserve(bytes int) int64 {
	at := g.bytes
	g.bytes += int64(bytes+3) &^ 3
	return at
}

// appendFront appends numbers to g.front and returns their offset.
func (g *glb) appendFront(values []float32) int64 {
	at := g.reserve(4 * len(values))
	for _, v := range values {
		g.front = binary.LittleEndian.AppendUint32(g.front, math.Float32bits(v))
	}
	return at
}

// accessor adds an accessor of floats in the last buffer view.
func (g *glb) accessor(offset int64, kind gltf.AccessorType, count int) int {
	g.doc.Accessors = append(g.doc.Accessors, &gltf.Accessor{
		BufferView: gltf.Index(len(g.doc.BufferViews) - 1), ByteOffset: int(offset),
		ComponentType: gltf.ComponentFloat, Type: kind, Count: count,
	})
	return len(g.doc.Accessors) - 1
}

// timesAt adds an accessor for times in ascending order.
func (g *glb) timesAt(offset int64, times []float32) int {
	i := g.accessor(offset, gltf.AccessorScalar, len(times))
	g.doc.Accessors[i].Min = []float64{float64(times[0])}
	g.doc.Accessors[i].Max = []float64{float64(times[len(times)-1])}
	return i
}

// node adds the node of a bird, with its first pose.
func (g *glb) node(b *glbBird) {
	digits := max(4, len(fmt.Sprint(len(g.byID)-1)))
	out := &gltf.Node{Name: fmt.Sprintf("%s_%0*d", b.flock.name, digits, b.id), Mesh: gltf.Index(b.flock.mesh)}
	p, q := b.first.Pos, b.first.Rotation
	out.Translation = [3]float64{float64(p[0]), float64(p[1]), float64(p[2])}
	out.Rotation = [4]float64{float64(q.V[0]), float64(q.V[1]), float64(q.V[2]), float64(q.W)}
	g.doc.Nodes = append(g.doc.Nodes, out)
}

// channel connects a track to a property of a node. times and values are the indices of the track's
// accessors.
func (g *glb) channel(clip *gltf.Animation, node int, path gltf.TRSProperty, times, values int) *gltf.AnimationSampler {
	s := &gltf.AnimationSampler{Input: times, Output: values}
	clip.Channels = append(clip.Channels, &gltf.AnimationChannel{
		Sampler: len(clip.Samplers), Target: gltf.AnimationChannelTarget{Node: gltf.Index(node), Path: path},
	})
	clip.Samplers = append(clip.Samplers, s)
	return s
}

// resize adds a stepped track of a bird's size. view is the offset of the buffer view of the
// tracks.
func (g *glb) resize(clip *gltf.Animation, node int, times, sizes []float32, view int64) {
	var scales []float32
	for _, size := range sizes {
		scales = append(scales, size, size, size)
	}
	in := g.timesAt(g.appendFront(times)-view, times)
	out := g.accessor(g.appendFront(scales)-view, gltf.AccessorVec3, len(times))
	g.channel(clip, node, gltf.TRSScale, in, out).Interpolation = gltf.InterpolationStep
}
