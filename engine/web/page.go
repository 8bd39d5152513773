package web

import (
	"bufio"
	"compress/flate"
	"crypto/sha256"
	_ "embed" // for the programs and the style
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// Page is a web page with a flock.
type Page struct {
	Scene   Scene
	Program string // JavaScript program, such as [Viewer]
	Style   string // style sheet; empty means the style of the viewer
	Data    []Data // data for the program
	Late    []Data // data after the program, which are not needed for the first picture
	Lesson  any    // further content, encoded as JSON; nil if none
	Live    bool   // the program runs WebAssembly in a worker
}

// Data is data that the program of a page reads by name.
type Data struct {
	Name   string // name of letters, digits and dots
	Bytes  []byte
	Packed bool // Bytes are compressed with deflate

	// Pack, if not nil, writes the data compressed with deflate; Bytes is then not used. It may free its
	// memory, and then fails if it is called again.
	Pack func(io.Writer) error
}

//go:embed viewer.js
var viewer string

//go:embed viewer.css
var style string

// Viewer returns the JavaScript program of a page, bundled from src.
func Viewer() string { return viewer }

// Ids of the elements with data. The id of a [Data] is dataID followed by the name.
const (
	sceneID  = "skein-scene"
	lessonID = "skein-lesson"
	dataID   = "skein-data-"
)

var dataName = regexp.MustCompile(`^[A-Za-z0-9.]+$`)

// Write writes the page. All content of a recording is data in JSON or base64. Markup, style and program are
// the same for every recording.
func (p *Page) Write(to io.Writer) error {
	if p.Style == "" {
		p.Style = style
	}
	for name, text := range map[string]string{"program": p.Program, "style": p.Style} {
		if endsElement(text) || strings.Contains(text, "\r") {
			return fmt.Errorf("the page's %s contains a carriage return, <!--, <script, </script or </style", name)
		}
	}
	w := bufio.NewWriter(to)
	fmt.Fprintf(w, head, p.policy(), p.Style)
	if err := writeJSON(w, sceneID, p.Scene); err != nil {
		return err
	}
	if p.Lesson != nil {
		if err := writeJSON(w, lessonID, p.Lesson); err != nil {
			return err
		}
	}
	if err := writeAll(w, p.Data); err != nil {
		return err
	}
	fmt.Fprintf(w, "<script>%s</script>\n", p.Program)
	if err := writeAll(w, p.Late); err != nil {
		return err
	}
	fmt.Fprint(w, "</body>\n</html>\n")
	return w.Flush()
}

// head is the start of the page, a format string for the policy and the style.
const head = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="%s">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="referrer" content="no-referrer">
<title>Flock</title>
<style>%s</style>
</head>
<body>
<noscript>This page shows a flock of birds in 3D. It needs JavaScript.</noscript>
`

// policy returns the content security policy. It allows only this page's program and style, and no network.
func (p *Page) policy() string {
	all := []string{"default-src 'none'", "style-src " + hashOf(p.Style), "img-src data: blob:", "connect-src 'none'", "base-uri 'none'", "form-action 'none'"}
	script := "script-src " + hashOf(p.Program)
	if p.Live {
		script += " 'wasm-unsafe-eval'"
		all = append(all, "worker-src blob:")
	}
	return strings.Join(append(all, script), "; ")
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// endsElement reports whether text could end a script or style element, or change how browsers read the text
// after it.
func endsElement(text string) bool {
	lower := strings.ToLower(text)
	return strings.Contains(lower, "</script") || strings.Contains(lower, "<script") ||
		strings.Contains(lower, "</style") || strings.Contains(lower, "<!--")
}

// writeJSON writes a value as an element with JSON. It escapes <, > and &, so that no text can end the
// element.
func writeJSON(w io.Writer, id string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("%s: %w", id, err)
	}
	_, err = fmt.Fprintf(w, "<script type=\"application/json\" id=\"%s\">%s</script>\n", id, text)
	return err
}

func writeAll(w io.Writer, all []Data) error {
	for _, d := range all {
		if err := d.write(w); err != nil {
			return err
		}
	}
	return nil
}

func (d *Data) write(w io.Writer) error {
	if !dataName.MatchString(d.Name) {
		return fmt.Errorf("data %q: the name must have only letters, digits and dots", d.Name)
	}
	fmt.Fprintf(w, "<script type=\"application/octet-stream\" id=\"%s%s\">", dataID, d.Name)
	text := base64.NewEncoder(base64.StdEncoding, w)
	if err := d.pack(text); err != nil {
		return err
	}
	if err := text.Close(); err != nil {
		return err
	}
	_, err := io.WriteString(w, "</script>\n")
	return err
}

func (d *Data) pack(w io.Writer) error {
	if d.Pack != nil {
		return d.Pack(w)
	}
	if d.Packed {
		_, err := w.Write(d.Bytes)
		return err
	}
	return deflate(w, d.Bytes)
}

func deflate(w io.Writer, data []byte) error {
	packer, err := flate.NewWriter(w, flate.BestCompression)
	if err != nil {
		return err
	}
	if _, err := packer.Write(data); err != nil {
		return err
	}
	return packer.Close()
}
