package gltf

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/qmuntal/gltf"
)

// CameraKey is the state of a camera at a point in time.
type CameraKey struct {
	Seconds  float64
	Eye      mgl32.Vec3 // position of the eye, m, Y up
	Rotation mgl32.Quat // rotation from the camera's axes (right, up, backward) to the file's
	FovY     float32    // full vertical angle, radians
	Cut      bool       // the camera jumps to this key
}

const (
	// minimum number of keys per second, because the camera may move on a curve between the keys of the file
	cameraRate    = 60
	maxCameraKeys = 200_000
)

// LoadCamera reads the motion of the first camera in a glTF file (.glb or .gltf). It uses the first animation
// that moves the camera's node or an ancestor. If there is none, it returns a single key. The error is one
// line that names the file.
func LoadCamera(path string) (keys []CameraKey, err error) {
	err = withFile(path, func(name string, data []byte, files fs.FS) error {
		l, err := readDocument(name, data, files)
		if err == nil {
			keys, err = l.readCamera()
		}
		return err
	})
	if err != nil {
		return nil, withName(path, err)
	}
	return keys, nil
}

func (l *loader) readCamera() ([]CameraKey, error) {
	for _, step := range []func() error{l.readGraph, l.readSkins, l.readScene, l.readAnimations} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	node := slices.IndexFunc(l.doc.Nodes, func(n *gltf.Node) bool { return n.Camera != nil })
	if node < 0 {
		return nil, errors.New("no camera: no node of the file has one")
	}
	n := *l.doc.Nodes[node].Camera
	if err := checkIndex("camera", n, len(l.doc.Cameras)); err != nil {
		return nil, fmt.Errorf("node %d: %w", node, err)
	}
	perspective := l.doc.Cameras[n].Perspective
	if perspective == nil {
		return nil, fmt.Errorf("camera %d is not a perspective camera; skein can use only perspective cameras", n)
	}
	if !(perspective.Yfov > 0.01 && perspective.Yfov < math.Pi) {
		return nil, fmt.Errorf("camera %d: yfov = %g; it must be from 0.01 to %g", n, perspective.Yfov, math.Pi)
	}
	clip, times, steps := l.model.cameraTimes(node)
	if len(times) > maxCameraKeys {
		return nil, fmt.Errorf("the camera has %d keys; at most %d are supported", len(times), maxCameraKeys)
	}
	var keys []CameraKey
	for _, t := range times {
		matrix := l.model.poseNodes(clip, t).global[node]
		keys = append(keys, CameraKey{t, toVec32(matrix.Col(3).Vec3()), rotationOf(matrix), float32(perspective.Yfov), steps})
	}
	return keys, nil
}

// cameraTimes returns a camera's key times, and the clip that moves the camera, or -1. steps is true if all
// channels use step interpolation.
func (m *Model) cameraTimes(node int) (clip int, times []float64, steps bool) {
	var chain []int
	for i := node; i >= 0; i = m.nodes[i].parent {
		chain = append(chain, i)
	}
	for k, c := range m.Clips {
		steps = true
		for _, ch := range c.channels {
			if !slices.Contains(chain, ch.node) {
				continue
			}
			steps = steps && ch.mode == gltf.InterpolationStep
			for _, t := range ch.times {
				times = append(times, float64(t))
			}
		}
		if len(times) == 0 {
			continue
		}
		slices.Sort(times)
		times = slices.Compact(times)
		if !steps {
			times = subdivideTimes(times)
		}
		return k, times, steps
	}
	return -1, []float64{0}, false
}

func subdivideTimes(times []float64) (all []float64) {
	for k, t := range times {
		all = append(all, t)
		if k+1 == len(times) || len(all) > maxCameraKeys {
			break
		}
		n := math.Ceil((times[k+1] - t) * cameraRate)
		for i := 1.0; i < n && len(all) <= maxCameraKeys; i++ {
			all = append(all, t+(times[k+1]-t)*i/n)
		}
	}
	return all
}

func toVec32(v mgl64.Vec3) mgl32.Vec3 {
	return mgl32.Vec3{float32(v[0]), float32(v[1]), float32(v[2])}
}

func rotationOf(m mgl64.Mat4) mgl32.Quat {
	t := decompose(&m)
	return mgl32.Quat{W: float32(t.rotation.W), V: toVec32(t.rotation.V)}
}
