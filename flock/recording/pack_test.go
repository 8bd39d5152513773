package recording

import (
	"bytes"
	"math/rand/v2"
	"os/exec"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// chunks returns repetitive, random, short and empty chunks of data.
func chunks(t *testing.T) map[string][]byte {
	draw := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, sampledSize+blockSize+1)
	for i := range noise {
		noise[i] = byte(draw.Uint32())
	}
	skewed := make([]byte, sampledSize+3*blockSize)
	for i := range skewed {
		skewed[i] = byte(draw.Uint32() & draw.Uint32())
	}
	same, text := make([]byte, sampledSize), bytes.Repeat([]byte(`{"frame":1,"tick":20}`), sampledSize/20)
	return map[string][]byte{
		"numbers": load(t, fly(t, 500, 30).save(t)), "noise": noise, "skewed": skewed, "same": same, "text": text,
		"mixed": append(append(append(skewed[:sampledSize:sampledSize], same[:blockSize+5]...), noise...), text[:77]...),
		"small": skewed[:100], "one": skewed[:1], "block": skewed[:blockSize], "block and one": skewed[:blockSize+1],
	}
}

// A compressed chunk is read back by the library and, if installed, by the program zstd.
func TestPackedChunkIsReadBack(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	p, err := newPacker()
	if err != nil {
		t.Fatal(err)
	}
	d, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	reference, _ := exec.LookPath("zstd")
	check := func(name string, packed, plain []byte) {
		t.Helper()
		if got, err := d.DecodeAll(packed, nil); err != nil || !bytes.Equal(got, plain) {
			t.Fatalf("%s: decoding gives %d bytes, want the %d packed ones (error %v)", name, len(got), len(plain), err)
		}
		if reference == "" {
			return
		}
		cmd := exec.Command(reference, "-d", "-c")
		cmd.Stdin = bytes.NewReader(packed)
		if got, err := cmd.Output(); err != nil || !bytes.Equal(got, plain) {
			t.Fatalf("%s: the program zstd gives %d bytes, want the %d packed ones (error %v)", name, len(got), len(plain), err)
		}
	}
	for name, plain := range chunks(t) {
		var out bytes.Buffer
		p.Reset(&out)
		for part := range bytes.Lines(plain) {
			if _, err := p.Write(part); err != nil {
				t.Fatal(err)
			}
		}
		if err := p.Close(); err != nil {
			t.Fatal(name, err)
		}
		check(name, out.Bytes(), plain)
		coded, err := p.entropyCoded(nil, plain)
		if err != nil {
			t.Fatal(name, err)
		}
		check(name+", coded", coded, plain)
	}
}

// A chunk with many repetitions is compressed with the search.
func TestPackerSearchesRepetitiveChunks(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	p, err := newPacker()
	if err != nil {
		t.Fatal(err)
	}
	for name, plain := range chunks(t) {
		if len(plain) < sampledSize {
			continue
		}
		p.plain = plain
		want := name == "same" || name == "text"
		if got := p.isCompressible(); got != want {
			t.Errorf("%s: isCompressible is %v, want %v", name, got, want)
		}
	}
}
