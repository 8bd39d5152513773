package export

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/whole"
	"skein/models"
)

//go:embed engines
var engineFiles embed.FS

type engine struct {
	name  string
	title string
	axes  string
	unit  string
	scale float32    // units per metre
	move  mgl32.Mat3 // from the axes of skein and glTF to those of the engine
	mesh  string     // extension of the mesh file, .glb or .dae; the engine's importer converts the axes
	cache string
	most  int64 // size of the largest point cache in bytes; 0 if there is no limit
}

func godot() *engine {
	return &engine{name: "godot", title: "Godot", axes: "right-handed, Y up", unit: "m", scale: 1,
		move: mgl32.Ident3(), mesh: ".glb", cache: ".f32"}
}

// unity describes Unity, which loads files with the extension .bytes as resources. Their sizes have 32 bits.
func unity() *engine {
	return &engine{name: "unity", title: "Unity", axes: "left-handed, Y up", unit: "m", scale: 1,
		move: mgl32.Diag3(mgl32.Vec3{-1, 1, 1}), mesh: ".dae", cache: ".bytes", most: math.MaxInt32}
}

func unreal() *engine {
	swap := mgl32.Mat3FromRows(mgl32.Vec3{1, 0, 0}, mgl32.Vec3{0, 0, 1}, mgl32.Vec3{0, 1, 0})
	return &engine{name: "unreal", title: "Unreal Engine", axes: "left-handed, Z up", unit: "cm", scale: 100,
		move: swap, mesh: ".glb", cache: ".f32"}
}

func (e *engine) length(v mgl32.Vec3) mgl32.Vec3 { return e.direction(v).Mul(e.scale) }

func (e *engine) direction(v mgl32.Vec3) mgl32.Vec3 { return e.move.Mul3x1(v) }

// rotation converts a rotation. If the conversion mirrors the axes, it reverses the direction of rotation.
func (e *engine) rotation(q mgl32.Quat) mgl32.Quat {
	return mgl32.Quat{W: q.W, V: e.direction(q.V).Mul(e.move.Det())}
}

func (e *engine) write(ctx context.Context, path string, s *Source) error {
	first, fps, err := s.frameTiming(e.title)
	if err != nil {
		return err
	}
	flocks, err := s.folderFlocks(ctx)
	if err != nil {
		return err
	}
	for _, f := range flocks {
		if err := e.checkCache(len(s.Numbers()), len(f.ids)); err != nil {
			return err
		}
	}
	return whole.Folder(path, s.o.Force, func(dir string) error {
		x := &engineExport{engine: e, source: s, dir: dir}
		for _, f := range flocks {
			x.flocks = append(x.flocks, &engineFlock{folderFlock: f})
		}
		return x.write(ctx, first, fps)
	})
}

type engineExport struct {
	*engine
	source *Source
	dir    string
	flocks []*engineFlock
}

type engineAbout struct {
	Format    int             `json:"format"`
	Generator string          `json:"generator"`
	Scenario  string          `json:"scenario"`
	Engine    string          `json:"engine"`
	Axes      string          `json:"axes"`
	Unit      string          `json:"unit"`
	First     int             `json:"first"`
	Frames    int             `json:"frames"`
	FPS       float64         `json:"fps"`
	Fields    []string        `json:"fields"` // names of the values of a bird in a frame
	Flocks    []engineSpecies `json:"flocks"`
}

type engineSpecies struct {
	Species     string         `json:"species"`
	Mesh        string         `json:"mesh"`
	Positions   string         `json:"positions"`
	Normals     string         `json:"normals"`
	Cache       string         `json:"cache"`
	Beat        int            `json:"beat"`
	Poses       int            `json:"poses"`
	RowsPerPose int            `json:"rows_per_pose"` // number of texture rows per pose
	Stances     map[string]int `json:"stances"`       // pose of each stance
	Reach       float32        `json:"reach"`         // largest distance of a vertex of any pose from the origin
	// materials, if the mesh file cannot contain them
	Materials []engineSurface `json:"materials,omitempty"`
	IDs       []int           `json:"ids"`
	Names     []string        `json:"names,omitempty"`
}

func (x *engineExport) write(ctx context.Context, first int, fps float64) error {
	meta := x.source.Meta()
	about := engineAbout{
		Format: 1, Generator: "skein " + meta.Version, Scenario: meta.Scenario,
		Engine: x.title, Axes: x.axes, Unit: x.unit,
		First: first, Frames: len(x.source.Numbers()), FPS: fps, Fields: engineFields(),
	}
	for _, f := range x.flocks {
		one, err := x.bird(f)
		if err != nil {
			return err
		}
		about.Flocks = append(about.Flocks, one)
	}
	if err := x.caches(ctx, fps); err != nil {
		return err
	}
	text, err := json.MarshalIndent(about, "", " ")
	if err != nil {
		return fmt.Errorf("flock.json: %w", err)
	}
	if err := os.WriteFile(filepath.Join(x.dir, "flock.json"), text, 0o644); err != nil {
		return err
	}
	return x.copyTexts(&about)
}

// textureSettings is the name of the import settings. Each texture needs a copy of them.
const textureSettings = "texture.import"

func (x *engineExport) copyTexts(about *engineAbout) error {
	from, err := fs.Sub(engineFiles, path.Join("engines", x.name))
	if err != nil {
		return err
	}
	return fs.WalkDir(from, ".", func(name string, f fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if f.IsDir() {
			return os.MkdirAll(filepath.Join(x.dir, name), 0o755)
		}
		text, err := engineFiles.ReadFile(path.Join("engines", x.name, name))
		if err != nil {
			return err
		}
		names := []string{name}
		if name == textureSettings {
			names = about.textures(".import")
		}
		for _, name := range names {
			if err := os.WriteFile(filepath.Join(x.dir, name), text, 0o644); err != nil {
				return err
			}
		}
		return nil
	})
}

func (a *engineAbout) textures(ending string) (names []string) {
	for _, f := range a.Flocks {
		names = append(names, f.Positions+ending, f.Normals+ending)
	}
	return names
}

func stanceNames() [models.StanceCount]string {
	return [models.StanceCount]string{models.Flare: "flare", models.Stoop: "stoop", models.Rest: "rest"}
}
