package export

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"

	"skein/flock/whole"
)

// groupRows is the number of rows in a row group. The writer keeps one group in memory.
const groupRows = 1 << 15

func writeParquet(ctx context.Context, path string, s *Source) error {
	return withCameraTable(ctx, path, s, func() error {
		return whole.Stream(path, s.o.Force, func(w io.Writer) error { return Parquet(ctx, w, s) })
	}, s.writeCameraParquet)
}

// Parquet writes a row for each boid in each frame, in row groups of 32,768 rows. The metadata describes the
// recording and the units of the columns.
func Parquet(ctx context.Context, w io.Writer, s *Source) error {
	options, err := s.parquetOptions(tableColumns())
	if err != nil {
		return err
	}
	out := parquet.NewGenericWriter[tableRow](w, options...)
	var rows []tableRow
	err = s.forEachFrame(ctx, noParts, func(f *Frame) error {
		rows = slices.Grow(rows[:0], len(f.Boids))[:len(f.Boids)]
		for i := range rows {
			rows[i].fill(s, f, &f.Boids[i])
		}
		_, err := out.Write(rows)
		return err
	})
	if err != nil {
		return err
	}
	return out.Close()
}

func (s *Source) parquetOptions(columns []tableColumn) ([]parquet.WriterOption, error) {
	options := []parquet.WriterOption{
		parquet.CreatedBy("skein", s.meta.Version, ""),
		parquet.MaxRowsPerRowGroup(groupRows),
	}
	pairs, err := s.metadata(columns)
	for _, p := range pairs {
		options = append(options, parquet.KeyValueMetadata(p[0], p[1]))
	}
	return options, err
}

func (s *Source) metadata(columns []tableColumn) ([][2]string, error) {
	metadata := map[string]string{}
	for _, c := range columns {
		if unit := strings.Replace(c.unit, "m", s.unit(), 1); c.unit == "m" || c.unit == "m/s" {
			metadata[c.name] = unit
		} else if c.unit != "" {
			metadata[c.name] = c.unit
		}
	}
	units, err := json.Marshal(metadata)
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
