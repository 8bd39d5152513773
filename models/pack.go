package models

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"slices"
)

// Digest tells the files that a model was read from from all others.
func (m *Model) Digest() []byte { return slices.Clone(m.digest) }

// Pack is a baked model without its name and its materials, as bytes from which [Model.Unpack]
// makes it again.
func (b *Baked) Pack() ([]byte, error) {
	bare := *b
	bare.Name = "" // files of several names may hold one model
	bare.Parts, bare.Levels = withoutMaterials(b.Parts), nil
	for _, l := range b.Levels {
		l.Parts = withoutMaterials(l.Parts)
		bare.Levels = append(bare.Levels, l)
	}
	if len(b.Levels) > 0 {
		bare.Levels[0].Parts = nil // they are the model's
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

// Unpack is what Pack was given, of this model and by its name. It errs on what is not of it.
func (m *Model) Unpack(data []byte) (*Baked, error) {
	b := &Baked{}
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(b); err != nil {
		return nil, fmt.Errorf("a baked bird: %w", err)
	}
	b.Name = m.Name
	for k := range b.Levels {
		if k == 0 {
			b.Levels[k].Parts = b.Parts
		}
		if err := m.clothe(b.Levels[k].Parts); err != nil {
			return nil, err
		}
	}
	return b, m.clothe(b.Parts)
}

// clothe gives parts their materials.
func (m *Model) clothe(parts []Part) error {
	if len(parts) != len(m.parts) {
		return errors.New("a baked bird: of another model")
	}
	for i := range parts {
		parts[i].Material = m.parts[i].material
	}
	return nil
}
