//go:build cgo

package render

import (
	"slices"

	"skein/engine/frame"
	"skein/engine/render/gpu"
)

// post is a pass that works on the light of frames before it becomes the shown image.
type post struct {
	label   string
	prepare func(*frame.Frame) (bool, error) // prepares the pass; false: the frame does not use it
	gather  func(light uint32, first bool)   // reads the light of one of the summed frames
	apply   func(framebuffer uint32)         // changes the summed light in a framebuffer
	share   func(*frame.Frame) float32       // share of a frame's light that apply adds back; nil: none
	delete  func()

	enabled bool // used in this frame
}

// listPosts returns all passes, in order. A new pass has a file of its own, with its state and its
// pipelines. It also needs an entry in listPosts, postPipelines and postPipelineCount.
func (r *Renderer) listPosts() []post {
	return []post{newBloom(r)}
}

// postPipelines returns the pipelines of all passes, in the order of their pipelineIDs.
func postPipelines() []gpu.Pipeline {
	return slices.Concat(bloomPipelines())
}

// postPipelineCount is the number of pipelines of all passes. The pipelines of a pass follow those
// of the pass before it.
const postPipelineCount = bloomPipelineCount

// reservePosts prepares the passes for frames like f.
func (r *Renderer) reservePosts(f *frame.Frame) error {
	for i := range r.postPasses {
		if _, err := r.postPasses[i].prepare(f); err != nil {
			return err
		}
	}
	return nil
}

// freePosts frees what the passes have prepared.
func (r *Renderer) freePosts() {
	for i := range r.postPasses {
		r.postPasses[i].delete()
	}
}

// postShare returns the share of a frame's light that passes add back.
func (r *Renderer) postShare(f *frame.Frame) (share float32) {
	for i := range r.postPasses {
		if each := &r.postPasses[i]; each.share != nil {
			share += each.share(f)
		}
	}
	return share
}

// gatherLight gives the light of a frame to the passes.
func (r *Renderer) gatherLight(f *frame.Frame, first bool) (err error) {
	for i := range r.postPasses {
		each := &r.postPasses[i]
		if first {
			if each.enabled, err = each.prepare(f); err != nil {
				return err
			}
		}
		if each.enabled {
			r.pass(each.label+" of a frame", func() { each.gather(r.target.imageTexture, first) })
		}
	}
	return nil
}

// applyPosts applies the passes to the light in a framebuffer.
func (r *Renderer) applyPosts(framebuffer uint32) {
	for i := range r.postPasses {
		if each := &r.postPasses[i]; each.enabled {
			r.pass(each.label, func() { each.apply(framebuffer) })
		}
	}
}
