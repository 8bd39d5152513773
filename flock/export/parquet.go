package export

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"github.com/parquet-go/parquet-go"

	"skein/flock"
	"skein/flock/whole"
)

// parquetRow is a row of a Parquet file: the columns of the CSV, with types. Columns that repeat
// values use a dictionary. The bytes of floats are split into streams, which zstd compresses
// better.
type parquetRow struct {
	Frame   int32   `parquet:"frame,dict,zstd"`
	Time    float64 `parquet:"time,dict,zstd"`
	ID      int32   `parquet:"id,dict,zstd"`
	Px      float32 `parquet:"px,split,zstd"`
	Py      float32 `parquet:"py,split,zstd"`
	Pz      float32 `parquet:"pz,split,zstd"`
	Vx      float32 `parquet:"vx,split,zstd"`
	Vy      float32 `parquet:"vy,split,zstd"`
	Vz      float32 `parquet:"vz,split,zstd"`
	Ux      float32 `parquet:"ux,split,zstd"`
	Uy      float32 `parquet:"uy,split,zstd"`
	Uz      float32 `parquet:"uz,split,zstd"`
	Phase   float32 `parquet:"phase,split,zstd"`
	Gliding bool    `parquet:"gliding,zstd"`
	Leading bool    `parquet:"leading,zstd"`
	Jumped  bool    `parquet:"jumped,zstd"`
	Species string  `parquet:"species,dict,zstd"`
	Perched bool    `parquet:"perched,zstd"`
	AirX    float32 `parquet:"airx,split,zstd"`
	AirY    float32 `parquet:"airy,split,zstd"`
	AirZ    float32 `parquet:"airz,split,zstd"`
	Landing bool    `parquet:"landing,zstd"`
}

// groupRows is the number of rows in a row group. The writer holds one group in memory.
const groupRows = 1 << 17

// writeParquet writes a row for each boid and frame to a file.
func writeParquet(ctx context.Context, path string, s *Source) error {
	return whole.Stream(path, s.o.Force, func(w io.Writer) error { return Parquet(ctx, w, s) })
}

// Parquet writes a row for each boid and frame, in row groups of 131,072 rows. The metadata
// describes the recording and the units of the columns.
func Parquet(ctx context.Context, w io.Writer, s *Source) error {
	options := []parquet.WriterOption{
		parquet.CreatedBy("skein", s.meta.Version, ""),
		parquet.MaxRowsPerRowGroup(groupRows),
	}
	pairs, err := s.about()
	if err != nil {
		return err
	}
	for _, p := range pairs {
		options = append(options, parquet.KeyValueMetadata(p[0], p[1]))
	}
	out := parquet.NewGenericWriter[parquetRow](w, options...)
	var rows []parquetRow
	err = s.Each(ctx, func(f *Frame) error {
		rows = s.parquetRows(rows[:0], f)
		_, err := out.Write(rows)
		return err
	})
	if err != nil {
		return err
	}
	return out.Close()
}

func (s *Source) parquetRows(rows []parquetRow, f *Frame) []parquetRow {
	for i := range f.Boids {
		b := &f.Boids[i]
		rows = append(rows, parquetRow{
			Frame: int32(f.Number), Time: f.Seconds, ID: int32(b.ID),
			Px: b.Pos[0], Py: b.Pos[1], Pz: b.Pos[2],
			Vx: b.Vel[0], Vy: b.Vel[1], Vz: b.Vel[2],
			Ux: b.Up[0], Uy: b.Up[1], Uz: b.Up[2],
			Phase:   b.Phase,
			Gliding: b.Flags&flock.Gliding != 0, Leading: b.Flags&flock.Leading != 0, Jumped: b.Flags&flock.Jumped != 0,
			Perched: b.Flags&flock.Perched != 0, Landing: b.Flags&flock.Landing != 0,
			AirX: b.Air[0], AirY: b.Air[1], AirZ: b.Air[2],
			Species: s.Species(b.Flock),
		})
	}
	return rows
}

// about returns the metadata: what was recorded, and the units of the columns.
func (s *Source) about() ([][2]string, error) {
	length := s.unit()
	speed := length + "/s"
	units, err := json.Marshal(map[string]string{
		"time": "s", "px": length, "py": length, "pz": length,
		"vx": speed, "vy": speed, "vz": speed, "airx": speed, "airy": speed, "airz": speed, "phase": "turns",
	})
	if err != nil {
		return nil, err
	}
	up := "y"
	if s.o.ZUp {
		up = "z"
	}
	return [][2]string{
		{"scenario", s.meta.Scenario},
		{"scenario.toml", string(s.meta.TOML)},
		{"seed", strconv.FormatUint(s.meta.Seed, 10)},
		{"version", s.meta.Version},
		{"fps", strconv.FormatFloat(s.FPS(), 'g', -1, 64)},
		{"up_axis", up},
		{"units", string(units)},
	}, nil
}

// unit returns the name of the unit of length.
func (s *Source) unit() string {
	switch scale := s.o.scale(); scale {
	case 1:
		return "m"
	case 100:
		return "cm"
	default:
		return fmt.Sprintf("%g m", 1/scale)
	}
}
