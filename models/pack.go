package models

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"slices"
)

// Digest returns a hash that identifies the content of the files the model was read from.
func (m *Model) Digest() []byte { return slices.Clone(m.digest) }

// Pack encodes a baked model without its name and materials. [Model.Unpack] decodes it.
func (b *Baked) Pack() ([]byte, error) {
	bare := *b
	bare.Name = "" // files with different names may hold the same model
	bare.Parts, bare.Levels = withoutMaterials(b.Parts), nil
	for _, l := range b.Levels {
		l.Parts = withoutMaterials(l.Parts)
		bare.Levels = append(bare.Levels, l)
	}
	if len(b.Levels) > 0 {
		bare.Levels[0].Parts = nil // the same as bare.Parts
	}
	var out bytes.Buffer
	err := gob.NewEncoder(&out).Encode(&bare)
	return out.Bytes(), err
}

func withoutMaterials(parts []Part) (all []Part) {
	for _, p := range parts {
		p.Material = Material{}
		all = append(all, p)
	}
	return all
}

// Unpack decodes a baked model that Pack encoded for this model. It returns an error if the
// data is damaged or belongs to another model.
func (m *Model) Unpack(data []byte) (*Baked, error) {
	b := &Baked{}
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(b); err != nil {
		return nil, fmt.Errorf("packed model: %w", err)
	}
	b.Name = m.Name
	for k := range b.Levels {
		if k == 0 {
			b.Levels[k].Parts = b.Parts
		}
		if err := m.assignMaterials(b.Levels[k].Parts); err != nil {
			return nil, err
		}
	}
	return b, m.assignMaterials(b.Parts)
}

// assignMaterials sets the materials of parts to those of the model.
func (m *Model) assignMaterials(parts []Part) error {
	if len(parts) != len(m.parts) {
		return errors.New("packed model: belongs to another model")
	}
	for i := range parts {
		parts[i].Material = m.parts[i].material
	}
	return nil
}
