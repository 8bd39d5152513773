//go:build cgo

package render

import (
	"slices"

	"skein/engine/frame"
	"skein/engine/render/gpu"
)

type post struct {
	label   string
	prepare func(*frame.Frame) (bool, error) // returns false if the frame does not use the pass
	gather  func(light uint32, first bool)
	apply   func(framebuffer uint32)
	share   func(*frame.Frame) float32 // fraction of light that apply adds; nil if none
	delete  func()

	enabled bool
}

// listPosts returns all passes in order. A new pass needs its own file, and entries in listPosts,
// postPipelines and postPipelineCount.
func (r *Renderer) listPosts() []post {
	return []post{newBloom(r)}
}

func postPipelines() []gpu.Pipeline {
	return slices.Concat(bloomPipelines())
}

const postPipelineCount = bloomPipelineCount

func (r *Renderer) reservePosts(f *frame.Frame) error {
	for i := range r.postPasses {
		if _, err := r.postPasses[i].prepare(f); err != nil {
			return err
		}
	}
	return nil
}

func (r *Renderer) freePosts() {
	for i := range r.postPasses {
		r.postPasses[i].delete()
	}
}

func (r *Renderer) postShare(f *frame.Frame) (share float32) {
	for i := range r.postPasses {
		if each := &r.postPasses[i]; each.share != nil {
			share += each.share(f)
		}
	}
	return share
}

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

func (r *Renderer) applyPosts(framebuffer uint32) {
	for i := range r.postPasses {
		if each := &r.postPasses[i]; each.enabled {
			r.pass(each.label, func() { each.apply(framebuffer) })
		}
	}
}
