package meshopt

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"testing"
)

// encodedStream is a stream from meshoptimizer's encoder, with the bytes that meshoptimizer decodes from
// it. models/check/streams.mjs writes these streams.
type encodedStream struct {
	Number  int
	Version byte
	View
	Encoded, Decoded []byte
}

// readStreams reads testdata/streams.json, which meshoptimizer 1.3.0 wrote, or the file that
// SKEIN_MESHOPT_STREAMS names.
func readStreams(t testing.TB) (all []encodedStream) {
	t.Helper()
	file := os.Getenv("SKEIN_MESHOPT_STREAMS")
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

// TestStreams checks that this package and meshoptimizer decode streams of every mode, version and filter to
// the same bytes. OCTAHEDRAL, QUATERNION and COLOR may differ by 1, because the specification lets decoders
// round differently.
func TestStreams(t *testing.T) {
	seen := map[string]int{}
	for _, s := range readStreams(t) {
		out, err := Decode(s.Encoded, s.View)
		if err != nil {
			t.Errorf("stream %d: %+v: %v", s.Number, s.View, err)
			continue
		}
		tolerance := 0
		switch s.Filter {
		case "OCTAHEDRAL", "QUATERNION", "COLOR":
			tolerance = 1
		}
		if d := difference(out, s.Decoded, s.View); d > tolerance {
			t.Errorf("stream %d: %+v version %d: off by %d", s.Number, s.View, s.Version, d)
		}
		seen[s.Mode+" "+s.Filter+" v"+string('0'+s.Version)]++
	}
	for _, kind := range []string{
		"ATTRIBUTES NONE v0", "ATTRIBUTES NONE v1", "ATTRIBUTES OCTAHEDRAL v0", "ATTRIBUTES QUATERNION v0",
		"ATTRIBUTES EXPONENTIAL v0", "ATTRIBUTES COLOR v1", "TRIANGLES NONE v0", "INDICES NONE v0",
	} {
		if seen[kind] == 0 {
			t.Errorf("there is no stream of the kind %s", kind)
		}
	}
	t.Log(seen)
}

// difference returns the largest difference between two results. If the filter decodes elements of
// four integers, it compares integers. Otherwise it compares bytes.
func difference(got, want []byte, v View) (largest int) {
	if len(got) != len(want) {
		return math.MaxInt
	}
	wide := v.ByteStride == 8
	for i := range want {
		a, b := int(int8(got[i])), int(int8(want[i]))
		if wide && v.Filter != "NONE" && v.Filter != "EXPONENTIAL" {
			k := i &^ 1
			a, b = int(int16(binary.LittleEndian.Uint16(got[k:]))), int(int16(binary.LittleEndian.Uint16(want[k:])))
		}
		if v.Filter == "COLOR" {
			mask := 1<<(2*v.ByteStride) - 1
			a, b = a&mask, b&mask
		}
		largest = max(largest, a-b, b-a)
	}
	return largest
}

// TestExamplesOfTheSpecification decodes the examples of appendix A. It leaves out the number
// 0xffa005, whose lowest bits come last, because this contradicts the text.
func TestExamplesOfTheSpecification(t *testing.T) {
	data := []byte{0x17, 0x5f, 0xf0, 0xbc, 0x77, 0xa9, 0x21, 0x00, 0x34, 0xb5}
	want := []int8{-1, -4, -3, 26, -91, 0, -6, 6, -4, -4, 5, -5, 1, -1, 0, 0}
	d := attributeDecoder{stream: &stream{data}}
	var out [groupSize]byte
	if err := d.group(out[:], 4); err != nil || d.end() != nil {
		t.Fatal(err, d.end())
	}
	for i, v := range out {
		if got := int8(unzigzag(v)); got != want[i] {
			t.Errorf("difference %d is %d, want %d", i, got, want[i])
		}
	}
	for _, c := range []struct {
		data string
		want uint32
	}{{"\x7f", 0x7f}, {"\x81\x04", 0x201}} {
		if v, err := (&stream{[]byte(c.data)}).varint(); v != c.want || err != nil {
			t.Errorf("the number %#x is %#x with the error %v, want %#x", c.data, v, err, c.want)
		}
	}
}

// TestDamagedStreams checks that every truncated stream, and a stream with one byte too many, gives an
// error.
func TestDamagedStreams(t *testing.T) {
	for _, s := range readStreams(t) {
		for n := range s.Encoded {
			if n < len(s.Encoded)-1 && n > 40 && testing.Short() {
				continue
			}
			if _, err := Decode(s.Encoded[:n], s.View); err == nil {
				t.Errorf("stream %d: %+v: %d of %d bytes are accepted", s.Number, s.View, n, len(s.Encoded))
			}
		}
		longer := append(bytes.Clone(s.Encoded[:1]), append([]byte{0}, s.Encoded[1:]...)...)
		if _, err := Decode(longer, s.View); err == nil {
			t.Errorf("stream %d: %+v: a stream with an inserted byte is accepted", s.Number, s.View)
		}
	}
}
