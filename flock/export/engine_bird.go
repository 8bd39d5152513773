package export

import (
	"image"
	"os"
	"path/filepath"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"skein/models"
)

// Engines may store texture coordinates as half floats, which represent integers exactly up to 2048. Graphics
// cards support textures of up to 16384 rows.
const (
	mostColumns = 2048
	mostRows    = 16384
)

// beatTexture is the layout of the textures of positions and normals. It counts the vertices of all parts. A
// pose takes one or more rows.
type beatTexture struct{ vertices, columns, rowsPerPose, rows int }

func beatTextureOf(b *models.Baked) (t beatTexture, err error) {
	for i := range b.Parts {
		if p := &b.Parts[i]; len(p.Indices) > 0 {
			t.vertices += p.Vertices(b.Poses)
		}
	}
	t.rowsPerPose = max(1, (t.vertices+mostColumns-1)/mostColumns)
	t.columns = max(1, (t.vertices+t.rowsPerPose-1)/t.rowsPerPose)
	if t.rows = b.Poses * t.rowsPerPose; t.rows > mostRows {
		return t, optionErrorf("bird %s: %d vertices in %d poses need a texture with %d rows, but the limit is %d; use fewer --poses or a simpler model",
			birdName(b), t.vertices, b.Poses, t.rows, mostRows)
	}
	return t, nil
}

func (x *engineExport) bird(f *engineFlock) (about engineSpecies, err error) {
	b, span := f.bird, x.source.Wingspan(f.flock)
	t, err := beatTextureOf(b)
	if err != nil {
		return about, err
	}
	about = engineSpecies{
		Species: f.species,
		Mesh:    f.prefix + "bird" + x.mesh, Positions: f.prefix + "positions.exr", Normals: f.prefix + "normals.exr", Cache: f.cacheName(x.engine),
		Beat: b.BeatPoses(), Poses: b.Poses, RowsPerPose: t.rowsPerPose, Stances: map[string]int{}, IDs: f.ids,
	}
	for k, name := range stanceNames() {
		if pose := b.StancePose[k]; pose > 0 {
			about.Stances[name] = pose
		}
	}
	if len(x.source.birdNames) > 0 {
		for _, id := range f.ids {
			about.Names = append(about.Names, x.source.Name(id))
		}
	}
	for i := range b.Parts {
		for _, v := range b.Parts[i].Positions {
			about.Reach = max(about.Reach, v.Len()*span*x.scale)
		}
	}
	positions := t.texels(b, func(p *models.Baked, part, k int) mgl32.Vec3 { return x.length(p.Parts[part].Positions[k]).Mul(span) })
	normals := t.texels(b, func(p *models.Baked, part, k int) mgl32.Vec3 { return x.direction(p.Parts[part].Normals[k]) })
	size := image.Pt(t.columns, t.rows)
	if err := os.WriteFile(filepath.Join(x.dir, about.Positions), halfEXR(size, positions), 0o644); err != nil {
		return about, err
	}
	if err := os.WriteFile(filepath.Join(x.dir, about.Normals), halfEXR(size, normals), 0o644); err != nil {
		return about, err
	}
	if x.mesh == ".dae" {
		if about.Materials, err = x.surfaces(f.prefix, b); err != nil {
			return about, err
		}
		return about, t.writeCollada(filepath.Join(x.dir, about.Mesh), b, span)
	}
	return about, t.writeMesh(filepath.Join(x.dir, about.Mesh), b, span)
}

func (t *beatTexture) texels(b *models.Baked, value func(b *models.Baked, part, k int) mgl32.Vec3) []mgl32.Vec3 {
	all := make([]mgl32.Vec3, t.columns*t.rows)
	first := 0
	for i := range b.Parts {
		if len(b.Parts[i].Indices) == 0 {
			continue
		}
		n := b.Parts[i].Vertices(b.Poses)
		for pose := range b.Poses {
			row := all[pose*t.rowsPerPose*t.columns:]
			for v := range n {
				row[first+v] = value(b, i, pose*n+v)
			}
		}
		first += n
	}
	return all
}

func (t *beatTexture) place(vertex int) [2]float32 {
	return [2]float32{float32(vertex % t.columns), float32(vertex / t.columns)}
}

// writeMesh writes the first pose as binary glTF, in metres. The second texture coordinates of a vertex are
// its texel in the textures.
func (t *beatTexture) writeMesh(path string, b *models.Baked, span float32) error {
	doc := gltf.NewDocument()
	w := birdWriter{doc: doc, bird: b, keys: &keyPoses{poses: []int{0}}, span: span, textures: map[*image.NRGBA]int{}}
	if err := w.write(); err != nil {
		return err
	}
	mesh, first := doc.Meshes[0], 0
	for _, p := range mesh.Primitives {
		n := doc.Accessors[p.Attributes[gltf.POSITION]].Count
		if _, ok := p.Attributes[gltf.TEXCOORD_0]; !ok {
			p.Attributes[gltf.TEXCOORD_0] = modeler.WriteTextureCoord(doc, make([][2]float32, n))
		}
		places := make([][2]float32, n)
		for v := range places {
			places[v] = t.place(first + v)
		}
		p.Attributes[gltf.TEXCOORD_1] = modeler.WriteTextureCoord(doc, places)
		first += n
	}
	doc.Nodes = append(doc.Nodes, &gltf.Node{Name: mesh.Name, Mesh: gltf.Index(0)})
	doc.Scenes[0].Nodes = []int{0}
	return gltf.SaveBinary(doc, path)
}
