package export

import (
	"bufio"
	"context"
	"io"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/parquet-go/parquet-go"

	"skein/flock/whole"
)

// cameraRow is a row of the camera table, which skein render --camera reads. Its fields are the columns in
// CSV and Parquet.
type cameraRow struct {
	Frame int32   `parquet:"frame" doc:"frame number"`
	Time  float64 `parquet:"time" doc:"time since the start" unit:"s"`
	Px    float32 `parquet:"px" doc:"position" unit:"m"`
	Py    float32 `parquet:"py" unit:"m"`
	Pz    float32 `parquet:"pz" unit:"m"`
	Qw    float32 `parquet:"qw" doc:"quaternion of the rotation from the camera's axes (right, up and backward) to the world's axes"`
	Qx    float32 `parquet:"qx"`
	Qy    float32 `parquet:"qy"`
	Qz    float32 `parquet:"qz"`
	FOV   float32 `parquet:"fov" doc:"full vertical angle of view" unit:"degrees"`
	Focal float32 `parquet:"focal" doc:"focal length for a film 24 mm high" unit:"mm"`
	Focus float32 `parquet:"focus" doc:"distance that is in focus" unit:"m"`
	Cut   bool    `parquet:"cut" doc:"the camera jumps to this row"`
}

func (r *cameraRow) fill(c *cameraFrame) {
	p, q := c.Eye, c.Rotation
	*r = cameraRow{
		int32(c.number), c.seconds, p[0], p[1], p[2], q.W, q.V[0], q.V[1], q.V[2],
		mgl32.RadToDeg(c.FovY), c.focalLength(), c.Focus, c.cut,
	}
}

func cameraTablePath(path string) string {
	folder, name := filepath.Split(path)
	ending := filepath.Ext(name)
	name = strings.TrimSuffix(name, ending)
	if index := strings.IndexByte(name, '#'); index >= 0 {
		name = strings.TrimRight(name[:index], "_-.") + strings.TrimLeft(name[index:], "#")
	}
	return folder + strings.TrimPrefix(name+"_camera", "_") + ending
}

func withCameraTable(ctx context.Context, path string, s *Source, table func() error, camera func(io.Writer, []cameraFrame) error) error {
	all, err := s.camera(ctx)
	if err != nil || all == nil {
		return firstOf(err, table)
	}
	beside := cameraTablePath(path)
	if err := whole.MayCreate(beside, s.o.Force); err != nil {
		return err
	}
	if err := table(); err != nil {
		return err
	}
	return whole.Stream(beside, s.o.Force, func(w io.Writer) error { return camera(w, all) })
}

func firstOf(err error, next func() error) error {
	if err != nil {
		return err
	}
	return next()
}

func writeCameraCSV(w io.Writer, all []cameraFrame) error {
	out := bufio.NewWriter(w)
	t := reflect.TypeFor[cameraRow]()
	out.WriteString(headerOf(t))
	var row cameraRow
	cells := cellsOf(&row)
	var line []byte
	for k := range all {
		row.fill(&all[k])
		line = cells.append(line[:0], 0, len(cells))
		out.Write(line) // Flush returns the first error
	}
	return out.Flush()
}

func (s *Source) writeCameraParquet(w io.Writer, all []cameraFrame) error {
	options, err := s.parquetOptions(columnsOf(reflect.TypeFor[cameraRow]()))
	if err != nil {
		return err
	}
	out := parquet.NewGenericWriter[cameraRow](w, options...)
	rows := make([]cameraRow, len(all))
	for k := range all {
		rows[k].fill(&all[k])
	}
	if _, err := out.Write(rows); err != nil {
		return err
	}
	return out.Close()
}
