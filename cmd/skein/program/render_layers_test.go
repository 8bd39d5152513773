//go:build cgo

package program

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// exrLayers contains the channels of a picture in alphabetical order. OpenEXR's own library has read them.
type exrLayers struct {
	width, height int
	channels      map[string][]float64
}

// readEXR unpacks a picture with OpenEXR's program exrmaketiled and returns its channels. The string names
// must list all channels in alphabetical order, and half those whose values are half floats.
func readEXR(t *testing.T, path string, width, height int, names, half string) exrLayers {
	t.Helper()
	plain := filepath.Join(t.TempDir(), "plain.exr")
	if out, err := exec.Command("exrmaketiled", "-o", "-z", "none", "-t", fmt.Sprint(width), fmt.Sprint(height), path, plain).CombinedOutput(); err != nil {
		t.Fatalf("exrmaketiled: %v: %s", err, out)
	}
	data, err := os.ReadFile(plain)
	if err != nil {
		t.Fatal(err)
	}
	list, size := strings.Fields(names), 0
	isHalf := func(name string) bool { return strings.Contains(" "+half+" ", " "+name+" ") }
	for _, name := range list {
		size += map[bool]int{true: 2, false: 4}[isHalf(name)]
	}
	data = data[len(data)-width*height*size:]
	l := exrLayers{width, height, map[string][]float64{}}
	for range height {
		for _, name := range list {
			for range width {
				if isHalf(name) {
					l.channels[name] = append(l.channels[name], halfFloat(binary.LittleEndian.Uint16(data)))
					data = data[2:]
				} else {
					l.channels[name] = append(l.channels[name], float64(math.Float32frombits(binary.LittleEndian.Uint32(data))))
					data = data[4:]
				}
			}
		}
	}
	return l
}

// halfFloat returns the value of a finite half float by its definition.
func halfFloat(h uint16) float64 {
	sign, exponent, fraction := 1-2*float64(h>>15), int(h>>10&31), float64(h&1023)
	if exponent == 0 {
		return sign * math.Ldexp(fraction, -24)
	}
	return sign * math.Ldexp(1024+fraction, exponent-25)
}

// leadsTo follows the motion of each pixel of a bird, multiplied by factor, to the next picture. It returns
// the number of pixels that end at the same bird, and the number of all pixels of birds.
func (l *exrLayers) leadsTo(next *exrLayers, factor float64) (found, all int) {
	for i, id := range l.channels["id"] {
		x := i%l.width + int(math.Round(factor*l.channels["forward.u"][i]))
		y := i/l.width - int(math.Round(factor*l.channels["forward.v"][i]))
		if id < 0 || x < 1 || y < 1 || x >= l.width-1 || y >= l.height-1 {
			continue
		}
		all++
		for k := range 9 { // the pixel and its neighbours, for edges
			if next.channels["id"][(y+k/3-1)*l.width+x+k%3-1] == id {
				found++
				break
			}
		}
	}
	return found, all
}

// OpenEXR's own programs read the layers. The motion of a bird's pixel leads to the same bird in the next
// picture, even between recorded frames and with motion blur. In the last picture, the motion is about the
// same as in the picture before. Normals are unit vectors, and the normal of the ground points up.
func TestRenderLayers(t *testing.T) {
	needsGL(t)
	for _, program := range []string{"exrmaketiled", "exrinfo"} {
		if _, err := exec.LookPath(program); err != nil {
			if os.Getenv("CI") != "" {
				t.Fatal(err)
			}
			t.Skip(err)
		}
	}
	dir := t.TempDir()
	rec := filepath.Join(dir, "run.mcap")
	must(t, "record", "murmuration", "--count", "60", "-o", rec, "--seconds", "1", "-q")
	camera := filepath.Join(dir, "camera.toml") // the camera moves past the flock
	text := "version = 1\n[[key]]\ntime = 0\nposition = [18, 8, 24]\ntarget = [6, 9, 27]\nfov = 40\n[[key]]\ntime = 1\nposition = [18, 9, 26]\ntarget = [7, 9, 28]\nfov = 36\n"
	if err := os.WriteFile(camera, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	const names, half = "A B G N.X N.Y N.Z R Z forward.u forward.v id", "A B G N.X N.Y N.Z R"
	for _, c := range []struct {
		flags string
		first int
	}{
		{"", 28}, {"--fps 20", 8}, {"--samples 4 --transparent", 1},
	} {
		path := filepath.Join(dir, fmt.Sprint("from", c.first), "##.exr")
		frames := fmt.Sprintf("%d-%d", c.first, c.first+2)
		must(t, append([]string{"render", rec, "-o", path, "--size", "320x180", "--camera", camera, "--layers", "normal,motion", "--frames", frames, "-q"}, strings.Fields(c.flags)...)...)
		var all []exrLayers
		for k := range 3 {
			all = append(all, readEXR(t, strings.Replace(path, "##", fmt.Sprintf("%02d", c.first+k), 1), 320, 180, names, half))
		}
		for k := range 2 {
			found, pixels := all[k].leadsTo(&all[k+1], 1)
			if pixels < 500 || found < pixels*96/100 {
				t.Errorf("%s: %d of %d pixels of picture %d lead to the same bird in the next one, want 96 of 100 pixels and at least 500", c.flags, found, pixels, k)
			}
			for _, wrong := range []float64{0, -1} {
				if lost, _ := all[k].leadsTo(&all[k+1], wrong); lost > found*7/10 {
					t.Errorf("%s: with %v times the motion, %d pixels of picture %d lead to the same bird, almost as many as %d", c.flags, wrong, lost, k, found)
				}
			}
		}
		last, before := all[2], all[1]
		ids := map[float64][2]float64{}
		for i, id := range before.channels["id"] {
			ids[id] = [2]float64{before.channels["forward.u"][i], before.channels["forward.v"][i]}
		}
		near, birds := 0, 0
		for i, id := range last.channels["id"] {
			if old, there := ids[id]; there && id >= 0 {
				birds++
				if math.Hypot(last.channels["forward.u"][i]-old[0], last.channels["forward.v"][i]-old[1]) < 3 {
					near++
				}
			}
		}
		if c.first == 28 && near < birds*8/10 { // picture 30 is the last of the recording
			t.Errorf("%s: of %d pixels, the motion of %d is about the same in the last picture as in the one before, want 80 of 100", c.flags, birds, near)
		}
		ground, up := 0, 0
		for i, z := range last.channels["Z"] {
			n := [3]float64{last.channels["N.X"][i], last.channels["N.Y"][i], last.channels["N.Z"][i]}
			size, want := math.Sqrt(n[0]*n[0]+n[1]*n[1]+n[2]*n[2]), 1.0
			if z > 1e9 {
				want = 0
			} else if last.channels["id"][i] == -1 {
				ground++
				up += int(n[1])
			}
			if math.Abs(size-want) > 2e-3 {
				t.Fatalf("%s: the normal of a pixel at %v m has the length %v, want %v", c.flags, z, size, want)
			}
		}
		if up < ground*8/10 { // the other pixels show plants
			t.Errorf("%s: of %d pixels of the ground, %d have a normal that points up, want 80 of 100", c.flags, ground, up)
		}
	}
	// The exit status of exrinfo 3.1.5 is random.
	out, err := exec.Command("exrinfo", filepath.Join(dir, "from28", "28.exr")).CombinedOutput()
	if text := string(out); !strings.Contains(text, "11 channels") || !strings.Contains(text, "forward.u") || !strings.Contains(text, "N.X") {
		t.Errorf("exrinfo prints (error %v):\n%s", err, out)
	}
}

// The flag --layers is refused with a reason if the output has no layers. --resume does not accept a
// picture that has other layers.
func TestRenderLayersRefused(t *testing.T) {
	needsGL(t)
	dir := t.TempDir()
	rec := filepath.Join(dir, "run.mcap")
	must(t, "record", "murmuration", "--count", "10", "-o", rec, "--seconds", "0.1", "-q")
	for flags, want := range map[string]string{
		"-o " + dir + "/a.png --layers normal":              "--layers only works with .exr pictures",
		"-o " + dir + "/a.exr --layers depth":               `"depth": must be normal, motion or both, such as normal,motion`,
		"-o " + dir + "/a.svg --figure top --layers motion": "--layers",
	} {
		if code, _, msg := skein(append([]string{"render", rec}, strings.Fields(flags)...)...); code != exitUsage || !strings.Contains(msg, want) {
			t.Errorf("%s: exit code %d, message %q; want %q", flags, code, msg, want)
		}
	}
	path := filepath.Join(dir, "####.exr")
	must(t, "render", rec, "-o", path, "--size", "32x18", "--layers", "motion", "--frames", "1", "-q")
	code, _, msg := skein("render", rec, "-o", path, "--size", "32x18", "--layers", "motion,normal", "--resume", "-q")
	if code != exitFailed || !strings.Contains(msg, "was drawn with layers motion, not normal,motion") {
		t.Errorf("other layers: exit code %d, message %q", code, msg)
	}
	code, _, msg = skein("render", rec, "-o", path, "--size", "32x18", "--resume", "-q")
	if code != exitFailed || !strings.Contains(msg, "was drawn with layers motion, which this command does not ask for") {
		t.Errorf("without layers: exit code %d, message %q", code, msg)
	}
	must(t, "render", rec, "-o", path, "--size", "32x18", "--layers", "motion", "--resume", "-q")
}
