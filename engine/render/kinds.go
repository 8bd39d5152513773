//go:build cgo

package render

import (
	"fmt"

	"skein/models"
)

// SetBird uploads the models that birds are drawn with, one for each kind, instead
// of those before; a bird of a kind that has none is drawn as the first. It may be
// called between frames. It refuses a model that is empty, is inconsistent or does not
// fit the GPU; the models before then stay.
func (r *Renderer) SetBird(each ...*models.Baked) error {
	var fresh []*mesh
	for _, b := range each {
		m, err := r.uploaded(b)
		if err != nil {
			deleteAll(fresh)
			return err
		}
		fresh = append(fresh, m)
	}
	deleteAll(r.kinds)
	r.kinds = fresh
	return nil
}

// AddBird uploads a model for one kind more, behind the others, or another for that kind if
// there is one.
func (r *Renderer) AddBird(kind int, b *models.Baked) error {
	if kind != len(r.kinds) {
		return r.SetBirdOf(kind, b)
	}
	m, err := r.uploaded(b)
	if err == nil {
		r.kinds = append(r.kinds, m)
	}
	return err
}

// SetBirdOf uploads another model for a kind that has one, likewise.
func (r *Renderer) SetBirdOf(kind int, b *models.Baked) error {
	if kind < 0 || kind >= len(r.kinds) {
		return fmt.Errorf("bird %d: there are %d", kind+1, len(r.kinds))
	}
	m, err := r.uploaded(b)
	if err != nil {
		return err
	}
	r.kinds[kind].delete()
	r.kinds[kind] = m
	return nil
}

func (r *Renderer) uploaded(b *models.Baked) (*mesh, error) {
	m, err := newMesh(r.objects, b)
	if err == nil {
		err = failed("uploading the bird")
	}
	if err != nil {
		m.delete()
		return nil, err
	}
	return m, nil
}

func deleteAll(meshes []*mesh) {
	for _, m := range meshes {
		m.delete()
	}
}
