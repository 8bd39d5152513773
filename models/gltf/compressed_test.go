package gltf

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/qmuntal/gltf"

	"skein/models/internal/testdoc"
)

// TestCompressedModel checks that a compressed model has the poses of the uncompressed model. The
// fallback buffer of the compressed model contains no data.
func TestCompressedModel(t *testing.T) {
	want := loadModel(t, testdoc.Valid())
	for _, extension := range []string{extMeshopt, extMeshoptKHR} {
		doc := testdoc.Valid()
		testdoc.Compress(doc, extension)
		got := loadModel(t, doc)
		if len(got.Warnings) != 0 || !slices.Equal(got.Extensions, []string{extension}) {
			t.Errorf("the warnings are %q and the extensions %q", got.Warnings, got.Extensions)
		}
		checkSamePoses(t, got, want, 0)
	}
	doc := testdoc.Valid()
	testdoc.Compress(doc, extMeshopt)
	doc.Buffers[1].URI = "fallback.bin" // this file is not read
	checkSamePoses(t, loadModel(t, doc), want, 0)
}

// TestCompressedFiles compares two compressed files with the same models without compression.
// models/check/compress.mjs made the files from sample 9 of models/check/samples, with
// glTF-Transform 4.5.1 and meshoptimizer 1.3.0. `make check-models` checks more files. Both files
// have views in all three modes. The filtered file uses the filters OCTAHEDRAL, QUATERNION and
// EXPONENTIAL.
func TestCompressedFiles(t *testing.T) {
	for way, tolerance := range map[string]float64{"quantized": 0, "filtered": 2.0 / math.MaxInt16} {
		read := func(name string) *Model {
			m, err := LoadFS(os.DirFS("testdata"), name+"-"+way+".glb")
			if err != nil {
				t.Fatal(err)
			}
			return m
		}
		got, want := read("compressed"), read("plain")
		if !slices.Contains(got.Extensions, extMeshopt) || !slices.Contains(got.Extensions, "KHR_mesh_quantization") || slices.Contains(want.Extensions, extMeshopt) {
			t.Errorf("the extensions are %q and %q", got.Extensions, want.Extensions)
		}
		checkSamePoses(t, got, want, tolerance)
	}
}

// checkSamePoses fails the test if a vertex of two models differs by more than the tolerance, in
// the files' unit of length.
func checkSamePoses(t *testing.T, got, want *Model, tolerance float64) {
	t.Helper()
	if got.Triangles != want.Triangles || len(got.Clips) != len(want.Clips) {
		t.Fatalf("the model has %d triangles and %d clips, want %d and %d", got.Triangles, len(got.Clips), want.Triangles, len(want.Clips))
	}
	for clip := -1; clip < len(want.Clips); clip++ {
		for _, seconds := range []float64{0, 0.1, 0.37, 0.9, 1.3, 2.6} {
			a, b := posePrimitives(t, got, clip, seconds), posePrimitives(t, want, clip, seconds)
			for k := range b {
				if !slices.Equal(a[k].Triangles, b[k].Triangles) {
					t.Fatalf("primitive %d has other triangles", k)
				}
				for v, position := range b[k].Positions {
					if d := float64(a[k].Positions[v].Sub(position).Len()); !(d <= tolerance) {
						t.Fatalf("clip %d at %v s: primitive %d, vertex %d is at %v, want %v", clip, seconds, k, v, a[k].Positions[v], position)
					}
				}
			}
		}
	}
}

// TestCompressedOnce checks that the extension of a compressed view is read only once, even if the view
// cannot be decoded. Otherwise, a long extension with many accessors would be slow.
func TestCompressedOnce(t *testing.T) {
	for _, count := range []int{9, 10} { // a count of 9 is right, and a count of 10 is wrong
		doc := testdoc.Valid()
		testdoc.Compress(doc, extMeshopt)
		doc.BufferViews[0].Extensions[extMeshopt].(map[string]any)["count"] = count
		l, err := readDocument("bird.glb", testdoc.Encode(t, doc), nil)
		if err != nil {
			t.Fatal(err)
		}
		first, _, firstErr := l.bufferView(0)
		if (firstErr == nil) != (count == 9) {
			t.Fatalf("count %d: the error is %v", count, firstErr)
		}
		l.doc.BufferViews[0].Extensions[extMeshopt] = unreadable(t)
		second, _, err := l.bufferView(0)
		if !slices.Equal(first, second) || fmt.Sprint(err) != fmt.Sprint(firstErr) {
			t.Errorf("count %d: the second read gives %d bytes and the error %v, want %d bytes and %v", count, len(second), err, len(first), firstErr)
		}
	}
}

func unreadable(t *testing.T) json.RawMessage {
	t.Helper()
	text := json.RawMessage(`{"mode":`)
	if _, _, err := compressionOf(&gltf.BufferView{Extensions: gltf.Extensions{extMeshopt: text}}); err == nil {
		t.Fatal("the damaged extension is read without an error")
	}
	return text
}

func compressedFaults() []fault {
	type d = *gltf.Document
	set := func(key string, value any) func(d) {
		return func(d d) { d.BufferViews[0].Extensions[extMeshopt].(map[string]any)[key] = value }
	}
	remove := func(key string) func(d) {
		return func(d d) { delete(d.BufferViews[0].Extensions[extMeshopt].(map[string]any), key) }
	}
	data := func(index int, value byte) func(d) { return func(d d) { d.Buffers[0].Data[index] = value } }
	return []fault{
		{"buffer view 0: EXT_meshopt_compression: no mode", remove("mode")},
		{"no count", remove("count")},
		{"count: string instead of an integer", set("count", "nine")},
		{`unknown mode "POINTS"`, set("mode", "POINTS")},
		{`unknown filter "SQUARE"`, set("filter", "SQUARE")},
		{"10 elements of 4 bytes do not have the byteLength 36", set("count", 10)},
		{"9 elements of 0 bytes", set("byteStride", 0)},
		{"elements of -4 bytes", set("byteStride", -4)},
		{"buffer 7 does not exist", set("buffer", 7)},
		{"buffer 1 has neither a uri nor a BIN chunk", set("buffer", 1)},
		{"needs 9007199254740992 bytes at offset 0", set("byteLength", 1<<53)},
		{"at offset -8", set("byteOffset", -8)},
		{"the stream ends too early", set("byteLength", 60)},
		{"the stream has bytes after its last element", set("byteLength", 105)},
		{"the stream starts with the byte 0xa7", data(0, 0xa7)},
		{"bytes when decoded; too much for a file of this size", func(d d) {
			d.BufferViews[0].ByteLength = 400e6
			set("count", 100e6)(d)
		}},
		{"the stream ends too early", func(d d) {
			d.BufferViews[0].ByteLength = 40e6
			set("count", 10e6)(d)
		}},
	}
}

// TestDamagedCompression checks that damaged compressed views give an error of one clear line.
func TestDamagedCompression(t *testing.T) {
	for _, f := range compressedFaults() {
		doc := testdoc.Valid()
		testdoc.Compress(doc, extMeshopt)
		f.spoil(doc)
		_, err := Decode("bad.glb", testdoc.Encode(t, doc), nil)
		if err == nil || !strings.Contains(err.Error(), f.want) || !strings.Contains(err.Error(), "buffer view 0: EXT_meshopt_compression: ") || strings.Contains(err.Error(), "\n") {
			t.Errorf("want an error with %q, got %v", f.want, err)
		}
	}
}
