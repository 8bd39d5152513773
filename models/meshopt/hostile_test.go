package meshopt

import (
	"encoding/binary"
	"math"
	"runtime"
	"strings"
	"testing"
)

// TestInvalidViews checks views that break a rule, and streams that are far too short. They must
// give an error of one clear line before memory is allocated.
func TestInvalidViews(t *testing.T) {
	attributes := "\xa0" + strings.Repeat("\x00", 100)
	for _, c := range []struct {
		data string
		v    View
		want string
	}{
		{attributes, View{0, 4, "ATTRIBUTES", ""}, "invalid count 0"},
		{attributes, View{-1, 4, "ATTRIBUTES", ""}, "invalid count -1"},
		{attributes, View{math.MaxInt, 4, "ATTRIBUTES", ""}, "invalid count"},
		{attributes, View{1, 4, "POINTS", ""}, `unknown mode "POINTS"`},
		{attributes, View{1, 4, "", ""}, `unknown mode ""`},
		{attributes, View{1, 4, "ATTRIBUTES", "SQUARE"}, `unknown filter "SQUARE"`},
		{attributes, View{1, 6, "ATTRIBUTES", ""}, "the stride is 6 bytes; it must be divisible by 4"},
		{attributes, View{1, 0, "ATTRIBUTES", ""}, "the stride is 0 bytes"},
		{attributes, View{1, 260, "ATTRIBUTES", ""}, "the stride is 260 bytes"},
		{attributes, View{1, 12, "ATTRIBUTES", "OCTAHEDRAL"}, "the stride is 12 bytes for the mode ATTRIBUTES"},
		{attributes, View{1, 4, "ATTRIBUTES", "QUATERNION"}, "the stride is 4 bytes for the mode ATTRIBUTES"},
		{attributes, View{1, 12, "ATTRIBUTES", "COLOR"}, "the stride is 12 bytes"},
		{attributes, View{8 << 20, 256, "ATTRIBUTES", ""}, "invalid count"},
		{attributes, View{8e6, 256, "ATTRIBUTES", ""}, "ends too early"},
		{"\xa1" + attributes, View{8e6, 256, "ATTRIBUTES", ""}, "ends too early"},
		{"\xa2" + attributes, View{1, 4, "ATTRIBUTES", ""}, "starts with the byte 0xa2"},
		{"", View{1, 4, "ATTRIBUTES", ""}, "ends too early"},
		{"\xa1" + strings.Repeat("\x00", 23) + "\x03", View{1, 4, "ATTRIBUTES", ""}, "channel 0 has the unknown mode 0x3"},
		{"\xa1" + strings.Repeat("\x00", 23) + "\x11", View{1, 4, "ATTRIBUTES", ""}, "channel 0 has the unknown mode 0x11"},
		{"\xe1", View{3, 2, "TRIANGLES", "OCTAHEDRAL"}, "instead of NONE"},
		{"\xe1", View{4, 2, "TRIANGLES", ""}, "the triangles have 4 indices"},
		{"\xe1", View{3, 8, "TRIANGLES", ""}, "the stride is 8 bytes"},
		{"\xe1" + strings.Repeat("\x00", 20), View{6e6, 2, "TRIANGLES", ""}, "ends too early"},
		{"\xe1\x00" + strings.Repeat("\x00", 16), View{3, 2, "TRIANGLES", ""}, "triangle 0: it refers to an edge or vertex before the first"},
		{"\xe1\xf1" + strings.Repeat("\x10", 14) + "\x00\x00", View{3, 2, "TRIANGLES", ""}, "triangle 0: it refers to an edge or vertex before the first"},
		{"\xe1\xf0" + strings.Repeat("\xf0", 14) + "\x00\x00", View{3, 2, "TRIANGLES", ""}, "byte 0 of the tail is 0xf0"},
		{"\xe0\xf0" + strings.Repeat("\x00", 16), View{3, 2, "TRIANGLES", ""}, "starts with the byte 0xe0"},
		{"\xd1\x00\x00\x00\x00\x00", View{8e6, 4, "INDICES", ""}, "ends too early"},
		{"\xd1\x00\x00\x00\x00\x00", View{1, 1, "INDICES", ""}, "the stride is 1 bytes"},
		{"\xd1\xff\xff\xff\xff\xff\x00\x00\x00\x00\x00", View{1, 4, "INDICES", ""}, "a number has more than 5 bytes"},
		{"\xd1\x00\x00\x00\x00\x00\x00", View{1, 4, "INDICES", ""}, "bytes after its last element"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Decode([]byte(c.data), c.v)
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v: the error is %v, want one with %q", c.v, err, c.want)
		}
		if bytes := after.TotalAlloc - before.TotalAlloc; bytes > 1<<16 {
			t.Errorf("%+v: %d bytes were allocated, want at most 65536", c.v, bytes)
		}
	}
}

// FuzzDecode checks that any stream and view give an error, or as many bytes as the view states.
// This is at most 1024 times the length of the stream. Floats of the filter EXPONENTIAL must agree
// with the formula of the specification.
func FuzzDecode(f *testing.F) {
	for _, s := range readStreams(f) {
		f.Add(s.Encoded, s.Count, s.ByteStride, s.Mode, s.Filter)
		damaged := append([]byte(nil), s.Encoded...)
		damaged[len(damaged)/2] ^= 0x5a
		f.Add(damaged, s.Count, s.ByteStride, s.Mode, s.Filter)
		f.Add(s.Encoded[:len(s.Encoded)*2/3], s.Count, s.ByteStride, s.Mode, s.Filter)
		f.Add(s.Encoded, 1000*s.Count, s.ByteStride, s.Mode, s.Filter)
	}
	f.Fuzz(func(t *testing.T, data []byte, count, stride int, mode, filter string) {
		v := View{count, stride, mode, filter}
		out, err := Decode(data, v)
		if err != nil {
			if text := err.Error(); strings.ContainsAny(text, "\n\r\x1b") {
				t.Fatalf("the error is not one line: %q", text)
			}
			return
		}
		if len(out) != count*stride || len(out) > 1024*len(data) {
			t.Fatalf("%+v: %d bytes give %d", v, len(data), len(out))
		}
		if filter != "EXPONENTIAL" {
			return
		}
		raw, err := Decode(data, View{count, stride, mode, "NONE"})
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(out); i += 4 {
			packed := int32(binary.LittleEndian.Uint32(raw[i:]))
			want := float32(math.Pow(2, float64(packed>>24)) * float64(packed<<8>>8))
			if got := math.Float32frombits(binary.LittleEndian.Uint32(out[i:])); got != want {
				t.Fatalf("%#x is decoded to %v, want %v", packed, got, want)
			}
		}
	})
}
