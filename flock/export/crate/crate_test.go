package crate

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"skein/flock/export/crate/cratetest"
)

func writtenSpecs(t *testing.T, fill func(w *Writer)) map[string]cratetest.Spec {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "layer.usdc"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w := NewWriter(file)
	fill(w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	specs, err := cratetest.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	return specs
}

func storedValue(t *testing.T, put func(w *Writer) Rep) any {
	t.Helper()
	specs := writtenSpecs(t, func(w *Writer) { w.Spec("/a.b", Attribute, []Field{{"default", put(w)}}) })
	return specs["/a.b"].Fields["default"]
}

func TestIntegers(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	lists := map[string][]int{
		"none": {}, "one": {7}, "few": {-1, 5, math.MaxInt32, math.MinInt32}, "equal": slices.Repeat([]int{3}, 1000),
		"extremes": slices.Repeat([]int{math.MinInt32, math.MaxInt32, 0}, 20),
	}
	for _, most := range []int{1, 100, 300, 40_000, math.MaxInt32} {
		for n := range 40 {
			var all []int
			for range n {
				all = append(all, random.IntN(most)-most/2)
			}
			lists[fmt.Sprintf("%d below %d", n, most)] = all
		}
	}
	for name, list := range lists {
		want := []float64{}
		for _, x := range list {
			want = append(want, float64(x))
		}
		for _, kind := range []Type{Int, Int64} {
			got := storedValue(t, func(w *Writer) Rep { return w.Put(EncodeInts(nil, kind, true, list)) })
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %v, want %v", name, got, want)
			}
		}
	}
	bits := strconv.IntSize - 2
	large := slices.Repeat([]int{1 << bits, -1 << bits, 3}, 10)
	got := storedValue(t, func(w *Writer) Rep { return w.Put(EncodeInts(nil, Int64, true, large)) }).([]float64)
	for k, x := range large {
		if got[k] != float64(x) {
			t.Fatalf("integer %d of an int64[] is %g, want %d", k, got[k], x)
		}
	}
}

// Equal integers need almost no space.
func TestEqualIntegersAreSmall(t *testing.T) {
	if n := len(compressInts(make([]int, 10_000))); n > 50 {
		t.Errorf("10,000 zeros take %d bytes, want at most 50", n)
	}
}

// Half floats are stored unchanged. Other numbers are rounded to the nearest half float, with ties to even.
func TestHalves(t *testing.T) {
	for bits := range uint16(0x7c00) {
		x := cratetest.Half(bits)
		if got := halfBits(float32(x)); got != bits {
			t.Fatalf("%g is stored as %#x, want %#x", x, got, bits)
		}
		if got := halfBits(float32(-x)); got != bits|0x8000 {
			t.Fatalf("%g is stored as %#x, want %#x", -x, got, bits|0x8000)
		}
		next := cratetest.Half(bits + 1)
		if math.IsInf(next, 0) {
			next = 65536
		}
		middle := float32((x + next) / 2)
		for at, want := range map[float32]uint16{
			middle: bits + bits&1, math.Nextafter32(middle, 0): bits, math.Nextafter32(middle, 1e9): bits + 1,
		} {
			if got := halfBits(at); got != want {
				t.Fatalf("%g is stored as %#x, want %#x", at, got, want)
			}
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, kind := range []Type{Float, Double, Vec2f, Vec3f, Vec3d, Vec4f, Quatf, Quath} {
		numbers := []float32{0.5, -1.25, 3, 100}[:kind.Width()]
		for _, array := range []bool{false, true} {
			all := numbers
			if array {
				all = append(slices.Clone(numbers), numbers...)
			}
			want := []float64{}
			for _, x := range all {
				want = append(want, float64(x))
			}
			got := storedValue(t, func(w *Writer) Rep { return w.Put(EncodeNumbers(nil, kind, array, all)) })
			if !reflect.DeepEqual(got, want) {
				t.Errorf("type %d: %v, want %v", kind, got, want)
			}
		}
	}
	for _, x := range []float64{0, 1.5, 0.1, 30000.0 / 1001} {
		if got := storedValue(t, func(w *Writer) Rep { return w.Put(EncodeDouble(x)) }).([]float64); got[0] != x {
			t.Errorf("%v, want %g", got, x)
		}
	}
}

// An independent reader finds each kind of object and field in a layer.
func TestLayer(t *testing.T) {
	times, second := []float64{1, 1.999, 2}, Rep(0)
	specs := writtenSpecs(t, func(w *Writer) {
		var values []Rep
		for k := range times {
			values = append(values, w.Put(EncodeNumbers(nil, Vec3f, true, []float32{float32(k), 0, 0})))
		}
		w.Spec("/a/b.c:d", Attribute, []Field{{"typeName", w.Token("float3[]")}, {"timeSamples", w.Samples(times, values)}})
		w.Spec("/a/b.e", Relationship, []Field{{"targetPaths", w.Targets([]string{"/a", "/z/y"})}, {"variability", w.Variability(true)}})
		w.Spec("/a/b", Prim, []Field{
			{"specifier", w.Specifier(Over)}, {"properties", w.Names([]string{"c:d", "e"})},
			{"apiSchemas", w.PrependedTokens([]string{"S"})}, {"inheritPaths", w.PrependedPaths([]string{"/z"})},
		})
		w.Spec("/a", Prim, []Field{{"specifier", w.Specifier(Def)}, {"primChildren", w.Names([]string{"b"})}})
		w.Spec("/z", Prim, []Field{{"note", w.Text("two\nlines")}, {"file", w.Asset("./x.png")}, {"order", w.Tokens([]string{"p", "q"})}})
		second = w.PutOnce(EncodeBool(true))
		w.Spec("/", Layer, []Field{{"customLayerData", w.Dictionary([]Field{{"k", w.Text("v")}, {"n", second}})}})
	})
	want := map[string]cratetest.Spec{
		"/a/b.c:d": {Kind: 1, Fields: map[string]any{"typeName": "float3[]", "timeSamples": cratetest.Samples{
			Times: times, Values: []any{[]float64{0, 0, 0}, []float64{1, 0, 0}, []float64{2, 0, 0}},
		}}},
		"/a/b.e": {Kind: 8, Fields: map[string]any{"targetPaths": cratetest.List{Items: []string{"/a", "/z/y"}}, "variability": 1}},
		"/a/b": {Kind: 6, Fields: map[string]any{
			"specifier": 1, "properties": []string{"c:d", "e"}, "apiSchemas": cratetest.List{Prepended: true, Items: []string{"S"}},
			"inheritPaths": cratetest.List{Prepended: true, Items: []string{"/z"}},
		}},
		"/a": {Kind: 6, Fields: map[string]any{"specifier": 0, "primChildren": []string{"b"}}},
		"/z": {Kind: 6, Fields: map[string]any{"note": "two\nlines", "file": "./x.png", "order": []string{"p", "q"}}},
		"/":  {Kind: 7, Fields: map[string]any{"customLayerData": map[string]any{"k": "v", "n": 1}}},
	}
	if !reflect.DeepEqual(specs, want) {
		t.Errorf("the file has\n%v\nwant\n%v", specs, want)
	}
}

// PutOnce stores equal values once, and Put every time.
func TestPutOnce(t *testing.T) {
	writtenSpecs(t, func(w *Writer) {
		v := EncodeNumbers(nil, Vec3f, true, make([]float32, 3))
		first, other := w.PutOnce(v), w.Put(v)
		if second := w.PutOnce(EncodeNumbers(nil, Vec3f, true, make([]float32, 3))); second != first || other == first {
			t.Errorf("equal values are at %x, %x and %x; want the first and the last to be the same", first, other, second)
		}
	})
}

func TestWriteErrors(t *testing.T) {
	file, err := os.Open(os.DevNull) // read-only, so that writing fails
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w := NewWriter(file)
	w.Put(EncodeNumbers(nil, Float, true, make([]float32, 1<<18)))
	if w.Err() == nil || w.Close() == nil {
		t.Error("writing to a file that is open for reading: no error")
	}
}

// Data that LZ4 cannot compress is read back unchanged.
func TestLiterals(t *testing.T) {
	for _, n := range []int{0, 1, 14, 15, 16, 269, 270, 271, 1000} {
		data := bytes.Repeat([]byte{7}, n)
		got := cratetest.Unpack(append([]byte{0}, literals(data)...), n)
		if !bytes.Equal(got, data) {
			t.Errorf("%d bytes become %d", n, len(got))
		}
	}
}
