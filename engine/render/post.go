//go:build cgo

package render

import "skein/engine/frame"

// post is a pass between the light of frames and the shown image.
type post struct {
	label  string
	ready  func(*frame.Frame) (bool, error) // prepares the pass; false: the frame does not use it
	gather func(light uint32, first bool)   // reads the light of one of the summed frames
	apply  func(framebuffer uint32)         // changes the summed light in a framebuffer
	delete func()

	on bool // used in this frame
}

// posts returns all passes, in order.
func (r *Renderer) posts() []post {
	return []post{
		{label: "bloom", ready: r.readyBloom, gather: r.gatherBloom, apply: r.applyBloom, delete: r.bloom.delete},
	}
}

// gather gives the light of a frame to the passes.
func (r *Renderer) gather(f *frame.Frame, first bool) (err error) {
	for i := range r.after {
		each := &r.after[i]
		if first {
			if each.on, err = each.ready(f); err != nil {
				return err
			}
		}
		if each.on {
			r.pass(each.label+" of a frame", func() { each.gather(r.target.out, first) })
		}
	}
	return nil
}

// finish applies the passes to the light in a framebuffer.
func (r *Renderer) finish(framebuffer uint32) {
	for i := range r.after {
		if each := &r.after[i]; each.on {
			r.pass(each.label, func() { each.apply(framebuffer) })
		}
	}
}
