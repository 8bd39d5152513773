package export

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"

	"github.com/go-gl/mathgl/mgl32"

	"skein/models/gltf"
	"skein/models/lod"
)

// blenderPart describes the faces of a bird that share a material. In bird.f32, each part has its indices as
// 32-bit integers, texture coordinates (V upwards) if UV is set, colours if Colours is set, and then, for
// each pose, the positions in m and the normals.
type blenderPart struct {
	Material string     `json:"material"`
	Base     mgl32.Vec4 `json:"base"`
	Texture  string     `json:"texture"`
	Extend   string     `json:"extend"`
	Nearest  bool       `json:"nearest"`
	Cutoff   float32    `json:"cutoff"`
	Blend    bool       `json:"blend"`
	TwoSided bool       `json:"two_sided"`
	Unlit    bool       `json:"unlit"`

	Vertices int  `json:"vertices"`
	Indices  int  `json:"indices"`
	UV       bool `json:"uv"`
	Colours  bool `json:"colours"`
}

func (b *blender) birds() (parts [][]blenderPart, err error) {
	textures := map[*image.NRGBA]string{}
	for _, f := range b.flocks {
		own, err := b.bird(f, textures)
		if err != nil {
			return nil, err
		}
		parts = append(parts, own)
	}
	return parts, nil
}

func (b *blender) bird(owner *blenderFlock, textures map[*image.NRGBA]string) ([]blenderPart, error) {
	bird, span := owner.bird, b.source.Wingspan(owner.flock)
	f, err := b.create(owner.prefix + blenderPoses)
	if err != nil {
		return nil, err
	}
	var parts []blenderPart
	for i := range bird.Parts {
		p := &bird.Parts[i]
		if len(p.Indices) == 0 {
			continue
		}
		about := blenderPartOf(p, bird.Poses)
		if t := p.Material.Texture; t != nil {
			if about.Texture, err = b.texture(t.Image, textures); err != nil {
				return nil, err
			}
		}
		f.part(p, &about, bird.Poses, span)
		parts = append(parts, about)
	}
	return parts, f.err
}

func blenderPartOf(p *lod.Part, poses int) blenderPart {
	m, n := &p.Material, p.Vertices(poses)
	out := blenderPart{
		Material: m.Name, Base: m.BaseColour, Cutoff: m.AlphaCutoff, Blend: m.Blend, TwoSided: m.DoubleSided, Unlit: m.Unlit,
		Vertices: n, Indices: len(p.Indices), UV: len(p.UV) == n, Colours: len(p.Colours) == n,
	}
	if t := m.Texture; t != nil {
		out.Nearest = t.Nearest
		out.Extend = map[gltf.Wrap]string{gltf.Repeat: "REPEAT", gltf.Mirror: "MIRROR", gltf.Clamp: "EXTEND"}[t.WrapS]
	}
	return out
}

// part writes a part to bird.f32 in the layout of blenderPart. span is the wingspan in m.
func (f *blenderFile) part(p *lod.Part, about *blenderPart, poses int, span float32) {
	for _, v := range p.Indices {
		f.word(v)
	}
	if about.UV {
		for _, v := range p.UV {
			f.floats(v[0], 1-v[1])
		}
	}
	if about.Colours {
		for _, v := range p.Colours {
			f.floats(v[:]...)
		}
	}
	n := about.Vertices
	for pose := range poses {
		for _, v := range p.Positions[pose*n:][:n] {
			v = toBlender(v.Mul(span))
			f.floats(v[:]...)
		}
		for _, v := range p.Normals[pose*n:][:n] {
			v = toBlender(v)
			f.floats(v[:]...)
		}
	}
}

func (b *blender) texture(img *image.NRGBA, known map[*image.NRGBA]string) (string, error) {
	if name, ok := known[img]; ok {
		return name, nil
	}
	var data bytes.Buffer
	if err := png.Encode(&data, img); err != nil {
		return "", fmt.Errorf("texture: %w", err)
	}
	known[img] = fmt.Sprintf("texture_%d.png", len(known))
	return known[img], os.WriteFile(filepath.Join(b.dir, known[img]), data.Bytes(), 0o644)
}
