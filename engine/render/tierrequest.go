//go:build cgo

package render

import (
	"skein/engine/frame"
	"skein/engine/render/gpu"
)

type tierRequest struct {
	tier     Tier
	programs *programs // programs of the requested tier; nil means no request
	ready    bool
	err      error // error that RequestTier returns once
}

// Numbers of programs of a requested tier that are compiled per frame, without and with compiler threads of
// the driver.
const (
	compiledPerFrame  = 1
	compiledByThreads = 4
)

func (u *tierRequest) cancel() {
	if u.programs != nil {
		u.programs.delete()
	}
	*u = tierRequest{}
}

// RequestTier requests a tier. Each following Draw compiles a few of its programs. When all are compiled, the
// tier changes. Before the first frame, it changes at once. Requesting the current tier cancels a request. If
// OpenGL reports an error, the tier does not change and RequestTier returns the error.
func (r *Renderer) RequestTier(to Tier) error {
	to = r.allowedTier(to)
	u := &r.request
	if err := u.err; err != nil {
		u.cancel()
		return err
	}
	switch {
	case to == r.tier:
		u.cancel()
	case r.target.size.X == 0:
		return r.SetTier(to)
	case u.programs == nil || u.tier != to:
		u.cancel()
		all := newPrograms(r.tierSamples(to), r.target.output, to)
		*u = tierRequest{tier: to, programs: &all}
	}
	return nil
}

// Switching reports whether the programs of a requested tier are still being compiled.
func (r *Renderer) Switching() bool { return r.request.programs != nil }

func (r *Renderer) switchTier() {
	u := &r.request
	if !u.ready {
		return
	}
	if r.allowedTier(u.tier) != u.tier {
		u.cancel()
		return
	}
	previous, fresh := r.tier, *u.programs
	r.useTier(u.tier)
	*u = tierRequest{err: r.switchPrograms(fresh, previous)}
}

func (r *Renderer) prepareTier(f *frame.Frame) {
	u := &r.request
	if u.programs == nil || u.ready {
		return
	}
	r.neededPipelines = append(r.neededPipelines[:0], u.programs.nonLazy()...)
	for i := range r.things {
		if each := &r.things[i]; each.programs != nil {
			r.neededPipelines = each.programs(f, u.tier, u.programs, r.neededPipelines)
		}
	}
	ready, err := compileSome(r.objects, r.neededPipelines)
	if err != nil {
		u.cancel()
		u.err = err
		return
	}
	u.ready = ready
}

func compileSome(o gpu.Objects, all []*gpu.Pipeline) (ready bool, err error) {
	most := compiledPerFrame
	if o.Threads {
		most = compiledByThreads
	}
	ready = true
	started, finished := 0, 0
	for _, p := range all {
		if p.Unstarted() && started < most {
			started++
			if err := p.Start(o); err != nil {
				return false, err
			}
		}
		if p.Starting() && finished < most && p.Compiled(o) {
			finished++
			if err := p.Finish(); err != nil {
				return false, err
			}
		}
		ready = ready && p.Ready()
	}
	return ready, nil
}

func (r *Renderer) compileNeeded(f *frame.Frame) error {
	r.neededPipelines = r.neededPipelines[:0]
	for i := range r.things {
		if each := &r.things[i]; each.programs != nil {
			r.neededPipelines = each.programs(f, r.tier, &r.programs, r.neededPipelines)
		}
	}
	for _, p := range r.neededPipelines {
		if err := p.EnsureCompiled(r.objects); err != nil {
			return err
		}
	}
	return nil
}
