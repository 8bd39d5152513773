package tracks

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/parquet-go/parquet-go"

	"skein/flock"
)

func save(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func all(t testing.TB, path string, o Options) (*Tracks, []flock.Snapshot) {
	t.Helper()
	tracks, err := Read(context.Background(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	frames := make([]flock.Snapshot, tracks.Frames)
	for k := range frames {
		tracks.Frame(k, &frames[k])
	}
	return tracks, frames
}

func positionOf(t testing.TB, s *flock.Snapshot, id int) mgl32.Vec3 {
	t.Helper()
	i, there := s.Index(id)
	if !there {
		t.Fatalf("bird %d is missing at tick %d; the ids are %v", id, s.Tick, s.IDs)
	}
	return s.Pos[i]
}

// The same two birds in different formats give the same tracks. With Z up, bird 3 moves from (1, 2, 3) to
// (1.5, 2, 3.25), and bird 5 from (4, 5, 6) to (4.5, 5, 6.25).
func TestTableFormats(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		o    Options
	}{
		"names":     {text: "id,t,x,y,z\n3,0,1,2,3\n5,0,4,5,6\n3,0.1,1.5,2,3.25\n5,0.1,4.5,5,6.25\n"},
		"other":     {text: "Bird ID;Time (s);Pos X [m];Pos.Y;position_z\n3;0;1;2;3\n5;0;4;5;6\n3;0,1;1,5;2;3,25\n5;0,1;4,5;5;6,25\n"},
		"tabs":      {text: "track\tseconds\tx\ty\tz\n3\t0\t1\t2\t3\n5\t0\t4\t5\t6\n3\t0.1\t1.5\t2\t3.25\n5\t0.1\t4.5\t5\t6.25\n"},
		"unsorted":  {text: "x,y,z,t,id\n4.5,5,6.25,0.1,5\n1,2,3,0,3\n1.5,2,3.25,0.1,3\n4,5,6,0,5\n"},
		"numbered":  {text: "# made by hand\n 3 0.0 1 2 3\n 5 0.0 4 5 6\n\n 3 0.1 1.5 2 3.25\n 5 0.1 4.5 5 6.25\n", o: Options{Columns: map[Column]string{ID: "1", Time: "2", X: "3", Y: "4", Z: "5"}}},
		"chosen":    {text: "who,when,east,north,z\n3,0,1,2,3\n5,0,4,5,6\n3,0.1,1.5,2,3.25\n5,0.1,4.5,5,6.25\n", o: Options{Columns: map[Column]string{ID: "who", Time: "when", X: "east", Y: "North"}}},
		"frames":    {text: "id,frame,x,y,z\n3,7,1,2,3\n5,7,4,5,6\n3,8,1.5,2,3.25\n5,8,4.5,5,6.25\n", o: Options{FPS: 10}},
		"unit":      {text: "id,t,x,y,z\n3,0,100,200,300\n5,0,400,500,600\n3,0.1,150,200,325\n5,0.1,450,500,625\n", o: Options{Unit: 0.01}},
		"y up":      {text: "id,t,x,y,z\n3,0,1,3,-2\n5,0,4,6,-5\n3,0.1,1.5,3.25,-2\n5,0.1,4.5,6.25,-5\n", o: Options{Up: "y"}},
		"dates":     {text: "id,timestamp,x,y,z\n3,2019-06-01T05:20:59.950Z,1,2,3\n5,2019-06-01T05:20:59.950Z,4,5,6\n3,2019-06-01T05:21:00.05Z,1.5,2,3.25\n5,2019-06-01T05:21:00.05Z,4.5,5,6.25\n"},
		"mark":      {text: "\ufeffid,t,x,y,z\r\n3,0,1,2,3\r\n5,0,4,5,6\r\n3,0.1,1.5,2,3.25\r\n5,0.1,4.5,5,6.25"},
		"quotes":    {text: "\"id\",\"t\",\"note\",\"x\",\"y\",\"z\"\n3,0,\"a, b\",1,2,3\n5,0,,4,5,6\n3,0.1,,1.5,2,3.25\n5,0.1,\"c\",4.5,5,6.25\n"},
		"with gaps": {text: "id,t,x,y,z\n3,0,1,2,3\n5,0,4,5,6\n3,0.05,NaN,NaN,NaN\n5,0.05,,,\n3,0.1,1.5,2,3.25\n5,0.1,4.5,5,6.25\n", o: Options{Skip: true}},
	} {
		tracks, frames := all(t, save(t, "tracks.csv", c.text), c.o)
		if tracks.FPS != 10 || len(frames) != 2 || tracks.Birds != 2 {
			t.Errorf("%s: there are %d frames of %d birds at %d a second, want 2, 2 and 10", name, len(frames), tracks.Birds, tracks.FPS)
			continue
		}
		for k, want := range [][2]mgl32.Vec3{{{1, 3, -2}, {4, 6, -5}}, {{1.5, 3.25, -2}, {4.5, 6.25, -5}}} {
			if got := [2]mgl32.Vec3{positionOf(t, &frames[k], 3), positionOf(t, &frames[k], 5)}; got != want {
				t.Errorf("%s: frame %d: the birds are at %v, want %v", name, k+1, got, want)
			}
		}
	}
}

// A Parquet file of another program, with times in microseconds and names of birds, can be read.
func TestParquet(t *testing.T) {
	type row struct {
		Tag  string  `parquet:"tag"`
		When int64   `parquet:"timestamp,timestamp(microsecond)"`
		X    float64 `parquet:"x"`
		Y    float32 `parquet:"y"`
		Z    int32   `parquet:"z"`
		More *string `parquet:"more"`
	}
	path := filepath.Join(t.TempDir(), "tracks.parquet")
	rows := []row{{Tag: "b", When: 1e15, X: 1, Y: 2, Z: 3}, {Tag: "a", When: 1e15, X: 4, Y: 5, Z: 6}, {Tag: "b", When: 1e15 + 1e5, X: 1.5, Y: 2, Z: 4}, {Tag: "a", When: 1e15 + 1e5, X: 4, Y: 5, Z: 7}}
	if err := parquet.WriteFile(path, rows); err != nil {
		t.Fatal(err)
	}
	tracks, frames := all(t, path, Options{})
	if len(frames) != 2 || tracks.FPS != 10 || positionOf(t, &frames[1], 1) != (mgl32.Vec3{1.5, 4, -2}) || positionOf(t, &frames[1], 0) != (mgl32.Vec3{4, 7, -5}) {
		t.Errorf("there are %d frames at %d a second, want 2 at 10: %v", len(frames), tracks.FPS, frames)
	}
	if want := [][2]string{{"1", "b"}, {"0", "a"}}; !slices.Equal(tracks.Names, want) {
		t.Errorf("%v, want %v", tracks.Names, want)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{8, len(data) / 2, len(data) - 8} {
		cut := save(t, "cut.parquet", string(data[:n]))
		if _, err := Read(context.Background(), cut, Options{}); err == nil || !strings.Contains(err.Error(), cut) {
			t.Errorf("cut at %d bytes, the table gives the error %v, want one that names the file", n, err)
		}
	}
	for index := range len(data) {
		bad := slices.Clone(data)
		bad[index] ^= 0x55
		_, _ = Read(context.Background(), save(t, "bad.parquet", string(bad)), Options{}) // damaged data may give an error but must not panic
	}
}

// manySpecies returns rows of birds, each with its own species except the first.
func manySpecies(n int) (text string) {
	for k := range n {
		text += fmt.Sprintf("%d,0,1,2,3,s%d\n", k, k+1)
	}
	return text
}

// Invalid contents are an error of one line with the file and the row.
func TestInvalidTables(t *testing.T) {
	const head = "id,t,x,y,z\n1,0,1,2,3\n"
	for name, c := range map[string]struct {
		text string
		o    Options
		want string
	}{
		"empty":         {text: "", want: "no rows: the file is empty"},
		"head alone":    {text: "id,t,x,y,z\n", want: "no rows"},
		"no bird":       {text: "t,x,y,z\n0,1,2,3\n", want: "no column for the bird among t, x, y, z; name it with --columns id=…"},
		"no time":       {text: "id,x,y,z\n1,1,2,3\n", want: "no column for the time"},
		"no place":      {text: "id,t,x,z\n1,1,2,3\n", want: "no column for the position"},
		"no latitude":   {text: "id,t,lon,alt\n1,1,2,3\n", want: "no column for the position"},
		"no height":     {text: "id,t,lon,lat,alt\n1,1,2,3,\n", want: ":2: height is missing"},
		"a plane, y up": {text: "id,t,x,y\n1,1,2,3\n", o: Options{Up: "y"}, want: "omit --up y"},
		"all heights":   {text: head, o: Options{Height: new(float64)}, want: "every row has a height; omit --height"},
		"no names":      {text: "1,0,1,2,3\n", want: "no column for the bird among 5 columns without names"},
		"no column":     {text: head, o: Options{Columns: map[Column]string{X: "east"}}, want: `x: there is no column "east": the columns are id, t, x, y, z`},
		"no sixth":      {text: head, o: Options{Columns: map[Column]string{X: "6"}}, want: "x: no column 6: the columns are 1 to 5"},
		"frames":        {text: "id,frame,x,y,z\n1,0,1,2,3\n", want: "give the frames per second with --fps"},
		"a word":        {text: head + "1,0.1,one,2,3\n", want: `:3: x is "one": must be a number`},
		"NaN":           {text: head + "1,0.1,NaN,2,3\n", want: ":3: x is \"NaN\": must be a number (--skip-missing"},
		"nothing":       {text: head + "1,0.1,,2,3\n", want: ":3: x is missing"},
		"infinite":      {text: head + "1,0.1,1e999,2,3\n", want: ":3: x is "},
		"short":         {text: head + "1,0.1,1\n", want: "line 3 has 3 columns instead of 5 as in the first line"},
		"long":          {text: head + "1,0,1,1,5,2,3\n", want: "line 3 has 7 columns instead of 5 as in the first line"},
		"row names":     {text: "id t x y z\n1 7 0 1 2 3\n", want: "line 2 has 6 columns instead of 5"},
		"two ids":       {text: "id,t,x,y,z,ID\n1,0,1,2,3,9\n", want: "columns 1 and 6 are both called id; choose one with --columns id=1"},
		"two xs":        {text: "id,t,x,y,z,X (m)\n1,0,1,2,3,9\n", want: "columns 3 and 6 are both called x; choose one with --columns x=3"},
		"twice":         {text: head + "2,0,1,2,3\n1,0,1,2,3\n", want: ":4: bird 1 at time 0 s is already in row 2"},
		"far":           {text: head + "1,0.1,1e9,2,3\n", want: ":3: x is 1e+09 m, which is too far away (is --unit right?)"},
		"apart":         {text: head + "1,0.1,1e6,2,3\n", want: "are 1000 km apart"},
		"latitude":      {text: "id,t,lon,lat,alt\n1,0,1,2,3\n1,0.1,2,100,3\n", want: ":3: latitude 100"},
		"a date":        {text: head + "1,yesterday,1,2,3\n", want: `:3: time is "yesterday"`},
		"alone":         {text: head + "2,0.1,1,2,3\n", want: "every bird is in only one row"},
		"alone at 10":   {text: head + "2,0.1,1,2,3\n", o: Options{FPS: 10}, want: "no heading is known"},
		"no bird there": {text: head + ",0.1,1,2,3\n", want: ":3: id is missing"},
		"wingbeat":      {text: "id,t,x,y,z,wingbeat\n1,0,1,2,3,4\n1,1,1,2,3,-4\n", want: ":3: wingbeat -4: must be 0 to 200"},
		"a mad vx":      {text: "id,t,x,y,z,vx,vy,vz\n1,0,1,2,3,4,0,0\n1,1,1,2,3,1e300,0,0\n", want: ":3: a velocity of 1e+300 m/s is too fast"},
		"mad vx and vy": {text: "id,t,x,y,z,vx,vy,vz\n1,0,0,0,0,0,0,0\n1,1,0,0,0,1e300,-1e300,0\n", o: Options{Unit: 1e9}, want: ":3: a velocity of +Inf m/s"},
		"a mad airy":    {text: "id,t,x,y,z,airx,airy,airz\n1,0,1,2,3,4,0,0\n1,1,1,2,3,0,1e39,0\n", want: ":3: a velocity of 1e+39 m/s"},
		"a mad ux":      {text: "id,t,x,y,z,ux,uy,uz\n1,0,1,2,3,1,0,0\n1,1,1,2,3,1e300,0,0\n", want: ":3: ux is 1e+300, which is too large for a direction"},
		"at once":       {text: "id,t,x,y,z\n1,0,1,2,3\n1,1e-310,2,2,3\n2,0,1,2,3\n2,0.1,1,2,3\n2,0.2,1,2,3\n", want: ":2: bird 1 flies +Inf m/s to or from this position"},
		"to and fro":    {text: "id,t,x,y,z\n1,0,1,2,3\n1,1e-310,2,2,3\n1,2e-310,1,2,3\n2,0,1,2,3\n2,0.1,1,2,3\n2,0.2,1,2,3\n", want: ":2: bird 1 flies +Inf m/s to or from this position"},
		"a flock each":  {text: "id,t,x,y,z,species\n" + manySpecies(17), want: `:18: too many species at "s17": at most 16 are allowed`},
		"an open quote": {text: head + "1,0.1,\"1,2,3\n" + strings.Repeat("1,0.2,1,2,3\n", 400_000), want: "the row after line 2 is longer than 1048576 bytes: is a quotation mark missing?"},
		"a long line":   {text: head + "1,0.1," + strings.Repeat("1", 3<<20) + ",2,3\n", want: "the row after line 2 is longer than 1048576 bytes"},
		"a long row":    {text: "1 0 1 2 " + strings.Repeat("1", 3<<20) + "\n", want: "the row after line 0 is longer than 1048576 bytes"},
		"years":         {text: head + "1,0.001,1,2,3\n2,1e9,1,2,3\n2,1000000000.001,1,2,3\n", want: "frames"},
		"bytes":         {text: "id,t\x00", want: "not a table of tracks"},
		"a recording":   {text: "\x89MCAP0\r\n", want: "already a recording"},
		"no parquet":    {text: "PAR1 and no more", want: "a damaged or truncated Parquet file"},
		"four letters":  {text: "PAR1", want: "a damaged or truncated Parquet file"},
	} {
		path := save(t, "tracks.csv", c.text)
		_, err := Read(context.Background(), path, c.o)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), path) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: the error is %v, want %s", name, err, c.want)
		}
	}
	for text, want := range map[string]string{"x": "must be WHAT=COLUMN", "x=": "must be WHAT=COLUMN", "who=1": "must be one of id, time", "x=1,x=2": "x is given twice"} {
		if _, err := ParseColumns(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// The order of rows does not matter, and reading stops when its context is cancelled.
func TestOrderOfRows(t *testing.T) {
	rows := []string{}
	for k := range 40 {
		for id := range 5 {
			if k%(id+7) > 1 {
				rows = append(rows, fmt.Sprintf("%d,%.2f,%d,%d,%d", id, float64(k)/25, k*k, id, 10+k%3))
			}
		}
	}
	_, want := all(t, save(t, "a.csv", "id,t,x,y,z\n"+strings.Join(rows, "\n")), Options{})
	slices.Reverse(rows)
	_, got := all(t, save(t, "b.csv", "id,t,x,y,z\n"+strings.Join(rows, "\n")), Options{})
	for k := range want {
		if got[k].Hash != want[k].Hash || want[k].Hash == 0 || !slices.Equal(got[k].IDs, want[k].IDs) {
			t.Fatalf("frame %d is %v, want %v", k+1, got[k], want[k])
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Read(ctx, save(t, "a.csv", "id,t,x,y,z\n1,0,1,2,3\n"), Options{}); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}

// Positions can be longitudes and latitudes. At 45° north, a degree of latitude is 111,131.745 m long and a
// degree of longitude 78,846.81 m (published tables of WGS 84).
func TestLongitudeAndLatitude(t *testing.T) {
	text := "tag,timestamp,location-long,location-lat,height-above-ellipsoid\n"
	for k, pos := range [][3]float64{{7, 44.995, 1}, {7, 45.005, 51}, {6.995, 45, 1}, {7.005, 45, 1}} {
		text += fmt.Sprintf("%d,2020-01-01 00:00:00,%v,%v,%v\n%d,2020-01-01 00:00:01,%v,%v,%v\n", k, pos[0], pos[1], pos[2], k, pos[0], pos[1], pos[2])
	}
	_, frames := all(t, save(t, "gps.csv", text), Options{})
	s := &frames[0]
	north, east := positionOf(t, s, 1).Sub(positionOf(t, s, 0)), positionOf(t, s, 3).Sub(positionOf(t, s, 2))
	if d := -float64(north[2]); math.Abs(d-1111.31745) > 0.02 || math.Abs(float64(north[0])) > 0.01 || north[1] != 50 {
		t.Errorf("a hundredth of a degree north is at %v, want z = -1111.3 m", north)
	}
	if d := float64(east[0]); math.Abs(d-788.4681) > 0.02 || math.Abs(float64(east[2])) > 0.02 {
		t.Errorf("a hundredth of a degree east is at %v, want x = 788.5 m", east)
	}
	if s.Pos[0][1] != 1 || math.Abs(float64(positionOf(t, s, 2)[0])+788.4681/2) > 0.02 {
		t.Errorf("the positions are not around the middle: %v", s.Pos)
	}
}

// If a bird is below the ground, all are raised by whole metres. Far from the origin, they are moved by whole
// kilometres. A note reports both.
func TestShift(t *testing.T) {
	tracks, frames := all(t, save(t, "a.csv", "id,t,x,y,z\n1,0,500000.25,2,-3.5\n1,0.5,500001.25,2,-3\n"), Options{})
	if got := positionOf(t, &frames[0], 1); got != (mgl32.Vec3{0.25, 2.5, -2}) || len(tracks.Notes) != 1 || !strings.Contains(tracks.Notes[0], "by -500000, 6, 0 m") {
		t.Errorf("%v, %v", got, tracks.Notes)
	}
	if tracks, frames = all(t, save(t, "a.csv", "id,t,x,y,z\n1,0,5000.25,2,0\n1,0.5,5001.25,2,3\n"), Options{}); positionOf(t, &frames[0], 1) != (mgl32.Vec3{5000.25, 0, -2}) || len(tracks.Notes) != 0 {
		t.Errorf("%v, %v", frames[0].Pos, tracks.Notes)
	}
}

// Birds whose names are long numbers stay distinct and keep their names, also in Parquet.
func TestLongNumbers(t *testing.T) {
	type row struct {
		ID         int64 `parquet:"id"`
		T, X, Y, Z float64
	}
	path := filepath.Join(t.TempDir(), "tracks.parquet")
	const one, other = 20190601052030252, 20190601052030253
	if err := parquet.WriteFile(path, []row{{other, 0, 5, 0, 9}, {one, 0, 1, 0, 9}, {other, 1, 5, 1, 9}, {one, 1, 1, 1, 9}}); err != nil {
		t.Fatal(err)
	}
	tracks, frames := all(t, path, Options{})
	if want := [][2]string{{"1", "20190601052030253"}, {"0", "20190601052030252"}}; !slices.Equal(tracks.Names, want) || positionOf(t, &frames[0], 1)[0] != 5 {
		t.Errorf("the birds' names are %v at %v, want %v", tracks.Names, frames[0].Pos, want)
	}
}

// Sines agree with package math within rounding errors, and are exact at quarter turns.
func TestSines(t *testing.T) {
	for k := -3600; k <= 3600; k++ {
		x := float64(k)/10 + 1e-7*float64(k%7)
		sine, cosine := sineCosine(x)
		wantSine, wantCosine := math.Sincos(x * math.Pi / 180)
		const near = 3 * 2 * math.Pi / (1 << 53) // the expected angle has two rounding errors, and π has one
		if math.Abs(sine-wantSine) > near || math.Abs(cosine-wantCosine) > near {
			t.Errorf("%v°: the sine is %v and the cosine %v, want %v and %v", x, sine, cosine, wantSine, wantCosine)
		}
	}
	for k, want := range [][2]float64{{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {0, 1}} {
		if sine, cosine := sineCosine(float64(90 * k)); sine != want[0] || cosine != want[1] {
			t.Errorf("%d°: %v, %v", 90*k, sine, cosine)
		}
		if sine, cosine := sineCosine(float64(-90 * k)); sine != -want[0] || cosine != want[1] {
			t.Errorf("%d°: %v, %v", -90*k, sine, cosine)
		}
	}
}

// Skip leaves out rows without a readable position or time, and counts them in a note.
func TestSkip(t *testing.T) {
	const good, bad = "1,0,1,2,3\n1,0.1,2,2,3\n1,0.2,3,2,3\n1,0.3,4,2,3\n", "1,,9,9,9\n1,soon,9,9,9\n1,0.15,one,9,9\n1,0.15,9,,9\n1,0.15,9,9,1e999\n1,NaN,9,9,9\n"
	tracks, frames := all(t, save(t, "a.csv", "id,t,x,y,z\n"+good[:10]+bad+good[10:]), Options{Skip: true})
	_, want := all(t, save(t, "b.csv", "id,t,x,y,z\n"+good), Options{})
	if tracks.Rows != 10 || len(tracks.Notes) != 1 || tracks.Notes[0] != "skipped 6 of 10 rows without a readable position or time; the first is row 3" {
		t.Errorf("%d rows, with the notes %q", tracks.Rows, tracks.Notes)
	}
	for k := range want {
		if frames[k].Hash != want[k].Hash {
			t.Errorf("frame %d: a bird is at %v, want %v as without the bad rows", k+1, frames[k].Pos, want[k].Pos)
		}
	}
	for text, want := range map[string]string{bad: "no row has a position and a time", good + ",0.4,1,2,3\n": ":6: id is missing", good + "1,0.4,1e9,2,3\n": ":6: x is 1e+09 m", good + "1,0.4\n": "line 6 has 2 columns"} {
		if _, err := Read(context.Background(), save(t, "c.csv", "id,t,x,y,z\n"+text), Options{Skip: true}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %s", err, want)
		}
	}
}

func TestFlagsOfATable(t *testing.T) {
	_, frames := all(t, save(t, "a.csv", "id,t,x,y,z,leading,jumped,perched,landing\n"+
		"1,0,0,0,5,1,0,0,0\n1,1,1,0,5,0,0,0,1\n1,2,2,0,5,0,0,true,0\n1,3,3,0,5,0,0,0,false\n"), Options{})
	want := []flock.Flags{flock.Leading, flock.Landing, flock.Perched, 0}
	if len(frames) != len(want) {
		t.Fatalf("%d frames", len(frames))
	}
	for k, f := range frames {
		if got := f.Flags[0] &^ flock.Gliding; got != want[k] {
			t.Errorf("frame %d: the flags are %b, want %b", k+1, got, want[k])
		}
	}
}
