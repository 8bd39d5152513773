//go:build cgo && !nowindow

package ui

// cimgui-go's prebuilt Linux library was linked against glibc 2.38 or later;
// the one symbol that older systems lack stands here, weak, so that it counts
// only where it is missing.

/*
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#if defined(__linux__)
__attribute__((weak)) int __isoc23_sscanf(const char *text, const char *format, ...) {
	va_list args;
	va_start(args, format);
	int n = vsscanf(text, format, args);
	va_end(args);
	return n;
}
#endif
*/
import "C"

import (
	"errors"
	"fmt"
	"image"
	"io/fs"
	"slices"
	"strings"
	"unsafe"

	"github.com/AllenDang/cimgui-go/imgui"
	imglfw "github.com/AllenDang/cimgui-go/impl/glfw"
	"github.com/AllenDang/cimgui-go/impl/opengl3"
	"github.com/AllenDang/cimgui-go/implot"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"

	"skein/engine/window"
	"skein/flock/files"
)

// Surface is ImGui over a window.
type Surface struct {
	win  *window.Window
	plot *implot.Context
	node imgui.ID

	file  func(scale float32) string // where the layout is remembered
	scale float32
	light bool
	fresh bool   // no layout is remembered
	taken string // file of a layout that comes with the next frame; empty: none
	feed  *feed
	front int // frames in which the first pages come to the front, until they have found their places
	pace  pace
	fixed *imgui.Font
}

// Fixed returns a font whose letters have the same width, for code.
func (s *Surface) Fixed() *imgui.Font { return s.fixed }

// addFont adds a font. ImGui frees the copy.
func addFont(ttf []byte, size float32) *imgui.Font {
	return imgui.CurrentIO().Fonts().AddFontFromMemoryTTFV(uintptr(C.CBytes(ttf)), int32(len(ttf)), size, imgui.NewFontConfig(), nil)
}

// NewSurface starts ImGui over a window whose context is current and whose
// input is already listened to. The layout of screens of a scale is remembered in
// layoutFile; an empty name remembers nothing.
func NewSurface(win *window.Window, layoutFile func(scale float32) string) *Surface {
	imgui.CreateContext()
	s := &Surface{win: win, plot: implot.CreateContext()}
	s.file = func(scale float32) string { return usable(layoutFile(scale)) }
	io := imgui.CurrentIO()
	io.SetConfigFlags(imgui.ConfigFlagsDockingEnable)
	io.SetConfigErrorRecoveryEnableAssert(false)
	addFont(goregular.TTF, 15)
	s.fixed = addFont(gomono.TTF, 13)
	s.follow(win.UnitScale())
	backend := imglfw.NewGLFWwindowFromC(unsafe.Pointer(win.GLFW().Handle()))
	imglfw.InitForOpenGL(backend, false)   // which hears nothing by itself:
	imglfw.CursorEnterCallback(backend, 1) // nor does it ask where the pointer is
	s.feed = newFeed()
	opengl3.InitV("#version 410")
	return s
}

// follow has widgets and letters be of a screen's scale, and the panel where it was
// on such a screen. It goes between frames.
func (s *Surface) follow(scale float32) {
	if scale == s.scale {
		return
	}
	io := imgui.CurrentIO()
	if s.scale != 0 && s.file(s.scale) != "" {
		imgui.SaveIniSettingsToDisk(s.file(s.scale))
	}
	file := s.file(scale)
	s.fresh = !placesAll(file)
	if s.scale != 0 && !s.fresh {
		imgui.LoadIniSettingsFromDisk(file)
	}
	io.SetIniFilename(file) // which the first frame reads
	s.scale = scale
	dress(scale, s.light)
}

// maxLayout is the largest layout file that is read, in bytes.
const maxLayout = 1 << 20

// usable returns the name of a layout file that ImGui may read and write, or an empty
// name. ImGui reads without a limit, and would wait for a pipe.
func usable(file string) string {
	if _, err := files.Read(file, maxLayout); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	return file
}

// placesAll reports whether the layout in a file knows each page, and has docked one at least. Of
// one that was kept before there was such a page, pages would float over the picture.
func placesAll(file string) bool {
	text, err := files.Read(file, maxLayout)
	if err != nil {
		return false
	}
	known, docked := map[string]bool{}, false
	for _, section := range strings.Split(string(text), "\n[") {
		if name, rest, ok := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(section, "["), "Window]["), "]"); ok {
			known[name] = true
			docked = docked || slices.ContainsFunc(tabs(), func(t tab) bool { return t.name == name }) && strings.Contains(rest, "\nDockId=")
		}
	}
	return docked && !slices.ContainsFunc(tabs(), func(t tab) bool { return !known[t.name] })
}

// Close ends ImGui.
func (s *Surface) Close() {
	opengl3.Shutdown()
	imglfw.Shutdown()
	implot.DestroyContextV(s.plot)
	imgui.DestroyContext()
}

// Begin starts a frame in which hands did what a step holds, and returns the part of the
// framebuffer, in pixels, that the panel leaves free for the picture. One that is not drawn ends
// with Skip.
func (s *Surface) Begin(in *window.Input, drawn, panel bool) image.Rectangle {
	s.follow(s.win.UnitScale())
	if s.taken != "" {
		imgui.LoadIniSettingsFromDisk(s.taken)
		s.fresh, s.taken = !placesAll(s.taken), ""
	}
	opengl3.NewFrame()
	imglfw.NewFrame()
	s.feed.take(in)
	s.pace.next(drawn)
	imgui.NewFrame()
	flags := imgui.DockNodeFlags(imgui.DockNodeFlagsPassthruCentralNode) | imgui.DockNodeFlagsNoDockingOverCentralNode // where the picture is
	if !panel {
		flags |= imgui.DockNodeFlagsKeepAliveOnly // so that the panel comes back where it was
	}
	imgui.PushStyleColorVec4(imgui.ColWindowBg, imgui.Vec4{}) // the ground is there already
	s.node = imgui.DockSpaceOverViewportV(0, imgui.MainViewport(), flags, imgui.NewWindowClass())
	imgui.PopStyleColor()
	s.dock()
	corner, free := imgui.Vec2{}, imgui.MainViewport().Size()
	if n := imgui.InternalDockBuilderGetCentralNode(s.node); n != nil && panel {
		corner, free = n.Pos(), n.Size()
	}
	d := s.win.Density()
	r := image.Rect(int(corner.X*d), int(corner.Y*d), int((corner.X+free.X)*d), int((corner.Y+free.Y)*d))
	fb := s.win.Framebuffer()
	return r.Intersect(image.Rectangle{Max: fb})
}

// ResetLayout makes all be where it is when nothing is remembered.
func (s *Surface) ResetLayout() { s.fresh = true }

// SaveLayout remembers where all is, as closing the window does.
func (s *Surface) SaveLayout() {
	if file := s.file(s.scale); file != "" {
		imgui.SaveIniSettingsToDisk(file)
	}
}

// Layouts is how many layouts are kept beside the one that is remembered.
const Layouts = 3

// kept returns the file of the n-th of them, from 1; empty: none is remembered.
func (s *Surface) kept(n int) string {
	file := s.file(s.scale)
	if file == "" {
		return ""
	}
	return usable(fmt.Sprintf("%s-%d.ini", strings.TrimSuffix(file, ".ini"), n))
}

// KeepLayout keeps where all is, as the n-th layout for screens of this scale.
func (s *Surface) KeepLayout(n int) {
	if file := s.kept(n); file != "" {
		imgui.SaveIniSettingsToDisk(file)
	}
}

// TakeLayout has all be where it was when the n-th layout was kept, and says whether one was.
func (s *Surface) TakeLayout(n int) bool {
	file := s.kept(n)
	if _, err := files.Stat(file); err != nil {
		return false
	}
	s.taken = file
	return true
}

// SetLight has colours be light, or dark.
func (s *Surface) SetLight(on bool) {
	if on != s.light {
		s.light = on
		dress(s.scale, on)
	}
}

// Skip ends a frame that is not drawn.
func (s *Surface) Skip() { imgui.EndFrame() }

// Ground returns the colour that the window is to have where there is no picture. Pages have no
// other: a software driver draws them much faster so.
func (s *Surface) Ground() [3]float32 {
	c := imgui.CurrentStyle().Colors()[imgui.ColWindowBg]
	return [3]float32{c.X, c.Y, c.Z}
}

// grounded makes the page that comes next be without a ground of its own, where it is docked
// and not over the picture.
func grounded(page string) {
	w := imgui.InternalFindWindowByName(page)
	if w == nil || w.CData == nil {
		return
	}
	if node := w.DockNode(); node != nil && node.CData != nil && imgui.InternalDockNodeGetRootNode(node).InternalIsDockSpace() {
		imgui.SetNextWindowBgAlpha(0)
	}
}

// End draws the frame's widgets over what is in the window.
func (s *Surface) End() {
	imgui.Render()
	opengl3.RenderDrawData(imgui.CurrentDrawData())
}
