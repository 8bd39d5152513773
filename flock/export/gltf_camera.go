package export

import (
	"math"

	"github.com/qmuntal/gltf"
)

// placeCamera adds the camera, its node and its tracks. The angle of view is constant in glTF, so placeCamera
// uses that of the first frame.
func (g *glb) placeCamera(view int64) {
	if len(g.camera) == 0 {
		return
	}
	first := &g.camera[0]
	near, far := clipping(g.camera)
	farPlane, aspect := float64(far), float64(g.source.o.Stage.Aspect)
	g.doc.Cameras = append(g.doc.Cameras, &gltf.Camera{Name: "camera", Perspective: &gltf.Perspective{
		Yfov: float64(first.FovY), Znear: float64(near), Zfar: &farPlane, AspectRatio: &aspect,
	}})
	p, q := first.Eye, first.Rotation
	node := g.addNode(&gltf.Node{
		Name: "camera", Camera: gltf.Index(len(g.doc.Cameras) - 1),
		Translation: [3]float64{float64(p[0]), float64(p[1]), float64(p[2])},
		Rotation:    [4]float64{float64(q.V[0]), float64(q.V[1]), float64(q.V[2]), float64(q.W)},
	})
	g.doc.Scenes[0].Nodes = append(g.doc.Scenes[0].Nodes, node)
	g.moveCamera(node, gltf.TRSTranslation, gltf.AccessorVec3, eyeOf, view)
	g.moveCamera(node, gltf.TRSRotation, gltf.AccessorVec4, func(v *View) []float32 {
		q := v.Rotation
		return []float32{q.V[0], q.V[1], q.V[2], q.W}
	}, view)
	for k := range g.camera {
		if math.Abs(float64(g.camera[k].FovY-first.FovY)) > 1e-4 {
			g.source.o.warn("the angle of view changes, but glTF cannot store this; the camera keeps the angle of the first frame")
			return
		}
	}
}

// moveCamera adds a track of the camera if its value changes. view is the buffer view of the tracks. A cut
// happens halfway between two frames.
func (g *glb) moveCamera(node int, path gltf.TRSProperty, kind gltf.AccessorType, read func(*View) []float32, view int64) {
	track := cameraTrack(g.camera, read)
	if len(track) < 2 {
		return
	}
	var times, values []float32
	for k, s := range track {
		if s.before != nil {
			before, after := halfWay(g.clock[k-1], g.clock[k])
			times, values = append(times, before, after), append(append(values, s.before...), s.value...)
		}
		times, values = append(times, g.clock[k]), append(values, s.value...)
	}
	input := g.timesAt(g.appendFront(times)-view, times)
	g.channel(node, path, input, g.accessor(g.appendFront(values)-view, kind, len(times)))
}
