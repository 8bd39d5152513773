package gltf

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/qmuntal/gltf"

	"skein/flock/files"
)

// MaxFile is the largest model file that is read, in bytes.
const MaxFile = 256 << 20

// Limits for a file. They are far above the needs of useful models, and prevent a malformed file from
// exhausting memory. [decodeBudget] limits decoded data.
const (
	maxSideFiles  = 96 << 20 // size of all files that a model refers to, bytes
	maxVertices   = 1 << 20
	maxVertexWork = 1 << 24  // vertices times their joints and morph targets, in one pose
	baseBudget    = 64 << 20 // decoded bytes that a file of any size may have
	budgetPerByte = 4        // further decoded bytes per byte of the file
)

func decodeBudget(size int) int { return baseBudget + budgetPerByte*size }

type loader struct {
	doc          *gltf.Document
	folder       fs.FS // the document's folder; nil if none
	filesRead    map[string][]byte
	fileBudget   int64 // bytes left to read from other files
	budget       int   // bytes left to decode
	vertexWork   int   // vertex work so far, at most maxVertexWork
	imageBudget  int   // bytes left for decoding images
	dracoBudget  int   // bytes left for decoding Draco data
	model        *Model
	images       map[imageKey]*decodedImage
	decompressed map[int]decompressedView
	draco        *dracoPrimitive // data of the current primitive; nil if not compressed
	times        map[int][]float32
	warned       map[string]bool
	// requiresDraco is true if the file cannot be drawn without its compressed data.
	requiresDraco bool
	// carriesJoint is true for each node if the node or a descendant is a joint. carriesMesh is true if
	// the node or a descendant has an unskinned mesh.
	carriesJoint, carriesMesh []bool
}

// Load reads a glTF 2.0 model, .glb or .gltf. It reads other files only from the model's folder and below,
// and follows no link that leads out of it. The error is one line with the file, the place in the file and
// the fault.
func Load(path string) (m *Model, err error) {
	err = withFile(path, func(name string, data []byte, files fs.FS) error {
		m, err = Decode(name, data, files)
		return err
	})
	if err != nil {
		return nil, withName(path, err)
	}
	return m, nil
}

func withFile(path string, use func(name string, data []byte, files fs.FS) error) error {
	data, err := files.Read(path, MaxFile)
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer root.Close()
	return use(filepath.Base(path), data, root.FS())
}

// LoadFS is like [Load], but reads from fsys.
func LoadFS(fsys fs.FS, name string) (*Model, error) {
	data, err := files.ReadFS(fsys, name, MaxFile)
	if err != nil {
		return nil, withName(name, err)
	}
	dir, err := fs.Sub(fsys, path.Dir(name))
	if err != nil {
		return nil, withName(name, err)
	}
	m, err := Decode(path.Base(name), data, dir)
	if err != nil {
		return nil, withName(name, err)
	}
	return m, nil
}

func withName(path string, err error) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) && pathError.Path == path {
		err = pathError.Err
	}
	const maxLength = 300 // the error may quote a URI
	return fmt.Errorf("%s: %s", path, oneLine(err.Error(), maxLength))
}

func oneLine(text string, maxLength int) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) || r == ' ' }), " ")
	if len(text) > maxLength {
		text = strings.ToValidUTF8(text[:maxLength], "") + " …"
	}
	return text
}

func displayName(name string) string { return oneLine(name, 100) }

// Decode reads a model from the content of a .glb or .gltf file, and modifies that content. The files to
// which the model refers are read from the file system files. If it is nil, the model must not refer to
// any.
func Decode(name string, data []byte, files fs.FS) (*Model, error) {
	fileSum := sha256.Sum256(data)
	l, err := readDocument(name, data, files)
	if err != nil {
		return nil, err
	}
	m, err := l.load()
	if err != nil {
		return nil, err
	}
	m.digest = l.digest(fileSum)
	return m, nil
}

func (l *loader) digest(fileSum [sha256.Size]byte) []byte {
	sum := sha256.New()
	sum.Write(fileSum[:])
	for _, name := range slices.Sorted(maps.Keys(l.filesRead)) {
		fmt.Fprintln(sum, name, len(l.filesRead[name]))
		sum.Write(l.filesRead[name])
	}
	return sum.Sum(nil)
}

// readDocument reads a document and its buffers. It modifies data.
func readDocument(name string, data []byte, files fs.FS) (*loader, error) {
	l := &loader{
		folder: files, filesRead: map[string][]byte{}, fileBudget: maxSideFiles,
		budget: decodeBudget(len(data)), imageBudget: 8 * decodeBudget(len(data)), dracoBudget: 8 * decodeBudget(len(data)),
		model: &Model{Name: name, Bytes: len(data)}, images: map[imageKey]*decodedImage{}, times: map[int][]float32{},
		warned: map[string]bool{}, decompressed: map[int]decompressedView{},
	}
	from, err := splitContainer(data)
	if err != nil {
		return nil, err
	}
	if err := l.decodeDocument(from.text); err != nil {
		return nil, err
	}
	return l, l.readBuffers(from.binary)
}

func (l *loader) load() (*Model, error) {
	steps := []func() error{l.readGraph, l.readSkins, l.readScene, l.readAnimations}
	for _, step := range steps {
		if err := step(); err != nil {
			return nil, err
		}
	}
	if l.model.Triangles == 0 {
		return nil, errors.New("no triangles to draw")
	}
	l.model.Files = append([]string{l.model.Name}, slices.Sorted(maps.Keys(l.filesRead))...)
	return l.model, nil
}

func (l *loader) vertexLimit() int { return min(maxVertices, maxVertices/8+l.model.Bytes/4) }

func checkIndex(name string, i, n int) error {
	if i < 0 || i >= n {
		return fmt.Errorf("%s %d does not exist; there are %d", name, i, n)
	}
	return nil
}

func (l *loader) spend(n int) error {
	if n < 0 || n > l.budget {
		return fmt.Errorf("it has %d bytes when decoded; too much for a file of this size", n)
	}
	l.budget -= n
	return nil
}

func (l *loader) warn(format string, args ...any) {
	const maxWarnings = 20
	if len(l.warned) > maxWarnings {
		return
	}
	text := oneLine(fmt.Sprintf(format, args...), 300)
	if l.warned[text] {
		return
	}
	l.warned[text] = true
	if len(l.warned) > maxWarnings {
		text = "and more"
	}
	l.model.Warnings = append(l.model.Warnings, text)
}

// Digest returns a hash that identifies the content of the model's files.
func (m *Model) Digest() []byte { return slices.Clone(m.digest) }
