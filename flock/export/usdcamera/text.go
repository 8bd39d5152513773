package usdcamera

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// longestLine is the number of bytes of a line that are read. Only lines about birds are longer.
const longestLine = 4096

// textReader reads a text layer in the layout that USD writes. The content of a prim is indented by four
// spaces, and each property and each sample is on a line of its own.
type textReader struct {
	lines  *bufio.Reader
	number int
	indent int
	line   string
}

// next advances to the next line that is not empty.
func (r *textReader) next() error {
	for {
		part, err := r.lines.ReadSlice('\n')
		text := string(part[:min(len(part), longestLine)])
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = r.lines.ReadSlice('\n')
		}
		if err != nil && (!errors.Is(err, io.EOF) || text == "") {
			return err
		}
		r.number++
		r.line = strings.TrimLeft(text, " ")
		r.indent = len(text) - len(r.line)
		if r.line = strings.TrimRight(r.line, " \r\n"); r.line != "" {
			return nil
		}
	}
}

// readText reads a text layer up to the end of the camera.
func readText(file io.Reader) (*layer, error) {
	l, r := newLayer(), &textReader{lines: bufio.NewReaderSize(file, 1<<16)}
	inFlock := false
	for {
		if err := r.next(); errors.Is(err, io.EOF) {
			return l, nil
		} else if err != nil {
			return nil, err
		}
		switch {
		case r.indent == 0 && (strings.HasPrefix(r.line, "def ") || strings.HasPrefix(r.line, "over ")):
			inFlock = strings.HasPrefix(r.line, `def Xform "Flock"`)
		case !inFlock && (r.indent == 4 || r.indent == 8):
			r.metadata(l)
		case inFlock && r.indent == 4 && r.line == `def Camera "Camera"`:
			l.found = true
			return l, r.camera(l)
		case inFlock && r.indent == 4 && strings.Contains(r.line, "xformOp"):
			l.moved = true
		}
	}
}

func (r *textReader) metadata(l *layer) {
	key, value, ok := strings.Cut(r.line, " = ")
	if !ok {
		return
	}
	value = strings.Trim(value, `"`)
	if key = strings.TrimPrefix(key, "string "); key == "upAxis" {
		l.up = value
	} else {
		l.setText(key, value)
	}
}

func (r *textReader) camera(l *layer) error {
	for {
		if err := r.next(); err != nil {
			return cutOff(err)
		}
		if r.indent == 4 && r.line == "}" {
			return nil
		}
		declaration, value, ok := strings.Cut(r.line, " = ")
		if r.indent != 8 || !ok {
			continue
		}
		words := strings.Fields(declaration)
		if len(words) == 0 {
			continue
		}
		if err := r.property(l, words[len(words)-1], value); err != nil {
			return err
		}
	}
}

// property reads a property of the camera. If the property has samples, name ends in ".timeSamples".
func (r *textReader) property(l *layer, name, value string) error {
	switch name {
	case "projection":
		l.projection = strings.Trim(value, `"`)
		return nil
	case "xformOpOrder":
		for name := range strings.SplitSeq(strings.Trim(value, "[]"), ",") {
			l.order = append(l.order, strings.Trim(name, ` "`))
		}
		return nil
	}
	name, sampled := strings.CutSuffix(name, ".timeSamples")
	t := l.trackOf(name)
	switch {
	case t == nil:
		return nil
	case sampled:
		return r.samples(t)
	}
	numbers, err := r.numbers(value, t.width)
	if err == nil && len(t.times) == 0 {
		t.values = numbers
	}
	return err
}

func (r *textReader) samples(t *track) error {
	for t.values = nil; ; {
		if err := r.next(); err != nil {
			return cutOff(err)
		}
		if r.line == "}" {
			return nil
		}
		time, value, ok := strings.Cut(strings.TrimSuffix(r.line, ","), ": ")
		times, err := r.numbers(time, 1)
		if !ok || err != nil {
			return fmt.Errorf("line %d must be a time and a value, such as 1: (0, 0, 0)", r.number)
		}
		numbers, err := r.numbers(value, t.width)
		if err != nil {
			return err
		}
		if err := t.add(times[0], numbers); err != nil {
			return err
		}
	}
}

func (r *textReader) numbers(text string, want int) ([]float64, error) {
	parts := strings.Split(strings.Trim(text, "()"), ",")
	all := make([]float64, len(parts))
	for k, part := range parts {
		x, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) || len(parts) != want {
			expected := "a number"
			if want > 1 {
				expected = fmt.Sprintf("%d numbers", want)
			}
			return nil, fmt.Errorf("line %d: %.40q: must be %s", r.number, text, expected)
		}
		all[k] = x
	}
	return all, nil
}

// cutOff returns the error for a layer that ends inside the camera.
func cutOff(err error) error {
	if errors.Is(err, io.EOF) {
		return errors.New("the file is truncated: the data of the camera are incomplete")
	}
	return err
}
