package draco

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"testing"
)

// encodedStream is a stream from Draco's encoder. It also contains the sizes of its mesh, and
// SHA-256 hashes of the numbers that Draco decodes. models/check/dracostreams.mjs writes these
// values.
type encodedStream struct {
	Number, Speed, Points, Triangles int
	Method                           string
	Encoded, Hash                    []byte
	Attributes                       []encodedAttribute
}

type encodedAttribute struct {
	ID, Kind, Type, Components int
	Normalized                 bool
	Hash                       []byte
}

// readStreams reads testdata/streams.json, which draco3dgltf 1.5.7 wrote, or the file that
// SKEIN_DRACO_STREAMS names.
func readStreams(t testing.TB) (all []encodedStream) {
	t.Helper()
	file := os.Getenv("SKEIN_DRACO_STREAMS")
	if file == "" {
		file = "testdata/streams.json"
	}
	data, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(data, &all)
	}
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func (s *encodedStream) limits() Limits { return Limits{s.Points, s.Triangles, 64 << 20} }

// TestStreams checks that this package and Draco decode streams of all kinds to the same numbers.
func TestStreams(t *testing.T) {
	seen := map[string]int{}
	for _, s := range readStreams(t) {
		d := newDecoder(s.Encoded, s.limits())
		if d.run(); d.err != nil {
			t.Errorf("stream %d, %s at speed %d: %v", s.Number, s.Method, s.Speed, d.err)
			continue
		}
		if fault := s.difference(d.mesh); fault != "" {
			t.Errorf("stream %d, %s at speed %d: %s", s.Number, s.Method, s.Speed, fault)
		}
		for _, name := range d.features(s.Encoded) {
			seen[name]++
		}
	}
	for _, name := range []string{
		"sequential", "standard edgebreaker", "valence edgebreaker", "metadata", "by degree", "seams", "attributes of vertices",
		"encoding 0", "encoding 1 scheme 0", "encoding 1 scheme 1", "encoding 1 scheme 4", "encoding 1 scheme 6",
		"encoding 2 scheme 0", "encoding 2 scheme 1", "encoding 2 scheme 4", "encoding 2 scheme 5", "encoding 3 scheme 0", "encoding 3 scheme 6",
	} {
		if seen[name] == 0 {
			t.Errorf("no stream has the feature %q", name)
		}
	}
	t.Log(seen)
}

// features names the parts of the Draco specification that a decoded stream used.
func (d *decoder) features(encoded []byte) (out []string) {
	if d.method == methodSequential {
		out = append(out, "sequential")
	} else if encoded[10]&0x80 == 0 {
		out = append(out, map[byte]string{0: "standard edgebreaker", 2: "valence edgebreaker"}[encoded[11]])
	} else {
		out = append(out, "metadata")
	}
	if len(d.cuts) > 0 {
		out = append(out, "seams")
	}
	for i, g := range d.groups {
		if g.byDegree {
			out = append(out, "by degree")
		}
		if i > 0 && len(d.cuts) > 0 && g.surface == d.surface {
			out = append(out, "attributes of vertices")
		}
		for _, p := range g.attributes {
			if p.encoding == generic {
				out = append(out, "encoding 0")
			} else {
				out = append(out, fmt.Sprintf("encoding %d scheme %d", p.encoding, p.scheme))
			}
		}
	}
	return out
}

// difference describes how a mesh differs from the mesh that Draco decodes. It returns "" if they
// are equal.
func (s *encodedStream) difference(m *Mesh) string {
	if m.Points != s.Points || len(m.Triangles) != 3*s.Triangles || len(m.Attributes) != len(s.Attributes) {
		return fmt.Sprintf("%d points, %d triangles and %d attributes; want %d, %d and %d",
			m.Points, len(m.Triangles)/3, len(m.Attributes), s.Points, s.Triangles, len(s.Attributes))
	}
	var indices []byte
	for _, p := range m.Triangles {
		indices = binary.LittleEndian.AppendUint32(indices, p)
	}
	if sum := sha256.Sum256(indices); !bytes.Equal(sum[:], s.Hash) {
		return "the triangles differ"
	}
	for i, want := range s.Attributes {
		got := m.Attributes[i]
		if description := (encodedAttribute{int(got.ID), int(got.Kind), int(got.Type), got.Components, got.Normalized, nil}); fmt.Sprint(description) != fmt.Sprint(encodedAttribute{want.ID, want.Kind, want.Type, want.Components, want.Normalized, nil}) {
			return fmt.Sprintf("attribute %d is %v, want %v", i, description, want)
		}
		if sum := sha256.Sum256(got.Data); !bytes.Equal(sum[:], want.Hash) {
			return fmt.Sprintf("the numbers of attribute %d differ: kind %d, type %d", i, want.Kind, want.Type)
		}
	}
	return ""
}
