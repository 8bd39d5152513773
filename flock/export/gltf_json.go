package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"github.com/qmuntal/gltf"
)

// glbLists holds the lists with entries for each bird in a compact form. They would need much memory as
// structures of package gltf or as text. Therefore glb.writeDocument writes them entry by entry.
type glbLists struct {
	accessors []glbAccessor // accessors after those in the document
	channels  []glbChannel  // channels of the clip; each has its own sampler
}

type glbAccessor struct {
	offset  int
	count   int
	kind    gltf.AccessorType
	bytes   bool // whether the values are normalized bytes instead of floats
	isTimes bool // whether the values are ascending times
	ends    [2]float32
}

type glbChannel struct {
	node          int
	path          gltf.TRSProperty
	times, values int
	stepped       bool
}

// glbMark marks an entry in the document that glb.writeDocument replaces with a list of glbLists or with the
// nodes of the birds.
const glbMark = "the rest of the list"

func (g *glb) writeDocument(out io.Writer) error {
	if len(g.accessors) > 0 {
		g.doc.Accessors = append(g.doc.Accessors, &gltf.Accessor{Name: glbMark})
	}
	if len(g.channels) > 0 {
		clip := g.doc.Animations[0]
		clip.Channels = []*gltf.AnimationChannel{{Extras: glbMark}}
		clip.Samplers = []*gltf.AnimationSampler{{Extras: glbMark}}
	}
	text, err := json.Marshal(&g.doc)
	if err != nil {
		return fmt.Errorf("glTF: %w", err)
	}
	view := strconv.Itoa(len(g.doc.BufferViews) - 1)
	for _, list := range []struct {
		mark  any
		count int
		entry func(to []byte, k int) []byte
	}{
		{&gltf.Accessor{Name: glbMark}, len(g.accessors), func(to []byte, k int) []byte { return g.accessors[k].appendJSON(to, view) }},
		{&gltf.AnimationChannel{Extras: glbMark}, len(g.channels), func(to []byte, k int) []byte { return g.channels[k].appendJSON(to, k) }},
		{&gltf.AnimationSampler{Extras: glbMark}, len(g.channels), func(to []byte, k int) []byte { return g.channels[k].appendSamplerJSON(to) }},
		{&gltf.Node{Name: glbMark}, len(g.birds), g.appendNodeJSON},
	} {
		if list.count == 0 {
			continue
		}
		mark, err := json.Marshal(list.mark)
		if err != nil {
			return err
		}
		before, after, found := bytes.Cut(text, mark)
		if !found {
			return fmt.Errorf("glTF: the document does not contain the mark %s", mark)
		}
		out.Write(before) // Flush returns the first error
		text = after
		var entry []byte
		for k := range list.count {
			if entry = entry[:0]; k > 0 {
				entry = append(entry, ',')
			}
			out.Write(list.entry(entry, k))
		}
	}
	out.Write(text)
	return nil
}

func (a *glbAccessor) appendJSON(to []byte, view string) []byte {
	to = append(append(to, `{"bufferView":`...), view...)
	if a.offset > 0 {
		to = strconv.AppendInt(append(to, `,"byteOffset":`...), int64(a.offset), 10)
	}
	if a.bytes {
		to = append(to, `,"componentType":5121,"normalized":true`...)
	} else {
		to = append(to, `,"componentType":5126`...)
	}
	to = strconv.AppendInt(append(to, `,"count":`...), int64(a.count), 10)
	to = append(to, `,"type":"`...)
	switch a.kind {
	case gltf.AccessorVec3:
		to = append(to, "VEC3"...)
	case gltf.AccessorVec4:
		to = append(to, "VEC4"...)
	default:
		to = append(to, "SCALAR"...)
	}
	if to = append(to, '"'); a.isTimes {
		to = appendJSONFloat(append(to, `,"max":[`...), a.ends[1])
		to = append(appendJSONFloat(append(to, `],"min":[`...), a.ends[0]), ']')
	}
	return append(to, '}')
}

func appendJSONFloat(to []byte, x float32) []byte {
	text, _ := json.Marshal(float64(x)) // cannot fail, because times are finite
	return append(to, text...)
}

func (c *glbChannel) appendJSON(to []byte, number int) []byte {
	to = strconv.AppendInt(append(to, `{"sampler":`...), int64(number), 10)
	to = strconv.AppendInt(append(to, `,"target":{"node":`...), int64(c.node), 10)
	to = append(to, `,"path":"`...)
	switch c.path {
	case gltf.TRSTranslation:
		to = append(to, "translation"...)
	case gltf.TRSRotation:
		to = append(to, "rotation"...)
	case gltf.TRSScale:
		to = append(to, "scale"...)
	default:
		to = append(to, "weights"...)
	}
	return append(to, `"}}`...)
}

func (c *glbChannel) appendSamplerJSON(to []byte) []byte {
	to = strconv.AppendInt(append(to, `{"input":`...), int64(c.times), 10)
	if c.stepped {
		to = append(to, `,"interpolation":"STEP"`...)
	}
	to = strconv.AppendInt(append(to, `,"output":`...), int64(c.values), 10)
	return append(to, '}')
}

func (g *glb) appendNodeJSON(to []byte, k int) []byte {
	b := g.birds[k]
	p, q := b.first.pos, b.first.rotation
	text, _ := json.Marshal(&gltf.Node{ // fails only for numbers that are not finite
		Name: fmt.Sprintf("%s_%0*d", b.flock.name, g.digits, b.id), Mesh: gltf.Index(b.flock.mesh),
		Translation: [3]float64{float64(p[0]), float64(p[1]), float64(p[2])},
		Rotation:    [4]float64{float64(q.V[0]), float64(q.V[1]), float64(q.V[2]), float64(q.W)},
	})
	return append(to, text...)
}
