package models

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"

	"skein/models/gltf"
	"skein/models/lod"
)

// Pack encodes a baked model for [Unpack], without its name, materials and file warnings.
func (b *Baked) Pack() ([]byte, error) {
	bare := *b
	bare.Name = "" // equal models may have other file names
	bare.FileWarnings = nil
	bare.Parts, bare.Levels = withoutMaterials(b.Parts), nil
	for _, l := range b.Levels {
		l.Parts = withoutMaterials(l.Parts)
		bare.Levels = append(bare.Levels, l)
	}
	if len(b.Levels) > 0 {
		bare.Levels[0].Parts = nil // these parts are also in bare.Parts
	}
	var out bytes.Buffer
	err := gob.NewEncoder(&out).Encode(&bare)
	return out.Bytes(), err
}

func withoutMaterials(parts []lod.Part) (all []lod.Part) {
	for _, p := range parts {
		p.Material = gltf.Material{}
		all = append(all, p)
	}
	return all
}

// Unpack decodes data that Pack has encoded for this model. Damaged data or another number of materials are
// an error.
func Unpack(m *gltf.Model, data []byte) (*Baked, error) {
	b := &Baked{}
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(b); err != nil {
		return nil, fmt.Errorf("packed model: %w", err)
	}
	b.Name, b.FileWarnings = m.Name, m.Warnings
	for k := range b.Levels {
		if k == 0 {
			b.Levels[k].Parts = b.Parts
		}
		if err := assignMaterials(m, b.Levels[k].Parts); err != nil {
			return nil, err
		}
	}
	return b, assignMaterials(m, b.Parts)
}

func assignMaterials(m *gltf.Model, parts []lod.Part) error {
	if len(parts) != len(m.Parts) {
		return errors.New("packed model: belongs to another model")
	}
	for i := range parts {
		parts[i].Material = m.Parts[i].Material
	}
	return nil
}
