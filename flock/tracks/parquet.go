package tracks

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"skein/flock/files"
)

type parquetTable struct {
	file     *os.File
	size     int64
	groups   []parquet.RowGroup
	rows     parquet.Rows // rows of the current group; if nil, the next group must be opened
	names    []string
	ticks    []float64 // unit of each column of times, s; 0 for other columns
	buffer   []parquet.Row
	pending  []parquet.Row
	total    int64
	row      int
	metadata map[string]string
}

// Rows reads a Parquet file as a table of text.
type Rows struct {
	Head   []string // names of the columns
	Metres float64  // unit of positions in m according to the file, or 1
	ZUp    bool     // whether Z is up according to the file
	path   string
	table  *parquetTable
	want   []int
	cells  []cell
}

// ParquetRows opens a Parquet file. Errors of the Rows contain the file's name.
func ParquetRows(path string) (*Rows, error) {
	f, info, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	c, err := newColumnar(f, info.Size())
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	r := &Rows{Head: c.names, Metres: 1, ZUp: c.metadata["up_axis"] == "z", path: path, table: c}
	if length, ok := aboutUnit(c.metadata["units"]); ok {
		r.Metres = length
	}
	for k := range c.names {
		r.want = append(r.want, k)
	}
	r.cells = make([]cell, len(r.want))
	return r, nil
}

// Next returns the cells of the next row, or io.EOF after the last row. Numbers are written with all digits.
func (r *Rows) Next() ([]string, error) {
	if err := r.table.next(r.want, r.cells); errors.Is(err, io.EOF) {
		return nil, io.EOF
	} else if err != nil {
		return nil, fmt.Errorf("%s: %w", r.path, err)
	}
	text := make([]string, len(r.cells))
	for k, c := range r.cells {
		text[k] = c.text
		if c.kind == number {
			text[k] = strconv.FormatFloat(c.number, 'g', -1, 64)
		}
	}
	return text, nil
}

// Close closes the file.
func (r *Rows) Close() error { return r.table.close() }

func newColumnar(f *os.File, size int64) (c *parquetTable, err error) {
	defer func() {
		if r := recover(); r != nil { // the library panics on some damaged files
			err = errors.New("a damaged Parquet file")
		}
	}()
	p, err := parquet.OpenFile(f, size)
	if err != nil {
		return nil, errors.New("a damaged or truncated Parquet file")
	}
	c = &parquetTable{file: f, size: size, groups: p.RowGroups(), total: p.NumRows(), buffer: make([]parquet.Row, 256), metadata: map[string]string{}}
	for _, path := range p.Schema().Columns() {
		c.names = append(c.names, strings.Join(path, "."))
		leaf, _ := p.Schema().Lookup(path...)
		c.ticks = append(c.ticks, timeUnit(leaf.Node))
	}
	for _, kv := range p.Metadata().KeyValueMetadata {
		c.metadata[kv.Key] = kv.Value
	}
	return c, nil
}

func timeUnit(n parquet.Node) float64 {
	if !n.Leaf() || n.Type().LogicalType() == nil {
		return 0
	}
	stamp, ok := n.Type().LogicalType().Value.(*format.TimestampType)
	if !ok || stamp.Unit.Value == nil {
		return 0
	}
	return stamp.Unit.Value.Duration().Seconds()
}

func (c *parquetTable) next(want []int, row []cell) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("row %d: a damaged Parquet file", c.row+1)
		}
	}()
	for len(c.pending) == 0 {
		if err := c.fill(); err != nil {
			return err
		}
	}
	values := c.pending[0]
	c.pending = c.pending[1:]
	c.row++
	for k, index := range want {
		row[k] = cell{}
		if index < len(values) && values[index].Column() == index { // always true for files without lists
			row[k] = c.cell(values[index], index)
			continue
		}
		for _, v := range values {
			if v.Column() == index {
				row[k] = c.cell(v, index)
			}
		}
	}
	return nil
}

func (c *parquetTable) fill() error {
	if c.rows == nil {
		if len(c.groups) == 0 {
			return io.EOF
		}
		c.rows, c.groups = c.groups[0].Rows(), c.groups[1:]
	}
	n, err := c.rows.ReadRows(c.buffer)
	c.pending = c.buffer[:n]
	if errors.Is(err, io.EOF) {
		err = c.rows.Close()
		c.rows = nil
	}
	if err != nil {
		return fmt.Errorf("row %d: %w", c.row+1, err)
	}
	return nil
}

const exactLimit = 1 << 53

func (c *parquetTable) cell(v parquet.Value, column int) cell {
	if v.IsNull() {
		return cell{}
	}
	x := 0.0
	switch v.Kind() {
	case parquet.Boolean:
		if v.Boolean() {
			x = 1
		}
	case parquet.Int32:
		x = float64(v.Int32())
	case parquet.Int64:
		x = float64(v.Int64())
		switch {
		case c.ticks[column] > 0:
			x = float64(x * c.ticks[column])
		case math.Abs(x) >= exactLimit:
			return cell{text: strconv.FormatInt(v.Int64(), 10), number: x, kind: number}
		}
	case parquet.Float:
		x = float64(v.Float())
	case parquet.Double:
		x = v.Double()
	default:
		return cellOf(string(v.ByteArray()), 0)
	}
	if math.IsNaN(x) {
		return cell{text: "NaN"}
	}
	return cell{number: x, kind: number}
}

func (c *parquetTable) header() []string { return c.names }
func (c *parquetTable) width() int       { return len(c.names) }
func (c *parquetTable) rowNumber() int   { return c.row }
func (c *parquetTable) done() int64 {
	return int64(float64(c.size) * float64(c.row) / float64(max(1, c.total)))
}
func (c *parquetTable) keyValues() map[string]string { return c.metadata }

func (c *parquetTable) close() error {
	if c.rows != nil {
		_ = c.rows.Close()
	}
	return c.file.Close()
}
