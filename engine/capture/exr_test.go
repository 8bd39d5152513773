package capture

import (
	"encoding/binary"
	"image"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func fromHalf(h uint16) float64 {
	sign, exponent, fraction := 1-2*float64(h>>15), int(h>>10&31), float64(h&1023)
	switch exponent {
	case 0:
		return sign * math.Ldexp(fraction, -24)
	case 31:
		if fraction != 0 {
			return math.NaN()
		}
		return sign * math.Inf(1)
	}
	return sign * math.Ldexp(1024+fraction, exponent-25)
}

func TestHalf(t *testing.T) {
	for h := range uint16(0x7c00) {
		for _, sign := range []uint16{0, 0x8000} {
			if got := toHalf(float32(fromHalf(h | sign))); got != h|sign {
				t.Fatalf("%v is converted to %#x, want %#x", fromHalf(h|sign), got, h|sign)
			}
		}
		low, high := fromHalf(h), fromHalf(h+1)
		if h == 0x7bff {
			high = 65536
		}
		middle := float32((low + high) / 2)
		even := h + h&1
		for x, want := range map[float32]uint16{
			middle: even, math.Nextafter32(middle, 0): h, math.Nextafter32(middle, 1e9): h + 1,
		} {
			if got := toHalf(x); got != want {
				t.Fatalf("%v is converted to %#x, want %#x", x, got, want)
			}
		}
	}
	if toHalf(float32(math.Inf(-1))) != 0xfc00 || toHalf(1e30) != 0x7c00 || !math.IsNaN(fromHalf(toHalf(float32(math.NaN())))) {
		t.Error("infinities or NaN are not converted to themselves")
	}
}

// randomChannels returns channels that contain numbers of all magnitudes, and constant parts that compress
// well.
func randomChannels(size image.Point, names string, seed uint64) (channels []Channel) {
	random := rand.New(rand.NewPCG(seed, 1))
	for _, name := range names {
		c := Channel{Name: string(name), Half: name != 'Y', Values: make([]float32, size.X*size.Y)}
		for i := range c.Values {
			c.Values[i] = 0.25
			if i/size.X%40 > 18 {
				c.Values[i] = float32(math.Exp(random.Float64()*16 - 8))
			}
		}
		channels = append(channels, c)
	}
	return channels
}

// TestEXRReadByFFmpeg checks that ffmpeg reads exactly the numbers that were written, as half floats and as
// floats. The last block may have fewer rows.
func TestEXRReadByFFmpeg(t *testing.T) {
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	for names, format := range map[string]string{"RGBA": "gbrapf32le", "BGR": "gbrpf32le", "Y": "grayf32le"} {
		for _, size := range []image.Point{{1, 1}, {33, 16}, {64, 50}} {
			path := filepath.Join(t.TempDir(), "a.exr")
			channels := randomChannels(size, names, uint64(size.X))
			if err := WriteEXR(t.Context(), path, size, channels, &EXRHeader{}); err != nil {
				t.Fatal(err)
			}
			out, err := exec.Command("ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", format, "-").Output()
			if err != nil {
				t.Fatalf("%s %v: %v", names, size, err)
			}
			n := size.X * size.Y
			if len(out) != 4*n*len(channels) {
				t.Fatalf("%s %v: ffmpeg gives %d bytes, want four per pixel and channel", names, size, len(out))
			}
			for _, c := range channels {
				plane := strings.Index(map[string]string{"RGBA": "GBRA", "BGR": "GBR", "Y": "Y"}[names], c.Name)
				for i, want := range c.Values {
					if c.Half {
						want = float32(fromHalf(toHalf(want)))
					}
					got := math.Float32frombits(binary.LittleEndian.Uint32(out[4*(plane*n+i):]))
					if got != want {
						t.Fatalf("%s %v: %s of pixel %d is %v, want %v", names, size, c.Name, i, got, want)
					}
				}
			}
			checkOnlyFile(t, path)
		}
	}
}

func TestEXRWithOtherChannels(t *testing.T) {
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		t.Skip(err)
	}
	size := image.Pt(40, 30)
	channels := append(randomChannels(size, "RGBA", 3), Channel{Name: "Z", Values: make([]float32, 1200)}, Channel{Name: "id", Values: make([]float32, 1200)})
	path := filepath.Join(t.TempDir(), "a.exr")
	if err := WriteEXR(t.Context(), path, size, channels, &EXRHeader{}); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "gbrapf32le", "-").Output()
	if err != nil || len(out) != 16*1200 {
		t.Fatalf("ffmpeg gives %d bytes (error %v), want 19,200", len(out), err)
	}
	green := channels[1].Values[1199]
	if got := math.Float32frombits(binary.LittleEndian.Uint32(out[4*1199:])); got != float32(fromHalf(toHalf(green))) {
		t.Errorf("green is read as %v, want %v", got, green)
	}
	if err := WriteEXR(t.Context(), path, size, []Channel{{Name: "R", Values: make([]float32, 7)}}, &EXRHeader{}); err == nil {
		t.Error("a channel with too few values was accepted")
	}
}
