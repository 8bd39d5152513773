//go:build cgo

package render

import (
	"fmt"

	"skein/engine/render/birds"
	"skein/engine/render/gpu"
	"skein/models"
)

// SetBirds replaces all bird models, one for each kind. A kind without a model uses the first model.
// SetBirds may be called between frames. If a model is empty, inconsistent or too large for the GPU, it
// returns an error and keeps the old models.
func (r *Renderer) SetBirds(each ...*models.Baked) error {
	var fresh []*birds.Mesh
	for _, b := range each {
		m, err := r.uploadModel(b)
		if err != nil {
			deleteAll(fresh)
			return err
		}
		fresh = append(fresh, m)
	}
	deleteAll(r.models)
	r.models = fresh
	return nil
}

// AddBird uploads the model of a kind. If kind is the next new kind, it adds the model. Otherwise it
// replaces the model of that kind.
func (r *Renderer) AddBird(kind int, b *models.Baked) error {
	if kind != len(r.models) {
		return r.ReplaceBird(kind, b)
	}
	m, err := r.uploadModel(b)
	if err == nil {
		r.models = append(r.models, m)
	}
	return err
}

// ReplaceBird replaces the model of one kind. If it returns an error, the old model stays.
func (r *Renderer) ReplaceBird(kind int, b *models.Baked) error {
	if kind < 0 || kind >= len(r.models) {
		return fmt.Errorf("bird %d does not exist; there are %d", kind+1, len(r.models))
	}
	m, err := r.uploadModel(b)
	if err != nil {
		return err
	}
	r.models[kind].Delete()
	r.models[kind] = m
	return nil
}

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
