package frame

import "github.com/go-gl/mathgl/mgl32"

// Moved contains the places of a frame's birds, camera and stands at another time, usually that of the next
// frame.
type Moved struct {
	View    View
	Seconds float64      // simulated time
	Birds   []Bird       // birds of the frame, in the same order
	Stands  []mgl32.Mat4 // matrices of the frame's stands, in the same order
	Before  bool         // the other time is earlier, so the renderer reverses the motion
}

// Still returns a Moved in which nothing moves. It shares memory with the frame.
func Still(f *Frame) *Moved {
	m := &Moved{View: f.View, Seconds: f.Seconds, Birds: f.Birds}
	for i := range f.Stands {
		m.Stands = append(m.Stands, f.Stands[i].Matrix)
	}
	return m
}
