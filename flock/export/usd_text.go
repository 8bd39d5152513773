package export

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
)

type usdTextWriter struct {
	out     *bufio.Writer
	scratch string
	indent  string
	last    byte // last item in the current prim: 0 (none), 'a' (property) or 'p' (prim)
	err     error
}

func newUSDText(w io.Writer, scratch string) *usdTextWriter {
	return &usdTextWriter{out: bufio.NewWriterSize(w, 1<<18), scratch: scratch}
}

const usdIndent = "    "

func (u *usdTextWriter) begin(h *usdHead) {
	fmt.Fprintf(u.out, "#usda 1.0\n(\n    customLayerData = {\n")
	for _, s := range h.custom {
		fmt.Fprintf(u.out, "        string %s = %s\n", s.key, usdQuoted(s.value))
	}
	fps := strconv.FormatFloat(h.fps, 'g', -1, 64)
	fmt.Fprintf(u.out, "    }\n    defaultPrim = %q\n    doc = %s\n", h.defaultPrim, usdQuoted(h.documentation))
	fmt.Fprintf(u.out, "    endTimeCode = %d\n    framesPerSecond = %s\n    metersPerUnit = %s\n",
		h.last, fps, strconv.FormatFloat(h.metersPerUnit, 'g', -1, 64))
	fmt.Fprintf(u.out, "    startTimeCode = %d\n    timeCodesPerSecond = %s\n    upAxis = %q\n)\n", h.first, fps, h.up)
	u.last = 'p'
}

func (u *usdTextWriter) prim(p usdPrim) {
	if u.last != 0 {
		u.out.WriteByte('\n')
	}
	specifier := "def"
	if p.over {
		specifier = "over"
	}
	if p.kind != "" {
		specifier += " " + p.kind
	}
	fmt.Fprintf(u.out, "%s%s %q", u.indent, specifier, p.name)
	if details := p.details(); len(details) > 0 {
		between := "\n" + u.indent + usdIndent
		fmt.Fprintf(u.out, " (%s%s\n%s)", between, strings.Join(details, between), u.indent)
	}
	fmt.Fprintf(u.out, "\n%s{\n", u.indent)
	u.indent, u.last = u.indent+usdIndent, 0
}

func (p *usdPrim) details() (all []string) {
	if p.component {
		all = append(all, `kind = "component"`)
	}
	if p.displayName != "" {
		all = append(all, "displayName = "+usdQuoted(p.displayName))
	}
	if p.schema != "" {
		all = append(all, fmt.Sprintf("prepend apiSchemas = [%q]", p.schema))
	}
	if p.instanceable {
		all = append(all, "instanceable = true")
	}
	if p.inherits != "" {
		all = append(all, "prepend inherits = <"+p.inherits+">")
	}
	return all
}

func (u *usdTextWriter) end() {
	u.indent = u.indent[len(usdIndent):]
	fmt.Fprintf(u.out, "%s}\n", u.indent)
	u.last = 'p'
}

func (u *usdTextWriter) line(declaration string) {
	if u.last == 'p' {
		u.out.WriteByte('\n')
	}
	u.out.WriteString(u.indent + declaration)
	u.last = 'a'
}

func (u *usdTextWriter) attribute(declaration string, value any) { u.primvar(declaration, "", value) }

func (u *usdTextWriter) primvar(declaration, interpolation string, value any) {
	u.line(declaration)
	if value != nil {
		u.out.WriteString(" = ")
		d := parseDeclaration(declaration)
		u.out.Write(d.appendText(nil, value))
	}
	u.interpolation(interpolation)
	u.out.WriteByte('\n')
}

func (u *usdTextWriter) interpolation(how string) {
	if how != "" {
		fmt.Fprintf(u.out, " (\n%s    interpolation = %q\n%s)", u.indent, how, u.indent)
	}
}

func (u *usdTextWriter) connect(declaration, source string) {
	u.line(declaration)
	fmt.Fprintf(u.out, ".connect = <%s>\n", source)
}

func (u *usdTextWriter) relationship(name string, targets ...string) {
	u.line("rel " + name)
	list := "<" + strings.Join(targets, ">, <") + ">"
	if len(targets) != 1 {
		list = "[" + list + "]"
	}
	fmt.Fprintf(u.out, " = %s\n", list)
}

func (u *usdTextWriter) close() error {
	if err := u.out.Flush(); u.err == nil {
		u.err = err
	}
	return u.err
}

// usdTextTrack stores the samples of an attribute. A layer contains all samples of one attribute before those
// of the next. If there are many samples, they are stored in a temporary file.
type usdTextTrack struct {
	declaration, interpolation string
	parsed                     usdDeclaration
	row                        []byte
	samples                    bytes.Buffer
	folder                     string
	file                       *scratch
}

// mostInMemory is the size in bytes above which samples are stored in a file.
const mostInMemory = 1 << 16

func (u *usdTextWriter) track(declaration, interpolation string) usdTrack {
	return &usdTextTrack{declaration: declaration, interpolation: interpolation, parsed: parseDeclaration(declaration), folder: u.scratch}
}

func (t *usdTextTrack) encode(value any) { t.row = t.parsed.appendText(t.row[:0], value) }

func (t *usdTextTrack) add(time float64) (err error) {
	if t.file == nil && t.samples.Len()+len(t.row) > mostInMemory {
		if t.file, err = newScratch(t.folder); err != nil {
			return err
		}
		if _, err := t.samples.WriteTo(t.file); err != nil {
			return err
		}
	}
	var to io.Writer = &t.samples
	if t.file != nil {
		to = t.file
	}
	var number [24]byte
	for _, part := range [][]byte{strconv.AppendFloat(number[:0], time, 'f', -1, 64), []byte(": "), t.row, []byte(",\n")} {
		if _, err := to.Write(part); err != nil {
			return err
		}
	}
	return nil
}

func (t *usdTextTrack) close() {
	if t.file != nil {
		t.file.close()
	}
}

func (u *usdTextWriter) sampled(track usdTrack) {
	t := track.(*usdTextTrack)
	if t.interpolation != "" {
		u.line(t.declaration)
		u.interpolation(t.interpolation)
		u.out.WriteByte('\n')
	}
	u.line(t.declaration + ".timeSamples = {\n")
	if err := t.copyTo(u.out, u.indent+usdIndent); err != nil && u.err == nil {
		u.err = err
	}
	u.out.WriteString(u.indent + "}\n")
}

func (t *usdTextTrack) copyTo(out *bufio.Writer, indent string) error {
	var from io.Reader = &t.samples
	if t.file != nil {
		if err := t.file.rewind(); err != nil {
			return err
		}
		from = t.file.file
	}
	lines := bufio.NewReaderSize(from, 1<<16)
	for begins := true; ; {
		part, err := lines.ReadSlice('\n')
		if begins && len(part) > 0 {
			out.WriteString(indent)
		}
		out.Write(part) // Flush returns the first error
		begins = err == nil
		if err == io.EOF {
			return nil
		}
		if err != nil && err != bufio.ErrBufferFull {
			return err
		}
	}
}
