package models

import (
	"bytes"
	_ "embed" // bird.glb
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/qmuntal/gltf"
)

//go:generate go run ./makebird -o bird.glb

//go:embed bird.glb
var bird []byte

// Bounds on what a file may ask for. They are far above any model that a flock
// can be drawn with, and keep a malformed one from taking all memory.
const (
	maxFile     = 256 << 20 // bytes of the file and of each file beside it
	maxDecoded  = 256 << 20 // bytes of geometry, animation and pixels, decoded
	maxVertices = 1 << 20   // drawn in one pose
)

// loader decodes one document.
type loader struct {
	doc    *gltf.Document
	files  fs.FS // beside the document
	budget int   // bytes that may still be decoded
	model  *Model
	images map[int]*picture
	warned map[string]bool
	// per node: whether it or what hangs on it is a joint, or a mesh without skin
	bearsJoint, bearsMesh []bool
}

// Load reads a glTF 2.0 model, .glb or .gltf. The files that it names are read
// only from its own folder and those below, whatever links lie there. The error
// is one line that names the file, the fault and its place.
func Load(path string) (*Model, error) {
	m, err := loadFile(path)
	if err != nil {
		return nil, named(path, err)
	}
	return m, nil
}

func loadFile(path string) (*Model, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Size() > maxFile {
		return nil, fmt.Errorf("%d bytes; the largest model read is %d", info.Size(), maxFile)
	}
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return decode(filepath.Base(path), io.LimitReader(f, maxFile), bounded{root.FS()})
}

// Builtin is skein's own bird.
func Builtin() (*Model, error) {
	m, err := decode("bird.glb", bytes.NewReader(bird), nil)
	if err != nil {
		return nil, named("built-in bird.glb", err)
	}
	return m, nil
}

// named puts the file's name before an error, once, and keeps it to a line.
func named(path string, err error) error {
	var at *fs.PathError
	if errors.As(err, &at) && at.Path == path {
		err = at.Err
	}
	const longest = 300 // a data URI may be quoted in it
	text := strings.Join(strings.Fields(err.Error()), " ")
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + " …"
	}
	return fmt.Errorf("%s: %s", path, text)
}

// bounded opens plain files of a bearable size.
type bounded struct{ fs.FS }

// Open opens a plain file of at most maxFile bytes.
func (b bounded) Open(name string) (fs.File, error) {
	info, err := fs.Stat(b.FS, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxFile {
		return nil, fmt.Errorf("%s: want a plain file of at most %d bytes", name, maxFile)
	}
	return b.FS.Open(name)
}

// decode reads a document and turns it into a model.
func decode(name string, r io.Reader, files fs.FS) (*Model, error) {
	if files == nil {
		files = noFiles{}
	}
	doc, err := parse(r, files)
	if err != nil {
		return nil, fmt.Errorf("not a readable glTF file: %w", err)
	}
	l := &loader{
		doc: doc, files: files, budget: maxDecoded,
		model:  &Model{Name: name, Extensions: doc.ExtensionsUsed},
		images: map[int]*picture{}, warned: map[string]bool{},
	}
	return l.load()
}

// parse reads a document and its buffers. It is the one place that recovers: the
// library panics on some malformed documents, such as one with a null buffer.
func parse(r io.Reader, files fs.FS) (doc *gltf.Document, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			doc, err = nil, fmt.Errorf("malformed: %v", fault)
		}
	}()
	doc = new(gltf.Document)
	return doc, gltf.NewDecoderFS(r, files).Decode(doc)
}

// noFiles holds no files.
type noFiles struct{}

// Open finds nothing.
func (noFiles) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

func (l *loader) load() (*Model, error) {
	steps := []func() error{l.version, l.present, l.graph, l.skins, l.scene, l.animations}
	for _, step := range steps {
		if err := step(); err != nil {
			return nil, err
		}
	}
	if l.model.Triangles == 0 {
		return nil, errors.New("no triangles to draw")
	}
	return l.model, nil
}

// understood are the extensions that a file may require.
func understood() []string {
	return []string{"KHR_materials_unlit", "KHR_mesh_quantization", "KHR_texture_transform"}
}

// version refuses other glTF versions and extensions that cannot be left out.
func (l *loader) version() error {
	if v := l.doc.Asset.Version; !strings.HasPrefix(v, "2.") {
		return fmt.Errorf("asset.version %q; want 2.0", v)
	}
	for _, name := range l.doc.ExtensionsRequired {
		if !slices.Contains(understood(), name) {
			return fmt.Errorf("requires the extension %s, which is not supported; export without it", name)
		}
	}
	return nil
}

// present refuses null entries in the document's lists.
func (l *loader) present() error {
	d := l.doc
	return errors.Join(
		whole("accessors", d.Accessors), whole("animations", d.Animations),
		whole("buffers", d.Buffers), whole("bufferViews", d.BufferViews),
		whole("images", d.Images), whole("materials", d.Materials),
		whole("meshes", d.Meshes), whole("nodes", d.Nodes),
		whole("scenes", d.Scenes), whole("skins", d.Skins),
		whole("textures", d.Textures), whole("samplers", d.Samplers))
}

func whole[T any](list string, entries []*T) error {
	if i := slices.Index(entries, nil); i >= 0 {
		return fmt.Errorf("%s[%d] is null", list, i)
	}
	return nil
}

// inRange checks an index into one of the document's lists.
func inRange(what string, i, n int) error {
	if i < 0 || i >= n {
		return fmt.Errorf("%s %d does not exist; there are %d", what, i, n)
	}
	return nil
}

// spend takes n bytes from the budget.
func (l *loader) spend(n int) error {
	if n < 0 || n > l.budget {
		return fmt.Errorf("more than %d MiB when decoded", maxDecoded>>20)
	}
	l.budget -= n
	return nil
}

// warn notes a line, once.
func (l *loader) warn(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	if !l.warned[line] {
		l.warned[line] = true
		l.model.Warnings = append(l.model.Warnings, line)
	}
}
