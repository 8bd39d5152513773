package export

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strconv"

	"github.com/go-gl/mathgl/mgl32"

	"skein/models"
	modelgltf "skein/models/gltf"
)

type engineSurface struct {
	Name    string     `json:"name"`
	Colour  mgl32.Vec4 `json:"colour"`            // linear RGBA
	Texture string     `json:"texture,omitempty"` // file name, or "" if there is no texture
	Cutoff  float32    `json:"cutoff"`            // texels with a lower alpha are not drawn
}

func (x *engineExport) surfaces(prefix string, b *models.Baked) (all []engineSurface, err error) {
	files := map[*image.NRGBA]string{}
	for i := range b.Parts {
		if len(b.Parts[i].Indices) == 0 {
			continue
		}
		m := &b.Parts[i].Material
		s := engineSurface{Name: m.Name, Colour: m.BaseColour, Cutoff: m.AlphaCutoff}
		if m.Blend {
			s.Cutoff = 0.5
		}
		if m.Texture != nil {
			if s.Texture = files[m.Texture.Image]; s.Texture == "" {
				s.Texture = fmt.Sprintf("%stexture_%d.png", prefix, len(files))
				files[m.Texture.Image] = s.Texture
				if err := writeTexture(filepath.Join(x.dir, s.Texture), m.Texture); err != nil {
					return nil, err
				}
			}
		}
		all = append(all, s)
	}
	return all, nil
}

func writeTexture(path string, t *modelgltf.Texture) error {
	var data bytes.Buffer
	if err := png.Encode(&data, t.Image); err != nil {
		return fmt.Errorf("texture: %w", err)
	}
	return os.WriteFile(path, data.Bytes(), 0o644)
}

// Elements of a COLLADA file (COLLADA 1.4.1, Khronos 2008). Strings hold lists of numbers.
type (
	colladaFile struct {
		XMLName    xml.Name          `xml:"http://www.collada.org/2005/11/COLLADASchema COLLADA"`
		Version    string            `xml:"version,attr"`
		Asset      colladaAsset      `xml:"asset"`
		Effects    []colladaEffect   `xml:"library_effects>effect"`
		Materials  []colladaMaterial `xml:"library_materials>material"`
		Geometries []colladaGeometry `xml:"library_geometries>geometry"`
		Scenes     []colladaScene    `xml:"library_visual_scenes>visual_scene"`
		Shown      colladaLink       `xml:"scene>instance_visual_scene"`
	}
	colladaAsset struct {
		Tool     string      `xml:"contributor>authoring_tool"`
		Created  string      `xml:"created"`
		Modified string      `xml:"modified"`
		Unit     colladaUnit `xml:"unit"`
		Up       string      `xml:"up_axis"`
	}
	colladaUnit struct {
		Name  string `xml:"name,attr"`
		Meter int    `xml:"meter,attr"`
	}
	colladaEffect struct {
		ID     string `xml:"id,attr"`
		Colour struct {
			Sid     string `xml:"sid,attr"`
			Diffuse string `xml:"lambert>diffuse>color"`
		} `xml:"profile_COMMON>technique"`
	}
	colladaMaterial struct {
		ID     string      `xml:"id,attr"`
		Name   string      `xml:"name,attr"`
		Effect colladaLink `xml:"instance_effect"`
	}
	colladaLink struct {
		URL string `xml:"url,attr"`
	}
	colladaGeometry struct {
		ID   string `xml:"id,attr"`
		Name string `xml:"name,attr"`
		Mesh struct {
			Sources   []colladaSource    `xml:"source"`
			Vertices  colladaVertices    `xml:"vertices"`
			Triangles []colladaTriangles `xml:"triangles"`
		} `xml:"mesh"`
	}
	colladaSource struct {
		ID     string `xml:"id,attr"`
		Values struct {
			ID    string `xml:"id,attr"`
			Count int    `xml:"count,attr"`
			Text  string `xml:",chardata"`
		} `xml:"float_array"`
		Accessor struct {
			Source string         `xml:"source,attr"`
			Count  int            `xml:"count,attr"`
			Stride int            `xml:"stride,attr"`
			Params []colladaParam `xml:"param"`
		} `xml:"technique_common>accessor"`
	}
	colladaParam struct {
		Name string `xml:"name,attr"`
		Type string `xml:"type,attr"`
	}
	colladaVertices struct {
		ID    string       `xml:"id,attr"`
		Input colladaInput `xml:"input"`
	}
	colladaInput struct {
		Semantic string `xml:"semantic,attr"`
		Source   string `xml:"source,attr"`
		Offset   *int   `xml:"offset,attr"`
		Set      *int   `xml:"set,attr"`
	}
	colladaTriangles struct {
		Material string         `xml:"material,attr"`
		Count    int            `xml:"count,attr"`
		Inputs   []colladaInput `xml:"input"`
		Indices  string         `xml:"p"`
	}
	colladaScene struct {
		ID   string `xml:"id,attr"`
		Node struct {
			ID       string `xml:"id,attr"`
			Geometry struct {
				URL       string        `xml:"url,attr"`
				Materials []colladaBind `xml:"bind_material>technique_common>instance_material"`
			} `xml:"instance_geometry"`
		} `xml:"node"`
	}
	colladaBind struct {
		Symbol string `xml:"symbol,attr"`
		Target string `xml:"target,attr"`
	}
)

// writeCollada writes the first pose as COLLADA, right-handed with Y up, in metres. The second texture
// coordinates of a vertex are its texel in the textures. In the first texture coordinates, V is 0 at the
// bottom, as the format requires.
func (t *beatTexture) writeCollada(path string, b *models.Baked, span float32) error {
	c := newCollada(birdName(b))
	var positions, normals, uv, places, colours []float32
	first := 0
	for i := range b.Parts {
		p := &b.Parts[i]
		if len(p.Indices) == 0 {
			continue
		}
		n := p.Vertices(b.Poses)
		for v := range n {
			pos, place := p.Positions[v].Mul(span), t.place(first+v)
			positions = append(positions, pos[:]...)
			normals = append(normals, p.Normals[v][:]...)
			places = append(places, place[:]...)
			picture, colour := mgl32.Vec2{}, mgl32.Vec4{1, 1, 1, 1}
			if len(p.UV) == n {
				picture = mgl32.Vec2{p.UV[v][0], 1 - p.UV[v][1]}
			}
			if len(p.Colours) == n {
				colour = p.Colours[v]
			}
			uv, colours = append(uv, picture[:]...), append(colours, colour[:]...)
		}
		c.addPart(p.Material.Name, p.Material.BaseColour, p.Indices, first)
		first += n
	}
	c.addSource("positions", positions, "XYZ")
	c.addSource("normals", normals, "XYZ")
	c.addSource("uv", uv, "ST")
	c.addSource("places", places, "ST")
	c.addSource("colours", colours, "RGBA")
	return c.save(path)
}

func newCollada(name string) *colladaFile {
	// the format requires a date, and a constant makes files repeatable
	const epoch = "2000-01-01T00:00:00Z"
	c := &colladaFile{Version: "1.4.1", Asset: colladaAsset{Tool: "skein", Created: epoch, Modified: epoch, Unit: colladaUnit{"meter", 1}, Up: "Y_UP"}}
	g := colladaGeometry{ID: "bird", Name: name}
	g.Mesh.Vertices = colladaVertices{ID: "vertices", Input: colladaInput{Semantic: "POSITION", Source: "#positions"}}
	c.Geometries = []colladaGeometry{g}
	s := colladaScene{ID: "scene"}
	s.Node.ID, s.Node.Geometry.URL = "node", "#bird"
	c.Scenes, c.Shown = []colladaScene{s}, colladaLink{"#scene"}
	return c
}

func (c *colladaFile) addPart(name string, colour mgl32.Vec4, indices []uint32, first int) {
	k := len(c.Materials)
	material, effect := fmt.Sprintf("material_%d", k), fmt.Sprintf("effect_%d", k)
	e := colladaEffect{ID: effect}
	e.Colour.Sid, e.Colour.Diffuse = "common", numbersText(colour[:])
	c.Effects = append(c.Effects, e)
	c.Materials = append(c.Materials, colladaMaterial{material, name, colladaLink{"#" + effect}})
	bound := &c.Scenes[0].Node.Geometry.Materials
	*bound = append(*bound, colladaBind{material, "#" + material})
	var text []byte
	for _, i := range indices {
		text = append(strconv.AppendInt(text, int64(i)+int64(first), 10), ' ')
	}
	zero, one := 0, 1
	c.Geometries[0].Mesh.Triangles = append(c.Geometries[0].Mesh.Triangles, colladaTriangles{
		Material: material, Count: len(indices) / 3, Indices: string(text[:len(text)-1]),
		Inputs: []colladaInput{
			{"VERTEX", "#vertices", &zero, nil}, {"NORMAL", "#normals", &zero, nil},
			{"TEXCOORD", "#uv", &zero, &zero}, {"TEXCOORD", "#places", &zero, &one}, {"COLOR", "#colours", &zero, &zero},
		},
	})
}

func (c *colladaFile) addSource(id string, values []float32, params string) {
	s := colladaSource{ID: id}
	s.Values.ID, s.Values.Count, s.Values.Text = id+"-values", len(values), numbersText(values)
	s.Accessor.Source, s.Accessor.Stride = "#"+s.Values.ID, len(params)
	s.Accessor.Count = len(values) / len(params)
	for _, p := range params {
		s.Accessor.Params = append(s.Accessor.Params, colladaParam{string(p), "float"})
	}
	c.Geometries[0].Mesh.Sources = append(c.Geometries[0].Mesh.Sources, s)
}

func numbersText(values []float32) string {
	var text []byte
	for i, v := range values {
		if i > 0 {
			text = append(text, ' ')
		}
		text = strconv.AppendFloat(text, float64(v), 'g', -1, 32)
	}
	return string(text)
}

func (c *colladaFile) save(path string) error {
	text, err := xml.MarshalIndent(c, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append([]byte(xml.Header), text...), 0o644)
}
