package models

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

// CameraKey is where a camera of a glTF file is at a time.
type CameraKey struct {
	Seconds  float64
	Eye      mgl32.Vec3 // m, Y up
	Rotation mgl32.Quat // from right, up, backward to the file's axes
	FovY     float32    // full vertical angle, radians
	Cut      bool       // it is here at once, not on its way from the key before
}

const (
	cameraRate     = 60      // keys a second between those of the file, whose ways are curves
	mostCameraKeys = 200_000 // of a file
)

// LoadCamera reads the way of the first camera of a glTF file, .glb or .gltf, that is a
// node of its scene: as the first animation that moves it or what it hangs on has it, or
// one key where none does. The error is one line that names the file.
func LoadCamera(path string) (keys []CameraKey, err error) {
	err = withFile(path, func(name string, data []byte, files fs.FS) error {
		l, err := readDocument(name, data, files)
		if err == nil {
			keys, err = l.camera()
		}
		return err
	})
	if err != nil {
		return nil, named(path, err)
	}
	return keys, nil
}

// camera is the way of the document's first camera.
func (l *loader) camera() ([]CameraKey, error) {
	for _, step := range []func() error{l.graph, l.skins, l.scene, l.animations} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	node := slices.IndexFunc(l.doc.Nodes, func(n *gltf.Node) bool { return n.Camera != nil })
	if node < 0 {
		return nil, errors.New("no node is a camera")
	}
	n := *l.doc.Nodes[node].Camera
	if err := inRange("camera", n, len(l.doc.Cameras)); err != nil {
		return nil, fmt.Errorf("node %d: %w", node, err)
	}
	of := l.doc.Cameras[n].Perspective
	if of == nil {
		return nil, fmt.Errorf("camera %d is no perspective one", n)
	}
	if !(of.Yfov > 0.01 && of.Yfov < math.Pi) {
		return nil, fmt.Errorf("camera %d: yfov = %g is out of range 0.01 to %g", n, of.Yfov, math.Pi)
	}
	clip, times, steps := l.model.cameraTimes(node)
	if len(times) > mostCameraKeys {
		return nil, fmt.Errorf("%d keys of its camera: want %d at most", len(times), mostCameraKeys)
	}
	var keys []CameraKey
	for _, t := range times {
		at := l.model.stance(clip, t).global[node]
		keys = append(keys, CameraKey{t, narrow(at.Col(3).Vec3()), turnOf(at), float32(of.Yfov), steps})
	}
	return keys, nil
}

// cameraTimes are the times of a camera's keys by the clip that moves it, -1 for none, and
// whether it jumps from one to the next.
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
			times = denser(times)
		}
		return k, times, steps
	}
	return -1, []float64{0}, false
}

// denser are times with others between those that are far apart.
func denser(times []float64) (all []float64) {
	for k, t := range times {
		all = append(all, t)
		if k+1 == len(times) || len(all) > mostCameraKeys {
			break
		}
		n := math.Ceil((times[k+1] - t) * cameraRate)
		for i := 1.0; i < n && len(all) <= mostCameraKeys; i++ {
			all = append(all, t+(times[k+1]-t)*i/n)
		}
	}
	return all
}

func narrow(v mgl64.Vec3) mgl32.Vec3 {
	return mgl32.Vec3{float32(v[0]), float32(v[1]), float32(v[2])}
}

// turnOf is the rotation of a transform, without its scale.
func turnOf(m mgl64.Mat4) mgl32.Quat {
	t := decomposed(&m)
	return mgl32.Quat{W: float32(t.rotation.W), V: narrow(t.rotation.V)}
}
