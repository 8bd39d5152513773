//go:build cgo && !nowindow && linux

package program

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strconv"
	"testing"
	"time"

	"skein/cmd/skein/internal/fly"
)

const (
	xClearArea = 61
	xGetImage  = 73
)

func (p *windowDriver) windowID() uint32 {
	id, _ := strconv.ParseUint(p.win, 10, 32)
	return uint32(id)
}

// askPicture makes the X server ask the window to draw itself again, as if another window had covered
// it. It does nothing if the window is not known yet or the X server has ended.
func (p *windowDriver) askPicture() {
	if p.asker == nil {
		return
	}
	ask := []byte{xClearArea, 1, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
	binary.LittleEndian.PutUint32(ask[4:], p.windowID())
	_, _ = p.asker.conn.Write(ask)
}

// shownPixels returns the pixels of the picture that the screen shows. The window must not be covered.
func (p *windowDriver) shownPixels() []byte {
	p.Helper()
	d, r := newDragger(p.T, p.display), p.last.Picture
	defer d.conn.Close()
	const zPixmap = 2
	d.request(xGetImage, zPixmap, p.windowID(), uint32(r[0]|r[1]<<16), uint32(r[2]|r[3]<<16), 0xffffffff)
	return d.read(4 * int(d.event(1)[1]))
}

// waitForRest reads the log until no message is shown and the window has drawn no picture for 3 s.
func (p *windowDriver) waitForRest() {
	p.Helper()
	last := time.Now()
	for end := last.Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if p.next() {
			last = time.Now()
		}
		if time.Since(last) > 3*time.Second && p.last.Said == "" {
			return
		}
	}
	p.Fatalf("the window still draws at frame %d, %v after the pause", p.last.Frame, patience)
}

// waitUnasked reads the log until the function wanted returns true for a line. It does not ask the window
// for pictures.
func (p *windowDriver) waitUnasked(what string, wanted func(*fly.LogLine) bool) {
	p.Helper()
	p.waitAsking(patience, what, wanted)
}

// A paused window draws no pictures until there is input, or until the X server asks for one. It then
// draws the complete picture. The flock does not jump over the time at rest.
func TestWindowRests(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	p := launchSeen(t, "murmuration", "--count", "80", "--size", "640x400")
	p.key("m", "space")
	p.waitForRest()
	at, rested := p.last, p.shownPixels()
	time.Sleep(3 * time.Second)
	if p.next() {
		t.Errorf("a resting window drew frame %d without input", p.last.Frame)
	}

	p.askPicture()
	p.waitUnasked("pictures after the window was damaged", func(l *fly.LogLine) bool { return l.Frame > at.Frame+1 })
	p.waitForRest()
	if p.last.Eye != at.Eye || p.last.Hash != at.Hash {
		t.Errorf("camera and flock are at %v and %s after the rest, want %v and %s as before", p.last.Eye, p.last.Hash, at.Eye, at.Hash)
	}
	if !bytes.Equal(p.shownPixels(), rested) {
		t.Error("the picture differs from the one before the rest")
	}

	frame, tick := p.last.Frame, p.last.Tick
	p.xdotool("mousemove", "--window", p.win, fmt.Sprint(at.Picture[0]+9), fmt.Sprint(at.Picture[1]+9))
	p.waitUnasked("pictures after the pointer moved", func(l *fly.LogLine) bool { return l.Frame > frame })
	p.waitForRest()
	p.xdotool("key", "period")
	p.waitUnasked("the next tick", func(l *fly.LogLine) bool { return l.Tick == tick+1 })
	p.waitForRest()
	if bytes.Equal(p.shownPixels(), rested) {
		t.Error("the screen still shows the picture of the tick before")
	}
	p.xdotool("key", "space")
	p.waitUnasked("a flock that flies on", func(l *fly.LogLine) bool { return l.Tick > tick+1 })
	if p.last.Tick > tick+30 {
		t.Errorf("the flock jumped from tick %d to %d, want no jump over the time at rest", tick+1, p.last.Tick)
	}
}
