package frame

import (
	"reflect"
	"slices"
)

// Same reports whether two frames give the same image.
func (f *Frame) Same(other *Frame) bool {
	if !slices.Equal(f.Birds, other.Birds) || !slices.Equal(f.IDs, other.IDs) || !slices.Equal(f.Ribbons, other.Ribbons) ||
		!f.Swarm.same(other.Swarm) || !f.Trails.same(other.Trails) {
		return false
	}
	a, b := f.withoutLists(), other.withoutLists()
	return reflect.DeepEqual(&a, &b)
}

func (f *Frame) withoutLists() Frame {
	short := *f
	short.Birds, short.IDs, short.Ribbons, short.Swarm, short.Trails = nil, nil, nil, nil, nil
	return short
}

// CopyTo copies the frame to another frame and reuses the memory of its lists. The two frames share only the
// ticks of a swarm and the rows of trails.
func (f *Frame) CopyTo(to *Frame) {
	birds, ids, ribbons, stands := to.Birds[:0], to.IDs[:0], to.Ribbons[:0], to.Stands[:0]
	*to = *f
	to.Birds, to.IDs = append(birds, f.Birds...), append(ids, f.IDs...)
	to.Ribbons, to.Stands = append(ribbons, f.Ribbons...), append(stands, f.Stands...)
	to.Inset, to.Outline, to.Vision, to.Swarm = clonePointer(f.Inset), clonePointer(f.Outline), clonePointer(f.Vision), clonePointer(f.Swarm)
	to.Trails = f.Trails.clone()
	if to.Swarm != nil {
		to.Swarm.Tinted = slices.Clone(f.Swarm.Tinted)
	}
	if to.Legend = clonePointer(f.Legend); to.Legend != nil {
		to.Legend.Kinds = slices.Clone(f.Legend.Kinds)
	}
}

func clonePointer[T any](p *T) *T {
	if p == nil {
		return nil
	}
	c := *p
	return &c
}
