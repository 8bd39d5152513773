package models

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
)

// Bounds on what a file may ask for, so that a malformed one cannot take all
// memory: what is decoded of it may take [allowance] bytes. No model that a
// flock can be drawn with comes near.
const (
	maxFile     = 256 << 20 // bytes of the file
	maxBeside   = 96 << 20  // bytes of all files beside it
	maxVertices = 1 << 20   // drawn in one pose
	maxWork     = 1 << 24   // vertices times what moves each, in one pose
	baseBytes   = 64 << 20  // decoded from the smallest file
	perByte     = 4         // more of it from each byte of a larger one
)

// allowance is how many bytes may be decoded from a file of a size.
func allowance(size int) int { return baseBytes + perByte*size }

// loader decodes one document.
type loader struct {
	doc    *gltf.Document
	files  fs.FS // beside the document; nil: none
	read   map[string][]byte
	unread int64 // bytes that may still be read from files
	budget int   // bytes that may still be decoded
	work   int   // so far, of maxWork
	paint  int   // bytes that may still be taken for a moment by images
	model  *Model
	images map[pictureOf]*picture
	times  map[int][]float32 // of animations, by accessor
	warned map[string]bool
	// per node: whether it or what hangs on it is a joint, or a mesh without skin
	bearsJoint, bearsMesh []bool
}

// Load reads a glTF 2.0 model, .glb or .gltf. The files that it names are read
// only from its own folder and those below, whatever links lie there. The error
// is one line that names the file, the fault and its place.
func Load(path string) (m *Model, err error) {
	err = withFile(path, func(name string, data []byte, files fs.FS) error {
		m, err = decode(name, data, files)
		return err
	})
	if err != nil {
		return nil, named(path, err)
	}
	return m, nil
}

// withFile reads a file, for which those in its own folder and below are there.
func withFile(path string, do func(name string, data []byte, files fs.FS) error) error {
	info, err := os.Stat(path) // a pipe would keep Open waiting
	if err != nil {
		return err
	}
	switch size := info.Size(); {
	case info.IsDir():
		return errors.New("a folder; want a .glb or .gltf file")
	case !info.Mode().IsRegular():
		return errors.New("not a plain file")
	case size > maxFile:
		return fmt.Errorf("%d bytes; the largest model read has %d", size, maxFile)
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	data, err := slurp(f, info.Size())
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer root.Close()
	return do(filepath.Base(path), data, root.FS())
}

// LoadFS is Load of a file in fsys.
func LoadFS(fsys fs.FS, name string) (*Model, error) {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil, named(name, err)
	}
	beside, err := fs.Sub(fsys, path.Dir(name))
	if err != nil {
		return nil, named(name, err)
	}
	m, err := decode(path.Base(name), data, beside)
	if err != nil {
		return nil, named(name, err)
	}
	return m, nil
}

// named puts the file's name before an error, once, and keeps it to a line.
func named(path string, err error) error {
	var at *fs.PathError
	if errors.As(err, &at) && at.Path == path {
		err = at.Err
	}
	const longest = 300 // a URI may be quoted in it
	return fmt.Errorf("%s: %s", path, line(err.Error(), longest))
}

// line is text in one printable line of at most so many bytes.
func line(text string, longest int) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) || r == ' ' }), " ")
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + " …"
	}
	return text
}

// label is a name from the file, fit to be shown.
func label(name string) string { return line(name, 100) }

// decode reads a document and turns it into a model. It changes data.
func decode(name string, data []byte, files fs.FS) (*Model, error) {
	own := sha256.Sum256(data)
	l, err := readDocument(name, data, files)
	if err != nil {
		return nil, err
	}
	m, err := l.load()
	if err != nil {
		return nil, err
	}
	m.digest = l.digest(own)
	return m, nil
}

// digest is that of a file and those beside it.
func (l *loader) digest(own [sha256.Size]byte) []byte {
	sum := sha256.New()
	sum.Write(own[:])
	for _, name := range slices.Sorted(maps.Keys(l.read)) {
		fmt.Fprintln(sum, name, len(l.read[name]))
		sum.Write(l.read[name])
	}
	return sum.Sum(nil)
}

// readDocument reads a document and its buffers. It changes data.
func readDocument(name string, data []byte, files fs.FS) (*loader, error) {
	l := &loader{
		files: files, read: map[string][]byte{}, unread: maxBeside,
		budget: allowance(len(data)), paint: 8 * allowance(len(data)),
		model: &Model{Name: name, size: len(data)}, images: map[pictureOf]*picture{}, times: map[int][]float32{},
		warned: map[string]bool{},
	}
	from, err := unpack(data)
	if err != nil {
		return nil, err
	}
	if err := l.document(from.text); err != nil {
		return nil, err
	}
	return l, l.buffers(from.binary)
}

func (l *loader) load() (*Model, error) {
	steps := []func() error{l.graph, l.skins, l.scene, l.animations}
	for _, step := range steps {
		if err := step(); err != nil {
			return nil, err
		}
	}
	if l.model.Triangles == 0 {
		return nil, errors.New("no triangles to draw")
	}
	l.model.Files = append([]string{l.model.Name}, slices.Sorted(maps.Keys(l.read))...)
	return l.model, nil
}

// mostVertices bounds what is drawn by the size of the file.
func (l *loader) mostVertices() int { return min(maxVertices, maxVertices/8+l.model.size/4) }

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
		return fmt.Errorf("%d bytes when decoded, too much for a file of this size", n)
	}
	l.budget -= n
	return nil
}

// warn notes a line, once.
func (l *loader) warn(format string, args ...any) {
	const most = 20
	text := line(fmt.Sprintf(format, args...), 300)
	if l.warned[text] || len(l.warned) > most {
		return
	}
	l.warned[text] = true
	if len(l.warned) > most {
		text = "and more"
	}
	l.model.Warnings = append(l.model.Warnings, text)
}
