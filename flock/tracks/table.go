package tracks

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"skein/flock/files"
)

type cell struct {
	text   string
	number float64
	kind   kind
}

// name returns the value as text. It does not change the spelling of a number, so 7 and 007 differ.
func (c *cell) name() string {
	if c.text == "" && c.kind == number {
		return strconv.FormatFloat(c.number, 'f', -1, 64)
	}
	return c.text
}

type kind int

const (
	nothing kind = iota // an empty cell, NA, null or NaN
	text
	number
)

type table interface {
	// header returns the names of the columns, or nil if they have no names. width returns their number.
	header() []string
	width() int
	// next stores the wanted columns of the next row. After the last row, it returns io.EOF.
	next(want []int, row []cell) error
	// rowNumber returns the number of the last row, from 1. For a text file, it is the number of the line.
	rowNumber() int
	done() int64
	keyValues() map[string]string
	close() error
}

func open(path string, o *Options) (table, error) {
	if isTrex(path) && o.BodyPart == "" {
		return newTrex(path)
	}
	f, info, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	t, err := tableOf(f, info.Size(), o)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

func tableOf(f *os.File, size int64, o *Options) (table, error) {
	head := make([]byte, 4096)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, err
	}
	head = head[:n]
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	switch {
	case bytes.HasPrefix(head, []byte("PAR1")):
		return newColumnar(f, size)
	case bytes.HasPrefix(head, []byte("\x89MCAP")):
		return nil, errors.New("this is already a recording; only tables of tracks can be imported: CSV, Parquet or text")
	case bytes.IndexByte(head, 0) >= 0:
		return nil, errors.New("not a table of tracks; it must be CSV, Parquet or text in UTF-8")
	}
	w, err := newWritten(f)
	switch {
	case err != nil:
		return nil, err
	case isPose(w.names):
		return newPose(w, o)
	case o.BodyPart == "" && len(o.Columns) == 0 && isTrexText(w.names):
		file, err := newTrexRows(w)
		if err != nil {
			return nil, err
		}
		t := &trexTable{known: map[string]string{}}
		return t, t.begin(f.Name(), file)
	case o.BodyPart != "":
		return nil, errors.New("not a DeepLabCut table; omit --bodypart")
	}
	return w, nil
}

type textTable struct {
	file       *os.File
	source     *countingReader
	comma      rune // separator of columns; 0 for spaces
	csv        *csv.Reader
	lines      *bufio.Scanner
	line       int
	names      []string
	pendingRow []string // first row, unless it is a header
	cols       int
}

// countingReader counts the bytes that it reads. It returns an error if a row is too long.
type countingReader struct {
	from io.Reader
	n    int64
	most int64 // value of n at which reading fails; if 0, there is no limit
}

func (c *countingReader) Read(b []byte) (int, error) {
	if c.most > 0 && c.n > c.most {
		return 0, bufio.ErrTooLong
	}
	n, err := c.from.Read(b)
	c.n += int64(n)
	return n, err
}

const longestLine = 1 << 20 // bytes

func newWritten(f *os.File) (*textTable, error) {
	w := &textTable{file: f, source: &countingReader{from: f}}
	in := bufio.NewReaderSize(w.source, 1<<16)
	if mark, err := in.Peek(3); err == nil && string(mark) == "\ufeff" {
		_, _ = in.Discard(3)
	}
	w.comma = separator(in)
	if w.comma == 0 {
		w.lines = bufio.NewScanner(in)
		w.lines.Buffer(nil, longestLine)
	} else {
		w.csv = csv.NewReader(in)
		w.csv.Comma, w.csv.Comment, w.csv.FieldsPerRecord = w.comma, '#', -1
		w.csv.ReuseRecord, w.csv.LazyQuotes, w.csv.TrimLeadingSpace = true, true, w.comma != '\t'
	}
	row, err := w.read()
	if err != nil {
		return nil, headError(err)
	}
	w.cols = len(row)
	row = slices.Clone(row)
	if _, named := countNumbers(row, w.comma); named {
		w.names = row
		for k := range row {
			w.names[k] = strings.TrimSpace(row[k])
		}
	} else {
		w.pendingRow = row
	}
	return w, nil
}

func headError(err error) error {
	if errors.Is(err, io.EOF) {
		return errors.New("no rows: the file is empty")
	}
	return err
}

// countNumbers returns the number of cells that are numbers. named is true if no cell is a number, because
// then the row is a header.
func countNumbers(row []string, comma rune) (numbers int, named bool) {
	for _, c := range row {
		if _, err := parse(c, comma); err == nil {
			numbers++
		}
	}
	return numbers, numbers == 0
}

// separator returns the character that separates columns in the first line that is not a comment: a
// semicolon, tab or comma. It returns 0 for spaces.
func separator(in *bufio.Reader) rune {
	head, _ := in.Peek(64 << 10)
	for line := range strings.Lines(string(head)) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		for _, c := range ";\t," {
			if strings.ContainsRune(line, c) {
				return c
			}
		}
		break
	}
	return 0
}

// read returns the next row. The cells are valid until the next call.
func (w *textTable) read() ([]string, error) {
	if w.csv != nil {
		w.source.most = w.source.n + longestLine
		row, err := w.csv.Read()
		if err != nil {
			if errors.Is(err, bufio.ErrTooLong) {
				return nil, w.tooLong()
			}
			var bad *csv.ParseError
			if errors.As(err, &bad) {
				return nil, fmt.Errorf("line %d: %w", bad.Line, bad.Err)
			}
			return nil, err
		}
		w.line, _ = w.csv.FieldPos(0)
		return row, nil
	}
	for w.lines.Scan() {
		w.line++
		if row := strings.Fields(w.lines.Text()); len(row) > 0 && row[0][0] != '#' {
			return row, nil
		}
	}
	if err := w.lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, w.tooLong()
	} else if err != nil {
		return nil, fmt.Errorf("line %d: %w", w.line+1, err)
	}
	return nil, io.EOF
}

func (w *textTable) tooLong() error {
	return fmt.Errorf("the row after line %d is longer than %d bytes: is a quotation mark missing?", w.line, longestLine)
}

func (w *textTable) next(want []int, row []cell) (err error) {
	texts := w.pendingRow
	if w.pendingRow = nil; texts == nil {
		if texts, err = w.read(); err != nil {
			return err
		}
	}
	beyond := slices.IndexFunc(texts[min(w.cols, len(texts)):], func(s string) bool { return strings.TrimSpace(s) != "" })
	if len(texts) < w.cols && len(texts) <= slices.Max(want) || beyond >= 0 {
		return fmt.Errorf("line %d has %d columns instead of %d as in the first line", w.line, len(texts), w.cols)
	}
	for k, index := range want {
		row[k] = cellOf(texts[index], w.comma)
	}
	return nil
}

func cellOf(s string, comma rune) cell {
	s = strings.TrimSpace(s)
	x, err := parse(s, comma)
	switch {
	case s == "" || strings.EqualFold(s, "na") || strings.EqualFold(s, "null") || err == nil && math.IsNaN(x):
		return cell{text: s}
	case err == nil:
		return cell{text: s, number: x, kind: number}
	}
	return cell{text: strings.Clone(s), kind: text} // clone the text, because the row's memory is reused
}

// parse parses a number. If semicolons separate columns, the number may have a decimal comma.
func parse(s string, comma rune) (float64, error) {
	s = strings.TrimSpace(s)
	if comma == ';' {
		s = strings.Replace(s, ",", ".", 1)
	}
	return strconv.ParseFloat(s, 64)
}

func (w *textTable) header() []string             { return w.names }
func (w *textTable) width() int                   { return w.cols }
func (w *textTable) rowNumber() int               { return w.line }
func (w *textTable) done() int64                  { return w.source.n }
func (w *textTable) keyValues() map[string]string { return nil }
func (w *textTable) close() error                 { return w.file.Close() }
