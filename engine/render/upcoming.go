//go:build cgo

package render

import "skein/engine/frame"

// upcoming is a tier that was requested, while its programs are compiled.
type upcoming struct {
	tier     Tier
	programs *programs // nil: no tier is requested
	ready    bool      // all programs that the next frame needs are compiled
	err      error     // why the tier cannot be had; RequestTier returns it once
}

// Of the programs of an upcoming tier, at most so many are compiled in one frame: more by a
// driver that compiles in threads of its own.
const (
	compiledPerFrame  = 1
	compiledByThreads = 4
)

// drop forgets the request.
func (u *upcoming) drop() {
	if u.programs != nil {
		u.programs.delete()
	}
	*u = upcoming{}
}

// RequestTier has frames drawn in a tier as soon as its programs are compiled, of which each
// call of Draw compiles a few; Tier says in which one frames are drawn. It takes effect at
// once before the first frame. A window calls it before each frame: the tier that Draw draws
// in ends a request for another one. It returns an error if OpenGL refuses the tier that was
// requested; frames then go on as they were.
func (r *Renderer) RequestTier(to Tier) error {
	to = r.allowed(to)
	u := &r.upcoming
	if err := u.err; err != nil {
		u.drop()
		return err
	}
	switch {
	case to == r.tier:
		u.drop()
	case r.target.size.X == 0: // no frame was drawn
		return r.SetTier(to)
	case u.programs == nil || u.tier != to:
		u.drop()
		all := pipelines(r.samplesIn(to), r.target.output, to)
		*u = upcoming{tier: to, programs: &all}
	}
	return nil
}

// switchTier changes to the tier that was requested, if it is ready. If that tier is not
// allowed any more, it drops the request: the programs compiled for it suit no other tier.
func (r *Renderer) switchTier() {
	u := &r.upcoming
	if !u.ready {
		return
	}
	if r.allowed(u.tier) != u.tier {
		u.drop()
		return
	}
	was, fresh := r.tier, *u.programs
	r.take(u.tier)
	*u = upcoming{err: r.adopt(fresh, was)}
}

// prepareTier compiles some of the programs that a frame needs in the tier that was requested.
func (r *Renderer) prepareTier(f *frame.Frame) {
	u := &r.upcoming
	if u.programs == nil || u.ready {
		return
	}
	r.needed = append(r.needed[:0], u.programs.always()...)
	for i := range r.things {
		if each := &r.things[i]; each.needs != nil {
			r.needed = each.needs(f, u.tier, u.programs, r.needed)
		}
	}
	ready, err := compileSome(r.objects, r.needed)
	if err != nil {
		u.drop()
		u.err = err
		return
	}
	u.ready = ready
}

// compileSome goes on with the compilation of some pipelines, and says whether all are ready.
func compileSome(o objects, all []*pipeline) (ready bool, err error) {
	most := compiledPerFrame
	if o.threads {
		most = compiledByThreads
	}
	ready = true
	started, finished := 0, 0
	for _, p := range all {
		if p.program == 0 && p.building == 0 && started < most {
			started++
			if err := p.start(o); err != nil {
				return false, err
			}
		}
		if p.building != 0 && finished < most && p.compiled(o) {
			finished++
			if err := p.finish(); err != nil {
				return false, err
			}
		}
		ready = ready && p.program != 0
	}
	return ready, nil
}

// compileNeeded compiles the late programs that a frame needs and that are not compiled yet.
func (r *Renderer) compileNeeded(f *frame.Frame) error {
	r.needed = r.needed[:0]
	for i := range r.things {
		if each := &r.things[i]; each.needs != nil {
			r.needed = each.needs(f, r.tier, &r.programs, r.needed)
		}
	}
	for _, p := range r.needed {
		if err := p.ready(r.objects); err != nil {
			return err
		}
	}
	return nil
}
