//go:build cgo

package render

import (
	"fmt"
	"slices"

	"skein/engine/render/birds"
	"skein/engine/render/gpu"
	"skein/models"
)

// SetBirds replaces all bird models; there is one for each kind. A kind without a model uses the first model.
// If a new model is empty, inconsistent or too large for the GPU, SetBirds returns an error and keeps the old
// models.
func (r *Renderer) SetBirds(each ...*models.Baked) error {
	return r.ReplaceBirds(0, len(r.models), each...)
}

// ReplaceBirds replaces the models of the kinds from first to end-1. If their number changes, later kinds get
// other indices. If it returns an error, the old models remain.
func (r *Renderer) ReplaceBirds(first, end int, each ...*models.Baked) error {
	if first < 0 || first > end || end > len(r.models) {
		return fmt.Errorf("there are no bird models %d to %d: the renderer has %d", first+1, end, len(r.models))
	}
	var fresh []*birds.Mesh
	for _, b := range each {
		m, err := r.uploadModel(b)
		if err != nil {
			deleteAll(fresh)
			return err
		}
		fresh = append(fresh, m)
	}
	deleteAll(r.models[first:end])
	r.models = slices.Replace(r.models, first, end, fresh...)
	return nil
}

// Birds returns the number of bird models.
func (r *Renderer) Birds() int { return len(r.models) }

func (r *Renderer) uploadModel(b *models.Baked) (*birds.Mesh, error) {
	m, err := birds.NewMesh(r.objects, b)
	if err == nil {
		err = gpu.Error("uploading the bird")
	}
	if err != nil {
		m.Delete()
		return nil, err
	}
	return m, nil
}

func deleteAll(meshes []*birds.Mesh) {
	for _, m := range meshes {
		m.Delete()
	}
}
