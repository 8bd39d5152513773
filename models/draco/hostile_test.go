package draco

import (
	"bytes"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"skein/models/internal/testdoc"
)

// header is the start of a stream of a mesh with sequential connectivity.
const header = "DRACO\x02\x02\x01\x00\x00\x00"

// edgeHeader is the start of a stream of a mesh with edgebreaker connectivity.
const edgeHeader = "DRACO\x02\x02\x01\x01\x00\x00"

func allocated(f func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

// TestInvalidStreams checks that an invalid stream gives an error of one clear line. A wrong size
// must not cause a large allocation.
func TestInvalidStreams(t *testing.T) {
	const million = "\xc0\x84\x3d"
	triangle := header + "\x01\x03\x01\x00\x01\x02" // one triangle of three points
	for _, c := range []struct{ data, want string }{
		{"", "does not start with DRACO"},
		{"DRACO", "ends too early"},
		{"DRACO\x01\x03\x01\x00\x00\x00", "bitstream version 1.3 instead of 2.2"},
		{"DRACO\x02\x02\x00\x00\x00\x00", "geometry type 0 instead of 1, a triangle mesh"},
		{"DRACO\x02\x02\x01\x02\x00\x00", "unknown encoder method 2"},
		{"DRACO\x02\x02\x01\x00\x00\x80\xff\xff\x03", "the stream has 65535 elements of metadata; at most 3 are possible"},
		{"DRACO\x02\x02\x01\x00\x00\x80\x00\x01\x05abc", "ends too early"},
		{header + "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", "a number has more than 64 bits"},
		{header + million + "\x03\x01", "the stream has 1000000 triangles; at most 1000 are possible"},
		{header + "\x01" + million + "\x01", "the stream has 1000000 points; at most 3000 are possible"},
		{header + "\x64\x03\x01\x00\x01\x02", "ends too early"},
		{header + "\x01\x03\x02", "unknown method 2 of sequential connectivity"},
		{header + "\x01\x03\x01\x00\x01\x03", "a triangle refers to point 3, but there are only 3 points"},
		{header + "\x01\x03\x00\x02", "the symbols have the unknown scheme 2"},
		{header + "\x01\x03\x00\x01\x13", "the stream has symbols of 19 bits instead of 1 to 18"},
		{header + "\x01\x03\x00\x01\x02" + million, "the stream has 1000000 symbols; at most 262144 are possible"},
		{header + "\x01\x03\x00\x01\x02\x03\x07\x01\x20", "the probabilities of symbols sum to 2048 instead of 4096"},
		{header + "\x01\x03\x00\x01\x02\x03\x07\x01\x50", "the probabilities of symbols exceed 4096"},
		{header + "\x01\x03\x00\x01\x02\x03\xff", "a run of unused symbols is too long"},
		{header + "\x01\x03\x00\x00\x21\x02", "ends too early"},
		{header + "\x01\x03\x00\x00\x22", "the stream has 34 symbols; at most 33 are possible"},
		{header + "\x01\x03\x00\x01\x02\x03\x07\x01\x40\x00", "ends too early"},
		{header + "\x01\x03\x00\x01\x02\x03\x07\x01\x40\x04\xff\xff\xff\xff", "the first state of an entropy code is too large"},
		{triangle, "ends too early"},
		{triangle + "\x01" + million, "the stream has 1000000 attributes; at most 3 are possible"},
		{triangle + "\x01\x01\x05\x09\x03\x00\x00\x02", "an attribute is invalid: kind 5, type 9, 3 components"},
		{triangle + "\x01\x01\x00\x0c\x03\x00\x00\x02", "an attribute is invalid: kind 0, type 12, 3 components"},
		{triangle + "\x01\x01\x00\x09\x00\x00\x00\x02", "an attribute is invalid: kind 0, type 9, 0 components"},
		{triangle + "\x01\x01\x00\x09\x03\x00\x00\x04", "encoding 4 is invalid for an attribute of type 9 with 3 components"},
		{triangle + "\x01\x01\x00\x09\x03\x00\x00\x01", "encoding 1 is invalid for an attribute of type 9 with 3 components"},
		{triangle + "\x01\x01\x00\x02\x03\x00\x00\x02", "encoding 2 is invalid for an attribute of type 2 with 3 components"},
		{triangle + "\x01\x01\x01\x09\x02\x00\x00\x03", "encoding 3 is invalid for an attribute of type 9 with 2 components"},
		{triangle + "\x01\x01\x00\x02\x01\x00\x00\x01\xfe\x00\x05", "the stream has integers of 5 bytes instead of 1 to 4"},
		{triangle + "\x01\x01\x00\x02\x01\x00\x00\x01\x01\x01\x00\x01\x00\x00\x00", "does not allow the prediction scheme 1 with the transform 1"},
		{triangle + "\x01\x01\x00\x02\x01\x00\x00\x01\x00\x03\x00\x01\x00\x00\x00", "does not allow the prediction scheme 0 with the transform 3"},
		{triangle + "\x01\x01\x00\x02\x01\x00\x00\x01\x00\x01\x00\x01\x00\x00\x00\x09\x00\x00\x00\x08\x00\x00\x00", "an attribute has an invalid range of values: 9 to 8"},
		{triangle + "\x01\x01\x00\x09\x01\x00\x00\x02\xfe\x00\x01\x00\x00\x00" + strings.Repeat("\x00", 8) + "\x1f", "values are quantized to 31 bits instead of 1 to 30"},
		{triangle + "\x01\x01\x01\x09\x03\x00\x00\x03\xfe\x00\x01" + strings.Repeat("\x00", 6) + "\x01", "normals have coordinates of 1 bits instead of 2 to 30"},
		{edgeHeader + "\x00\x03\x01\x00\x02\x00", "the stream has 2 symbols of triangles; at most 1 are possible"},
		{edgeHeader + "\x00\x04\x01\x00\x01\x00", "4 vertices are too many for 1 triangles"},
		{edgeHeader + "\x00\x03\x02\x00\x01\x00\x00\x00", "2 triangles are too many for 1 symbols"},
		{edgeHeader + "\x00\x03\x01\xff\x01\x00\x00\x00", "the stream has 255 attributes with seams; at most 127 are possible"},
		{edgeHeader + "\x01\x03\x01\x00\x01\x00\x00\x00", "the predictive edgebreaker traversal is not supported"},
		{edgeHeader + "\x03\x03\x01\x00\x01\x00\x00\x00", "unknown edgebreaker traversal 3"},
		{edgeHeader + "\x00\x03\x64\x00\x64\x00\x00\x01\x07\x80\x01\x00", "ends too early"},
		{edgeHeader + "\x00\x03\x01\x00\x01\x00\x00\x01\x00\x80\x01\x00", "the triangles do not form a surface"},
		{edgeHeader + "\x00\x02\x01\x00\x01\x00\x00\x01\x07\x80\x01\x00", "the triangles have more than 2 vertices"},
		{edgeHeader + "\x00\x03\x01\x00\x01\x00\x00\x01\x07\x00\x01\x00", "the probability of a bit is 0"},
	} {
		var err error
		bytes := allocated(func() { _, err = Decode([]byte(c.data), Limits{3000, 1000, 1 << 20}) })
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: the error is %v, want one with %q", c.data, err, c.want)
		}
		if bytes > 1<<16 {
			t.Errorf("%q: %d bytes were allocated, want at most 65536", c.data, bytes)
		}
	}
}

// TestRareEncodings decodes a stream with encodings that Draco's JavaScript encoder never writes.
// The stream was written by hand from the Draco specification.
func TestRareEncodings(t *testing.T) {
	const (
		// There are three symbols, but only symbol 2 occurs, so it needs no bits. Symbol 2 means a difference
		// of 1.
		indices   = "\x01\x04\x00" + "\x01\x02\x03\x07\x01\x40\x01\x00"
		attribute = "\x01\x01\x04\x02\x01\x00\x05\x01" + "\xfe\x00\x01\x00\x02\x04\x01"
	)
	m, err := Decode([]byte(header+indices+attribute), Limits{4, 1, 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	if want := [3]uint32{1, 2, 3}; m.Points != 4 || [3]uint32(m.Triangles) != want {
		t.Errorf("the mesh has %d points and the triangle %v, want 4 and %v", m.Points, m.Triangles, want)
	}
	if a := m.Attributes[0]; len(m.Attributes) != 1 || a.ID != 5 || a.Kind != Generic || !bytes.Equal(a.Data, []byte{0, 1, 2, 255}) {
		t.Errorf("the attributes are %+v, want one with the ID 5 and the numbers 0, 1, 2 and 255", m.Attributes)
	}
}

// TestDecodingMemory checks that decoding allocates no more than it reports. If a limit is too
// small by one, decoding must fail.
func TestDecodingMemory(t *testing.T) {
	for _, s := range readStreams(t) {
		var m *Mesh
		bytes := allocated(func() { m, _ = Decode(s.Encoded, s.limits()) })
		if allowed := m.Bytes + m.Bytes/4 + 1<<14; bytes > allowed { // sizes of allocations are rounded up
			t.Errorf("stream %d: decoding took %d bytes; it says %d", s.Number, bytes, m.Bytes)
		}
		if _, err := Decode(s.Encoded, Limits{s.Points, s.Triangles, m.Bytes - 1}); err == nil || err.Error() != "decoding takes too much memory" {
			t.Errorf("stream %d: with too little memory, the error is %v", s.Number, err)
		}
		for _, l := range []Limits{{s.Points - 1, s.Triangles, m.Bytes}, {s.Points, s.Triangles - 1, m.Bytes}} {
			if _, err := Decode(s.Encoded, l); err == nil || !strings.Contains(err.Error(), "possible") {
				t.Errorf("stream %d: with the limits %+v, the error is %v", s.Number, l, err)
			}
		}
	}
}

// TestTruncatedStreams checks that a truncated stream is an error.
func TestTruncatedStreams(t *testing.T) {
	for _, s := range readStreams(t) {
		step := 1 + len(s.Encoded)/800*16
		for n := 0; n < len(s.Encoded); n += step {
			if _, err := Decode(s.Encoded[:n], s.limits()); err == nil {
				t.Errorf("stream %d: %d of %d bytes are accepted", s.Number, n, len(s.Encoded))
			}
		}
	}
}

// checkHostile checks that any stream gives a consistent mesh within the limits, or an error of one
// line.
func checkHostile(t *testing.T, data []byte, l Limits) {
	t.Helper()
	m, err := Decode(data, l)
	if err != nil {
		if text := err.Error(); strings.ContainsAny(text, "\n\r\x1b") || m != nil {
			t.Fatalf("the error is not one line: %q", text)
		}
		return
	}
	if m.Points > l.Points || len(m.Triangles) > 3*l.Triangles || m.Bytes > l.Bytes {
		t.Fatalf("%d points, %d triangles, %d bytes; the limits are %+v", m.Points, len(m.Triangles)/3, m.Bytes, l)
	}
	for _, p := range m.Triangles {
		if int(p) >= m.Points {
			t.Fatalf("a triangle has the point %d of %d", p, m.Points)
		}
	}
	for _, a := range m.Attributes {
		if len(a.Data) != m.Points*a.Components*a.Type.Size() {
			t.Fatalf("an attribute has %d bytes: %d points with %d components of %d bytes", len(a.Data), m.Points, a.Components, a.Type.Size())
		}
	}
}

// TestMutatedStreams checks that damaged streams give a consistent mesh or an error, in little memory. Most
// damage is near the start, which contains the sizes.
func TestMutatedStreams(t *testing.T) {
	seed := rand.Uint64()
	t.Log("seed", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	count := 4000
	if testing.Short() {
		count = 400
	}
	all := readStreams(t)
	for range count {
		s := all[r.IntN(len(all))]
		data := bytes.Clone(s.Encoded)
		for range 1 + r.IntN(3) {
			i := 9 + r.IntN(len(data)-9)
			if r.IntN(2) == 0 {
				i = min(i, 9+r.IntN(80))
			}
			data[i] ^= 1 << r.IntN(8)
		}
		l := Limits{2 * s.Points, 2 * s.Triangles, 8 << 20}
		if got := allocated(func() { checkHostile(t, data, l) }); got > 10<<20 {
			t.Fatalf("%d bytes were allocated, want at most 10 MiB: %x", got, data)
		}
	}
}

// FuzzDecode checks that any stream gives a consistent mesh or an error of one line.
func FuzzDecode(f *testing.F) {
	for _, s := range readStreams(f) {
		f.Add(s.Encoded, s.Points, s.Triangles)
		f.Add(s.Encoded[:len(s.Encoded)*2/3], 10*s.Points, 10*s.Triangles)
	}
	f.Fuzz(func(t *testing.T, data []byte, points, triangles int) {
		checkHostile(t, data, Limits{points & 0xffff, triangles & 0xffff, 8 << 20})
	})
}

// TestFan decodes a short stream in which a symbol takes no bits. The stream gives many triangles,
// up to a limit.
func TestFan(t *testing.T) {
	const n = 100_000
	data := testdoc.DracoFan(n)
	m, err := Decode(data, Limits{n + 2, n, 16 << 20})
	if err != nil {
		t.Fatal(err)
	}
	if m.Points != n+2 || len(m.Triangles) != 3*n || len(m.Attributes) != 1 || len(m.Attributes[0].Data) != 12*(n+2) {
		t.Errorf("%d bytes give %d points and %d triangles, want %d and %d", len(data), m.Points, len(m.Triangles)/3, n+2, n)
	}
	checkHostile(t, data, Limits{n + 2, n, 16 << 20})
	for _, l := range []Limits{{n + 1, n, 16 << 20}, {n + 2, n - 1, 16 << 20}, {n + 2, n, 4 << 20}} {
		var err error
		if got := allocated(func() { _, err = Decode(data, l) }); err == nil || got > l.Bytes*5/4 {
			t.Errorf("with the limits %+v, %d bytes were allocated, and the error is %v", l, got, err)
		}
	}
}

type listedSymbols struct {
	standardSymbols
	list []int
}

func (s *listedSymbols) next() (int, error) {
	symbol := s.list[0]
	s.list = s.list[1:]
	return symbol, nil
}

// TestManyMerges checks that merging vertices is fast. The stream contains 200,000 separate
// triangles (symbols E), followed by as many symbols S, which join the triangles.
func TestManyMerges(t *testing.T) {
	const n = 200_000
	list := make([]int, 2*n-1)
	for i := range list {
		if list[i] = symbolE; i >= n {
			list[i] = symbolS
		}
	}
	e := &edgebreaker{triangles: len(list), symbols: &listedSymbols{list: list}}
	e.allocate(3 * n)
	if err := e.addTriangles(len(list)); err != nil {
		t.Fatal(err)
	}
	if len(e.active) != 1 || len(e.removed) != n-1 || e.vertices != 3*n {
		t.Errorf("%d edges are active, %d of %d vertices are removed; want 1, %d and %d", len(e.active), len(e.removed), e.vertices, n-1, 3*n)
	}
}
