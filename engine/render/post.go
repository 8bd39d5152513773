//go:build cgo

package render

import "skein/engine/frame"

// post is a pass between the light of frames and what is shown of it.
type post struct {
	label  string
	ready  func(*frame.Frame) (bool, error) // whether a frame has it
	gather func(light uint32, first bool)   // takes over the light of one frame of those that are added up
	apply  func(framebuffer uint32)         // works on the light of all of them, in a framebuffer
	delete func()

	on bool // in the frame drawn
}

// posts returns all of them, in order.
func (r *Renderer) posts() []post {
	return []post{
		{label: "bloom", ready: r.readyBloom, gather: r.gatherBloom, apply: r.applyBloom, delete: r.bloom.delete},
	}
}

// gather has the passes after the light take over that of a frame.
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

// finish makes them work on the light in a framebuffer.
func (r *Renderer) finish(framebuffer uint32) {
	for i := range r.after {
		if each := &r.after[i]; each.on {
			r.pass(each.label, func() { each.apply(framebuffer) })
		}
	}
}
