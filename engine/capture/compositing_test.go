package capture

import (
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestMurmur3(t *testing.T) {
	for text, want := range map[string]uint32{
		"": 0, "hello": 0x248bfa47, "hello, world": 0x149bbb7f, "The quick brown fox jumps over the lazy dog": 0x2e4ff723, "CryptoObject": 0x3ae39a5 << 4,
	} {
		got := murmur3([]byte(text))
		if text == "CryptoObject" {
			got &^= 15
		}
		if got != want {
			t.Errorf("the hash of %q is %08x, want %08x", text, got, want)
		}
	}
}

// A matte stores the fraction of each pixel that each object covers, the largest fraction first.
// Its manifest maps each name to the id that the channels contain. No id is NaN or subnormal when
// read as a float32.
func TestMatte(t *testing.T) {
	m := NewMatte(image.Pt(2, 1))
	for _, picture := range [][]float32{{7, -1}, {3, -1}, {7, 3}, {-1, 3}} {
		m.Add(picture)
	}
	name := func(object int32) string { return fmt.Sprintf("bird %d", object) }
	values := map[string][]float32{}
	for _, c := range m.Channels(name) {
		values[c.Name] = c.Values
	}
	attributes, err := m.Attributes(name)
	if err != nil {
		t.Fatal(err)
	}
	var manifest map[string]string
	if err := json.Unmarshal([]byte(attributes[3].Text), &manifest); err != nil || len(manifest) != 2 || !strings.HasSuffix(attributes[3].Name, "/manifest") {
		t.Fatalf("the attributes are %v (error %v), want the names of two birds", attributes, err)
	}
	for channel, want := range map[string][2]any{
		"CryptoObject00.R": {"bird 7", "bird 3"}, "CryptoObject00.G": {0.5, 0.5},
		"CryptoObject00.B": {"bird 3", 0.0}, "CryptoObject00.A": {0.25, 0.0},
		"CryptoObject01.R": {0.0, 0.0}, "CryptoObject02.A": {0.0, 0.0},
	} {
		for i, w := range want {
			got := values[channel][i]
			if text, isName := w.(string); isName {
				if id := fmt.Sprintf("%08x", math.Float32bits(got)); id != manifest[text] || math.IsNaN(float64(got)) || math.Abs(float64(got)) < 0x1p-126 {
					t.Errorf("%s of pixel %d is %s, want %s of %s", channel, i, id, manifest[text], text)
				}
			} else if float64(got) != w.(float64) {
				t.Errorf("%s of pixel %d is %v, want %v", channel, i, got, w)
			}
		}
	}
}

func TestHeaderReadByOpenEXR(t *testing.T) {
	program, err := exec.LookPath("exrheader")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip("left out: exrheader is missing: make test-deps installs it")
	}
	size := image.Pt(8, 4)
	path := filepath.Join(t.TempDir(), "a.exr")
	toCamera, toPicture := [16]float32{0: 1, 5: 2, 10: -1, 12: 7, 15: 1}, [16]float32{0: 0.5, 15: 1}
	header := &EXRHeader{
		FramesPerSecond: [2]int32{30000, 1001}, TimeCode: "12:34:56:07", WorldToCamera: &toCamera, WorldToNDC: &toPicture,
		Strings: []Note{{Name: "cryptomatte/3ae39a5/manifest", Text: strings.Repeat("long ", 20000)}},
	}
	if err := WriteEXR(t.Context(), path, size, randomChannels(size, "RGBA", 2), header, Note{Name: "skein.size", Text: "8x4"}); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(program, path).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	text := strings.Join(strings.Fields(string(out)), " ")
	for _, want := range []string{
		"red (0.64 0.33)", "white (0.3127 0.329)", "framesPerSecond (type rational): 30000/1001", "time 12:34:56:07", "drop frame 0",
		"worldToCamera (type m44f): (1 0 0 0 0 2 0 0 0 0 -1 0 7 0 0 1)", "worldToNDC (type m44f): (0.5 0", "long long", `skein.size (type string): "8x4"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("exrheader prints no %q:\n%.2000s", want, out)
		}
	}
	if notes, err := ReadNotes(path); err != nil || notes["skein.size"] != "8x4" {
		t.Errorf("the notes are %v (error %v)", notes, err)
	}
}

// ffmpeg must report the requested codec and its pixel format. A gradient with 16 bits per channel must
// keep more steps than 8 bits can store.
func TestDeepVideo(t *testing.T) {
	needsFFmpeg(t)
	const w, h = 641, 120
	img := image.NewNRGBA64(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.SetNRGBA64(x, y, color.NRGBA64{R: uint16(20000 + 8*x), G: uint16(20000 + 8*x), B: uint16(20000 + 8*x), A: math.MaxUint16})
		}
	}
	names, endings := Codecs()
	for _, name := range names {
		for _, ending := range endings[name] {
			path := filepath.Join(t.TempDir(), "a"+ending)
			v, err := NewVideo(path, VideoOptions{Size: image.Pt(w, h), FPS: "24", Codec: name, TimeCode: "00:00:41:17"})
			if err != nil {
				t.Fatal(err)
			}
			if err := v.Add(image.NewNRGBA(img.Rect)); err == nil {
				t.Errorf("%s: an image with 8 bits was accepted", name)
			}
			for range 2 {
				if err := v.Add(img); err != nil {
					t.Fatal(err)
				}
			}
			if err := v.Close(); err != nil {
				t.Fatalf("%s%s: %v", name, ending, err)
			}
			message, err := exec.Command("ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "stream=codec_name,pix_fmt,color_space", "-of", "csv=p=0", path).Output()
			want := map[string]string{"prores": "prores,yuv444p12le,bt709" /* ffmpeg reads ProRes 4444 in this pixel format */, "hevc": "hevc,yuv420p10le,bt709", "dnxhr": "dnxhd,yuv422p10le,bt709"}[name]
			if err != nil || strings.TrimSpace(string(message)) != want {
				t.Errorf("%s%s is %s (error %v), want %s", name, ending, message, err, want)
			}
			raw, err := exec.Command("ffmpeg", "-v", "error", "-i", path, "-frames:v", "1", "-pix_fmt", "gray16le", "-f", "rawvideo", "-").Output()
			if err != nil || len(raw) < 2*w {
				t.Fatalf("%s%s: ffmpeg gives %d bytes (error %v)", name, ending, len(raw), err)
			}
			steps := map[uint16]bool{}
			for x := range w {
				steps[uint16(raw[2*x])|uint16(raw[2*x+1])<<8] = true
			}
			if in8 := 8 * w >> 8; len(steps) < 2*in8 {
				t.Errorf("%s%s: a gradient has %d steps, want more than twice the %d of 8 bits", name, ending, len(steps), in8)
			}
		}
	}
	for path, o := range map[string]VideoOptions{"a.mp4": {Codec: "prores"}, "a.mov": {Codec: "dnxhr", Alpha: true}, "b.mov": {Codec: "none"}, "c.mov": {Codec: "dnxhr"}} {
		if o.Size, o.FPS = image.Pt(8, 8), "30"; codecError(path, o) == nil {
			t.Errorf("%s with %+v was accepted", path, o)
		}
	}
}

func codecError(path string, o VideoOptions) error {
	_, err := codecArgs(path, o)
	return err
}
