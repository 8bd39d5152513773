//go:build cgo && !nowindow && linux

package program

import (
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"
)

// dragger is an X11 client that drops files on a window, as a file manager does. It implements the parts of
// the X11 protocol and of XDND version 5 that it needs.
type dragger struct {
	testing.TB
	conn   net.Conn
	window uint32
	atoms  map[string]uint32
}

const (
	xCreateWindow      = 1
	xInternAtom        = 16
	xChangeProperty    = 18
	xSetSelectionOwner = 22
	xSendEvent         = 25

	xSelectionRequest = 30
	xSelectionNotify  = 31
	xClientMessage    = 33
)

func newDragger(t testing.TB, display string) *dragger {
	t.Helper()
	conn, err := net.Dial("unix", "/tmp/.X11-unix/X"+strings.TrimPrefix(display, ":"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(10 * patience))
	d := &dragger{TB: t, conn: conn, atoms: map[string]uint32{}}
	d.write([]byte{'l', 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0})
	head := d.read(8)
	if head[0] != 1 {
		t.Fatal("the X server refused the connection")
	}
	setup := d.read(4 * int(binary.LittleEndian.Uint16(head[6:])))
	vendor := int(binary.LittleEndian.Uint16(setup[16:]))
	screen := 32 + (vendor+3)/4*4 + 8*int(setup[21])
	root := binary.LittleEndian.Uint32(setup[screen:])
	d.window = binary.LittleEndian.Uint32(setup[4:])
	d.request(xCreateWindow, 0, d.window, root, 0, 1|1<<16, 0, 0, 0)
	return d
}

func (d *dragger) write(b []byte) {
	d.Helper()
	if _, err := d.conn.Write(b); err != nil {
		d.Fatal(err)
	}
}

func (d *dragger) read(n int) []byte {
	d.Helper()
	b := make([]byte, n)
	if _, err := io.ReadFull(d.conn, b); err != nil {
		d.Fatal(err)
	}
	return b
}

func (d *dragger) request(op, data byte, words ...uint32) {
	d.Helper()
	b := binary.LittleEndian.AppendUint16([]byte{op, data}, uint16(1+len(words)))
	for _, w := range words {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	d.write(b)
}

// padded returns the bytes of a text as 32-bit words. Zeros fill up the last word.
func padded(text string) (words []uint32) {
	b := append([]byte(text), 0, 0, 0)
	for ; len(b) >= 4; b = b[4:] {
		words = append(words, binary.LittleEndian.Uint32(b))
	}
	return words
}

func (d *dragger) atom(name string) uint32 {
	d.Helper()
	if d.atoms[name] == 0 {
		d.request(xInternAtom, 0, append([]uint32{uint32(len(name))}, padded(name)...)...)
		d.atoms[name] = d.event(1)[2]
	}
	return d.atoms[name]
}

// event returns the next event or reply of a kind, as 32-bit words. It skips all other events.
func (d *dragger) event(kind byte) []uint32 {
	d.Helper()
	for {
		b := d.read(32)
		if b[0] == 0 {
			d.Fatalf("the X server answered with the error %d to request %d", b[1], b[10])
		}
		if b[0]&0x7f == kind {
			words := make([]uint32, 8)
			for i := range words {
				words[i] = binary.LittleEndian.Uint32(b[4*i:])
			}
			return words
		}
	}
}

func (d *dragger) sendMessage(window uint32, name string, data ...uint32) {
	d.Helper()
	words := append([]uint32{window, 0, xClientMessage | 32<<8, window, d.atom(name)}, data...)
	d.request(xSendEvent, 0, append(words, make([]uint32, 10-len(words))...)...)
}

func (d *dragger) drop(window string, files ...string) {
	d.Helper()
	id, err := strconv.ParseUint(window, 10, 32)
	if err != nil {
		d.Fatal(err)
	}
	to, list, selection := uint32(id), d.atom("text/uri-list"), d.atom("XdndSelection")
	d.atom("XdndFinished")
	d.request(xSetSelectionOwner, 0, d.window, selection, 0)
	d.sendMessage(to, "XdndEnter", d.window, 5<<24, list)
	d.sendMessage(to, "XdndPosition", d.window, 0, 300<<16|300, 0, d.atom("XdndActionCopy"))
	d.event(xClientMessage) // wait for XdndStatus
	d.sendMessage(to, "XdndDrop", d.window, 0, 0)
	ask := d.event(xSelectionRequest)
	requestor, target, property := ask[3], ask[5], ask[6]
	var text string
	for _, f := range files {
		text += (&url.URL{Scheme: "file", Path: f}).String() + "\r\n"
	}
	d.request(xChangeProperty, 0, append([]uint32{requestor, property, target, 8, uint32(len(text))}, padded(text)...)...)
	d.request(xSendEvent, 0, requestor, 0, xSelectionNotify, ask[1], requestor, ask[4], target, property, 0, 0)
	d.event(xClientMessage) // wait for XdndFinished
}
