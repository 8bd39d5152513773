package tracks

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

func trexFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	names, err := filepath.Glob("testdata/trex/*.base64")
	if err != nil || len(names) != 3 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		data, err := base64.StdEncoding.DecodeString(string(text)) // DecodeString ignores line ends
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, strings.TrimSuffix(filepath.Base(name), ".base64")), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// testdata/trex.py wrote the files with NumPy. Fish 1 is missing in the first and fourth frame. Y points down
// in the video, so fish 0 goes east and south.
func TestTRex(t *testing.T) {
	dir, three := trexFolder(t), 0.3
	tracks, frames := all(t, dir, Options{Height: &three})
	if tracks.FPS != 25 || tracks.Rows != 6 || len(frames) != 4 {
		t.Fatalf("there are %d rows and %d frames at %d a second, want 6, 4 and 25", tracks.Rows, len(frames), tracks.FPS)
	}
	for k, ids := range [][]int32{{0}, {0, 1}, {0, 1}, {0}} {
		if !slices.Equal(frames[k].IDs, ids) {
			t.Errorf("frame %d has the birds %v, want %v", k+1, frames[k].IDs, ids)
		}
	}
	for _, c := range []struct {
		frame, id int
		want      mgl32.Vec3
	}{{0, 0, mgl32.Vec3{0, 0.3, 0.05}}, {3, 0, mgl32.Vec3{0.03, 0.3, 0.08}}, {1, 1, mgl32.Vec3{0.105, 0.3, 0.01}}, {2, 1, mgl32.Vec3{0.115, 0.3, 0.02}}} {
		if got := positionOf(t, &frames[c.frame], c.id); got.Sub(c.want).Len() > 1e-6 {
			t.Errorf("frame %d: bird %d is at %v, want %v", c.frame+1, c.id, got, c.want)
		}
	}
	if _, frames = all(t, filepath.Join(dir, "video_fish1.npz"), Options{Unit: 1}); len(frames) != 2 || frames[0].Pos[0] != (mgl32.Vec3{10.5, 20, 1}) {
		t.Errorf("one file in metres: %v", frames)
	}
}

// trexText is a CSV file of TRex, with units in the names and infinite positions of a missing individual.
const trexText = "frame,missing,time,X (cm),Y (cm),X#wcentroid (cm),Y#wcentroid (cm),SPEED#wcentroid (cm/s)\n" +
	"0,0,0,9,9,0,5,1\n1,0,0.04,9,9,1,6,1\n2,1,0.08,inf,inf,inf,inf,inf\n3,0,0.12,9,9,3,8,1\n"

// Each CSV file of a folder is a bird, like each npz file. Y points down in the video.
func TestTRexText(t *testing.T) {
	dir, three := t.TempDir(), 0.3
	for name, text := range map[string]string{
		"video_fish0.csv": trexText, "video_fish1.csv": strings.ReplaceAll(trexText, ",5,1\n", ",20,1\n"), "video_posture_fish0.csv": "a\n1\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tracks, frames := all(t, dir, Options{Height: &three})
	if tracks.FPS != 25 || tracks.Rows != 6 || len(frames) != 4 {
		t.Fatalf("there are %d rows and %d frames at %d a second, want 6, 4 and 25", tracks.Rows, len(frames), tracks.FPS)
	}
	if !slices.Equal(frames[0].IDs, []int32{0, 1}) {
		t.Errorf("the first frame has the birds %v, want 0 and 1", frames[0].IDs)
	}
	south := func(id int) float32 { return positionOf(t, &frames[0], id)[2] }
	if south(0) != 0.05 || south(1) != 0.2 {
		t.Errorf("the birds are %g and %g m to the south, want 0.05 and 0.2", south(0), south(1))
	}
}

// A single file is recognized by its columns. Without times, frames need a rate.
func TestTRexTextAlone(t *testing.T) {
	for text, o := range map[string]Options{
		trexText: {},
		strings.NewReplacer("time,", "tide,", "X (cm),Y (cm),X#wcentroid (cm),Y#wcentroid (cm)", "VX,VY,X (cm),Y (cm)").Replace(trexText): {FPS: 25},
		strings.ReplaceAll(strings.ReplaceAll(trexText, ",", ";"), "0.", "0,"):                                                            {},
		"# from a script\n" + strings.ReplaceAll(trexText, ",", "\t"):                                                                     {},
		strings.Replace(trexText, "X (cm),Y (cm)", "X (px),Y (px)", 1):                                                                    {},
		"\ufeff" + strings.ReplaceAll(trexText, " (cm)", ""):                                                                              {},
	} {
		tracks, frames := all(t, save(t, "clip_id7.csv", text), o)
		if tracks.FPS != 25 || tracks.Rows != 3 || !slices.Equal(frames[0].IDs, []int32{7}) {
			t.Errorf("%s: %d rows at %d a second of the birds %v, want 3 at 25 of bird 7", text, tracks.Rows, tracks.FPS, frames[0].IDs)
		}
		if x := frames[3].Pos[0][0]; x != 0.03 {
			t.Errorf("%s: in the last frame the bird is %g m to the east, want 0.03", text, x)
		}
	}
}

func TestTRexTextRefused(t *testing.T) {
	noTime := strings.Replace(trexText, "1,0,0.04,9,9,1,6,1", "1,0,,9,9,1,6,1", 1)
	for text, want := range map[string]string{
		strings.ReplaceAll(trexText, "time,", "tide,"): ": contains frame numbers but no times; give the frames per second with --fps",
		strings.ReplaceAll(trexText, "(cm)", "(px)"):   ": the positions in X#wcentroid (px) are pixels; export them from TRex in centimetres",
		"X#wcentroid,time\n1,2\n":                      ": must contain X#wcentroid, Y#wcentroid, and time or frame, as TRex writes them",
		trexText + "4,\"" + strings.Repeat("0", 3<<20): ": the row after line 5 is longer than 1048576 bytes: is a quotation mark missing?",
		trexText + "1,2\n":                             ": line 6 has 2 columns instead of 8 as in the first line",
		noTime:                                         ": row 2: time is missing: give a number (--skip-missing skips such rows)",
		strings.Replace(noTime, ",,", ",inf,", 1):      ": row 2: time is not finite: must be a number (--skip-missing skips such rows)",
	} {
		path := save(t, "clip_id7.csv", text)
		if _, err := Read(context.Background(), path, Options{}); err == nil || err.Error() != path+want {
			t.Errorf("the error is %v, want %s", err, path+want)
		}
	}
	tracks, frames := all(t, save(t, "clip_id7.csv", noTime), Options{Skip: true, FPS: 25, Bridge: 1})
	if tracks.Rows != 3 || len(frames) != 4 || frames[3].Pos[0][0] != 0.03 {
		t.Errorf("without the row that has no time: %d rows and %d frames, want 3 and 4", tracks.Rows, len(frames))
	}
	if want := "skipped 1 of 3 rows without a readable position or time; the first is row 2"; !slices.Contains(tracks.Notes, want) {
		t.Errorf("the notes are %q, want %q", tracks.Notes, want)
	}
}

// A table with birds or heights is not a file of TRex, although it has some of its columns.
func TestNotTRexText(t *testing.T) {
	const table = "id,time,X,Y,Z,missing\n3,0,1,2,4,0\n5,0,6,7,8,0\n3,0.1,1.5,2,4,0\n5,0.1,6,7,8,0\n"
	_, frames := all(t, save(t, "table9.csv", table), Options{})
	if len(frames) != 2 || positionOf(t, &frames[1], 3) != (mgl32.Vec3{1.5, 4, -2}) || positionOf(t, &frames[0], 5) != (mgl32.Vec3{6, 8, -7}) {
		t.Errorf("a table with birds and heights: %v", frames)
	}
	const joined = "id,time,missing,X (cm),Y (cm),X#wcentroid (cm),Y#wcentroid (cm)\n3,0,0,9,9,1,2\n5,0,0,9,9,6,7\n3,0.1,0,9,9,1.5,2\n5,0.1,0,9,9,6,7\n"
	three := 3.0
	_, frames = all(t, save(t, "joined9.csv", joined), Options{Columns: map[Column]string{X: "X#wcentroid", Y: "Y#wcentroid"}, Height: &three})
	if len(frames) != 2 || positionOf(t, &frames[1], 3) != (mgl32.Vec3{1.5, 3, -2}) || positionOf(t, &frames[0], 5) != (mgl32.Vec3{6, 3, -7}) {
		t.Errorf("files of TRex that were joined: %v", frames)
	}
	given := Options{Columns: map[Column]string{ID: "SPEED#wcentroid", X: "X", Y: "Y"}, Height: &three}
	if _, frames = all(t, save(t, "clip_id7.csv", strings.ReplaceAll(trexText, "2,1,0.08,inf,inf,inf,inf,inf\n", "")), given); frames[0].Pos[0] != (mgl32.Vec3{9, 3, -9}) {
		t.Errorf("a file of TRex with given columns: %v", frames)
	}
}

// npz returns an npz file with positions on the line x = y.
func npz(t *testing.T, x, times []float64) string {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for name, values := range map[string][]float64{"X": x, "Y": x, "time": times} {
		header := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%d,)}\n", len(values))
		data := binary.LittleEndian.AppendUint16([]byte("\x93NUMPY\x01\x00"), uint16(len(header)))
		data = append(data, header...)
		for _, v := range values {
			data = binary.LittleEndian.AppendUint64(data, math.Float64bits(v))
		}
		w, err := z.Create(name + ".npy")
		if err == nil {
			_, err = w.Write(data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestTRexRefused(t *testing.T) {
	dir := trexFolder(t)
	data, err := os.ReadFile(filepath.Join(dir, "video_fish0.npz"))
	if err != nil {
		t.Fatal(err)
	}
	twice := filepath.Dir(save(t, "a_fish0.npz", string(data)))
	if err := os.WriteFile(filepath.Join(twice, "b_fish0.npz"), data, 0o644); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		t.TempDir(): "contains no tracks; a folder must contain npz or CSV files from TRex",
		twice:       "b_fish0.npz: bird 0 is also in a_fish0.npz",
		save(t, "a0.npz", npz(t, []float64{0, 1, 2}, []float64{0, math.NaN(), 2})): "row 2: time is not finite: must be a number (--skip-missing",
		filepath.Join(dir, "video_posture_fish0.npz"):                              "must contain X#wcentroid, Y#wcentroid, and time or frame",
		save(t, "cut.npz", string(data[:len(data)/2])):                             "not an npz file, or a damaged one",
		save(t, "kind.npz", strings.ReplaceAll(string(data), "'<f8'", "'>f8'")):    "array time",
		filepath.Join(t.TempDir(), "none.npz"):                                     "no such file",
	} {
		if _, err := Read(context.Background(), path, Options{}); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: the error is %v, want %s", path, err, want)
		}
	}
	for index := range data { // damaged data may give an error but must not panic
		bad := slices.Clone(data)
		bad[index] ^= 0x55
		_, _ = Read(context.Background(), save(t, "bad.npz", string(bad)), Options{})
	}
}

func TestArraysRefused(t *testing.T) {
	const head = "\x93NUMPY\x01\x00"
	for _, text := range []string{
		"", head, head + "\xff\xff{}", "\x93NUMPY\x02\x00\xff\xff\xff\xff{}",
		head + "\x2c\x00{'descr': '<f8', 'shape': (9999999999999,)} ",
		head + "\x28\x00{'descr': '<f8', 'shape': (2, 3)}       12345678",
		head + "\x28\x00{'descr': '<c8', 'shape': (1,)}         12345678",
		head + "\x28\x00{'descr': '<f8', 'shape': (2,)}         12345678",
	} {
		if all, err := parseArray([]byte(text)); err == nil {
			t.Errorf("%q gives %v, want an error", text, all)
		}
	}
}
