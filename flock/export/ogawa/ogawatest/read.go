package ogawatest

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// Archive is the content of a file.
type Archive struct {
	Metadata  map[string]string
	Samplings []Sampling
	Objects   map[string]map[string]string // metadata of each object by path, such as /flock
	// Properties holds the properties that are not compounds, by path, such as /flock/bird:.geom/P.
	Properties map[string]Property
}

// Sampling is a list of times in seconds. For evenly spaced times, it holds their step and the first one.
type Sampling struct {
	Most  int
	Step  float64
	Times []float64
}

// Acyclic is the step of times that are not evenly spaced. It is the largest float64 divided by 32.
const Acyclic = 0x1.fffffffffffffp+1018

// Property is a property with samples. If the property is constant, all samples are equal.
type Property struct {
	Array    bool
	Kind     int // 6 is int32, 7 uint64, 10 float32, 11 float64
	Extent   int
	Sampling int
	Metadata map[string]string
	Samples  [][]byte
	Hashes   [][16]byte // hashes of the samples that are stored
}

// Size returns the size of an element in bytes.
func (p *Property) Size() int {
	size, ok := map[int]int{6: 4, 7: 8, 10: 4, 11: 8}[p.Kind]
	if !ok {
		panic(fmt.Sprintf("unknown kind %d", p.Kind))
	}
	return size * p.Extent
}

// file is a file that is being read. Its methods panic if the file is damaged.
type file struct {
	data   []byte
	shared []string // metadata by index
	out    *Archive
}

// Read reads a file.
func Read(data []byte) (a *Archive, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("damaged: %v", r)
		}
	}()
	if string(data[:8]) != "Ogawa\xff\x00\x01" {
		return nil, fmt.Errorf("begins with %q, want Ogawa, complete, version 1", data[:8])
	}
	f := &file{data: data, shared: []string{""}, out: &Archive{Objects: map[string]map[string]string{}, Properties: map[string]Property{}}}
	root := f.group(binary.LittleEndian.Uint64(data[8:]))
	if len(root) != 6 {
		return nil, fmt.Errorf("the root has %d nodes, want 6", len(root))
	}
	if v := (&cursor{f.bytes(root[0])}).number(4); v != 0 {
		return nil, fmt.Errorf("format %d, want 0", v)
	}
	f.out.Metadata = parseMetadata(string(f.bytes(root[3])))
	for c := (&cursor{f.bytes(root[4])}); len(c.rest) > 0; {
		s := Sampling{Most: c.number(4), Step: c.float()}
		for range c.number(4) {
			s.Times = append(s.Times, c.float())
		}
		f.out.Samplings = append(f.out.Samplings, s)
	}
	for c := (&cursor{f.bytes(root[5])}); len(c.rest) > 0; {
		f.shared = append(f.shared, c.text(c.number(1)))
	}
	f.object(root[2], "")
	return f.out, nil
}

func (f *file) group(offset uint64) (nodes []uint64) {
	if offset>>63 != 0 {
		panic(fmt.Sprintf("data at %#x, want a group", offset))
	}
	if offset == 0 {
		return nil
	}
	c := &cursor{f.data[offset:]}
	for range c.number(8) {
		nodes = append(nodes, c.bits(8))
	}
	return nodes
}

func (f *file) bytes(offset uint64) []byte {
	if offset>>63 != 1 {
		panic(fmt.Sprintf("a group at %#x, want data", offset))
	}
	if offset = offset << 1 >> 1; offset == 0 {
		return nil
	}
	n := binary.LittleEndian.Uint64(f.data[offset:])
	return f.data[offset+8:][:n]
}

func (f *file) object(offset uint64, path string) {
	nodes := f.group(offset)
	headers := f.bytes(nodes[len(nodes)-1])
	c := &cursor{headers[:len(headers)-32]} // two hashes follow
	f.compound(nodes[0], path+":")
	for _, child := range nodes[1 : len(nodes)-1] {
		name := path + "/" + c.text(c.number(4))
		f.out.Objects[name] = parseMetadata(f.metadata(c, c.number(1), 4))
		f.object(child, name)
	}
	c.end()
}

// metadata returns the metadata with the given index. Index 255 means that the metadata follow, after their
// size in width bytes.
func (f *file) metadata(c *cursor, number, width int) string {
	if number < 255 {
		return f.shared[number]
	}
	return c.text(c.number(width))
}

// compound reads the members of a compound. AbcCoreOgawa/WriteUtil.cpp defines the bits of a header.
func (f *file) compound(offset uint64, path string) {
	nodes := f.group(offset)
	if len(nodes) == 0 {
		return
	}
	c := &cursor{f.bytes(nodes[len(nodes)-1])}
	for _, node := range nodes[:len(nodes)-1] {
		bits := c.number(4)
		width := []int{1, 2, 4}[bits>>2&3]
		if bits&3 == 0 {
			name := path + c.text(c.number(width))
			f.metadata(c, bits>>20&255, width)
			f.compound(node, name+"/")
			continue
		}
		p := Property{Array: bits&2 != 0, Kind: bits >> 4 & 15, Extent: bits >> 12 & 255}
		samples := c.number(width)
		first, last := 1, samples-1
		if bits&0x200 != 0 {
			first, last = c.number(width), c.number(width)
		}
		if bits&0x800 != 0 {
			first, last = 0, 0
		}
		if bits&0x100 != 0 {
			p.Sampling = c.number(width)
		}
		name := path + c.text(c.number(width))
		p.Metadata = parseMetadata(f.metadata(c, bits>>20&255, width))
		f.samples(&p, node, samples, first, last)
		f.check(name, &p, bits)
		f.out.Properties[name] = p
	}
	c.end()
}

// samples reads sample 0 and the samples from first to last. Every other sample equals the preceding one.
func (f *file) samples(p *Property, offset uint64, samples, first, last int) {
	nodes, step := f.group(offset), 1
	if p.Array {
		step = 2
	}
	stored := last - first + 2
	if first == 0 {
		stored = 1
	}
	if samples > 0 && len(nodes) != step*stored {
		panic(fmt.Sprintf("%d nodes for %d samples", len(nodes), stored))
	}
	for i := range samples {
		k := 0
		if first > 0 && i >= first {
			k = min(i, last) - first + 1
		}
		if p.Array && nodes[2*k+1] != 1<<63 {
			panic("an array must not have dimensions")
		}
		content := f.bytes(nodes[step*k])
		var hash [16]byte
		if len(content) > 0 {
			hash, content = [16]byte(content), content[16:]
		}
		p.Samples, p.Hashes = append(p.Samples, content), append(p.Hashes, hash)
	}
}

func (f *file) check(name string, p *Property, bits int) {
	same, single := true, true
	for i, s := range p.Samples {
		if len(s)%p.Size() != 0 || !p.Array && len(s) != p.Size() {
			panic(fmt.Sprintf("%s: sample %d has %d bytes", name, i, len(s)))
		}
		same, single = same && len(s) == len(p.Samples[0]), single && len(s) == p.Size()
	}
	if p.Array && single != (bits&1 != 0) {
		panic(fmt.Sprintf("%s: the header says that each sample has one element: %v, want %v", name, bits&1 != 0, single))
	}
	if !same && bits&0x400 != 0 && !writtenByAlembic(f.out) {
		panic(name + ": samples have several sizes, but the header says one")
	}
	if most := f.out.Samplings[p.Sampling].Most; most < len(p.Samples) && bits&0x800 == 0 {
		panic(fmt.Sprintf("%s: %d samples, but its time sampling has at most %d", name, len(p.Samples), most))
	}
}

// writtenByAlembic reports whether the file was written by Alembic's library, which marks every property as
// if all its samples had the same size.
func writtenByAlembic(a *Archive) bool {
	return strings.HasPrefix(a.Metadata["_ai_AlembicVersion"], "Alembic")
}

// parseMetadata returns the metadata by key. It requires ascending keys.
func parseMetadata(text string) map[string]string {
	all, before := map[string]string{}, ""
	for _, item := range strings.Split(text, ";") {
		if item == "" {
			continue
		}
		key, value, ok := strings.Cut(item, "=")
		if !ok || key <= before {
			panic(fmt.Sprintf("metadata %q", text))
		}
		all[key], before = value, key
	}
	return all
}
