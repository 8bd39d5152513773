//go:build cgo && !nowindow

package ui

// The prebuilt Linux library of cimgui-go was linked against glibc 2.38 or later. It needs one symbol that
// older systems lack. A weak symbol is used only if the C library has none.

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
	"hash/maphash"
	"image"
	"io/fs"
	"slices"
	"strings"
	"unsafe"

	"github.com/AllenDang/cimgui-go/imgui"
	imglfw "github.com/AllenDang/cimgui-go/impl/glfw"
	"github.com/AllenDang/cimgui-go/impl/opengl3"
	"github.com/AllenDang/cimgui-go/implot"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"

	"skein/engine/window"
	"skein/flock/files"
	"skein/ui/iconfont"
)

// Surface draws ImGui over a window.
type Surface struct {
	win  *window.Window
	plot *implot.Context
	node imgui.ID

	file          func(workspace string, scale float32) string
	workspace     string
	scale         float32
	light         bool
	fresh         bool // the default layout has not been built yet
	bars          bool // the menu and the status bar were laid out once, so the space between them is known
	pendingLayout string
	feed          *eventFeed
	front         int // number of frames until a new layout has settled
	pace          pace
	bold          *imgui.Font
	monospace     *imgui.Font
	seed          maphash.Seed
}

// Bold returns the font for headings.
func (s *Surface) Bold() *imgui.Font { return s.bold }

// Monospace returns the font for code.
func (s *Surface) Monospace() *imgui.Font { return s.monospace }

// addFont adds a font. ImGui frees the copy of the data that it gets.
func addFont(ttf []byte, size float32, merge bool) *imgui.Font {
	config := imgui.NewFontConfig()
	config.SetMergeMode(merge)
	return imgui.CurrentIO().Fonts().AddFontFromMemoryTTFV(uintptr(C.CBytes(ttf)), int32(len(ttf)), size, config, nil)
}

func addTextFont(ttf []byte, size float32) *imgui.Font {
	font := addFont(ttf, size, false)
	pictures := iconPictures()
	if icons, err := iconfont.Build(pictures[:]); err == nil { // cannot fail, because a test builds the same icons
		addFont(icons, size*16/15, true)
	}
	return font
}

// NewSurface starts ImGui for a window. The window's OpenGL context must be current, and its input must be
// received. layoutFile returns the layout file of a workspace for a screen's scale; "" means that the layout
// is not stored.
func NewSurface(win *window.Window, workspace string, layoutFile func(workspace string, scale float32) string) *Surface {
	imgui.CreateContext()
	s := &Surface{win: win, plot: implot.CreateContext(), workspace: workspaceNamed(workspace).name, seed: maphash.MakeSeed()}
	s.file = func(workspace string, scale float32) string { return usable(layoutFile(workspace, scale)) }
	imgui.CurrentContext().SetConfigNavWindowingKeyNext(0) // skein uses Ctrl Tab for the next workspace
	imgui.CurrentContext().SetConfigNavWindowingKeyPrev(0)
	io := imgui.CurrentIO()
	io.SetConfigFlags(imgui.ConfigFlagsDockingEnable)
	io.SetConfigErrorRecoveryEnableAssert(false)
	addTextFont(goregular.TTF, textSize)
	s.bold = addTextFont(gobold.TTF, textSize)
	s.monospace = addFont(gomono.TTF, smallSize, false)
	s.setScale(win.UnitScale())
	backend := imglfw.NewGLFWwindowFromC(unsafe.Pointer(win.GLFW().Handle()))
	imglfw.InitForOpenGL(backend, false)   // skein passes the events to ImGui
	imglfw.CursorEnterCallback(backend, 1) // without this call, ImGui ignores the pointer's position
	s.feed = newFeed()
	opengl3.InitV("#version 410")
	return s
}

// setScale adapts widgets, fonts and layout to the scale of the screen. Call it between frames.
func (s *Surface) setScale(scale float32) {
	if scale == s.scale {
		return
	}
	io := imgui.CurrentIO()
	s.saveLayout()
	file := s.file(s.workspace, scale)
	s.fresh = !isCompleteLayout(file)
	if s.scale != 0 && !s.fresh {
		imgui.LoadIniSettingsFromDisk(file)
	}
	io.SetIniFilename(file) // ImGui reads the file in the first frame
	s.scale = scale
	setStyle(scale, s.light)
}

const maxLayout = 1 << 20

// usable returns the name of a layout file, or "" if ImGui must not read it. ImGui reads files of any size,
// and would block on a pipe.
func usable(file string) string {
	if _, err := files.Read(file, maxLayout); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	return file
}

// isCompleteLayout reports whether a layout contains each window that is always open, and docks at least one
// of them. With an older layout, newer windows would float over the picture.
func isCompleteLayout(file string) bool {
	text, err := files.Read(file, maxLayout)
	if err != nil {
		return false
	}
	known, docked := map[string]bool{}, false
	for _, section := range strings.Split(string(text), "\n[") {
		if name, rest, ok := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(section, "["), "Window]["), "]"); ok {
			known[name] = true
			docked = docked || slices.Contains(fixedWindows(), name) && strings.Contains(rest, "\nDockId=")
		}
	}
	return docked && !slices.ContainsFunc(fixedWindows(), func(name string) bool { return !known[name] })
}

// Close ends ImGui.
func (s *Surface) Close() {
	opengl3.Shutdown()
	imglfw.Shutdown()
	implot.DestroyContextV(s.plot)
	imgui.DestroyContext()
}

// Begin starts a frame with the input of a step. It returns the part of the framebuffer, in pixels, that is
// free for the picture; without a panel, this is all of it. If drawn is false, end the frame with Skip.
func (s *Surface) Begin(input *window.Input, drawn, panel bool) image.Rectangle {
	s.setScale(s.win.UnitScale())
	if s.pendingLayout != "" {
		imgui.LoadIniSettingsFromDisk(s.pendingLayout)
		s.fresh, s.pendingLayout = !isCompleteLayout(s.pendingLayout), ""
	}
	opengl3.NewFrame()
	imglfw.NewFrame()
	s.feed.pass(input)
	s.pace.next(drawn)
	imgui.NewFrame()
	flags := imgui.DockNodeFlags(imgui.DockNodeFlagsPassthruCentralNode) | imgui.DockNodeFlagsNoDockingOverCentralNode // the central node is transparent, because it contains the picture
	if !panel {
		flags |= imgui.DockNodeFlagsKeepAliveOnly // the panel must reappear at the same place
	}
	imgui.PushStyleColorVec4(imgui.ColWindowBg, imgui.Vec4{}) // the background is already drawn
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

// ResetWorkspace restores the default layout of the current workspace.
func (s *Surface) ResetWorkspace() { s.fresh = true }

// RestoredLayout reports whether the layout comes from a file.
func (s *Surface) RestoredLayout() bool {
	return !s.fresh && isCompleteLayout(s.file(s.workspace, s.scale))
}

func (s *Surface) saveLayout() {
	if s.scale == 0 {
		return
	}
	if file := s.file(s.workspace, s.scale); file != "" {
		imgui.SaveIniSettingsToDisk(file)
	}
}

// UseWorkspace saves the layout of the current workspace and restores that of another.
func (s *Surface) UseWorkspace(name string) {
	s.saveLayout()
	s.workspace = workspaceNamed(name).name
	file := s.file(s.workspace, s.scale)
	imgui.CurrentIO().SetIniFilename(file)
	if s.fresh = !isCompleteLayout(file); !s.fresh {
		s.pendingLayout = file
	}
}

// SetLight selects light or dark colours.
func (s *Surface) SetLight(on bool) {
	if on != s.light {
		s.light = on
		setStyle(s.scale, on)
	}
}

// IsTyping reports whether a widget takes typed text.
func IsTyping() bool { return imgui.CurrentIO().WantTextInput() }

// Skip ends a frame that is not drawn.
func (s *Surface) Skip() { imgui.EndFrame() }

// Ground returns the colour of the window around the picture. Software drivers draw pages much faster without
// a background, so they have none.
func (s *Surface) Ground() [3]float32 {
	c := imgui.CurrentStyle().Colors()[imgui.ColWindowBg]
	return [3]float32{c.X, c.Y, c.Z}
}

func clearBackground(page string) {
	w := imgui.InternalFindWindowByName(page)
	if w == nil || w.CData == nil {
		return
	}
	if node := w.DockNode(); node != nil && node.CData != nil && imgui.InternalDockNodeGetRootNode(node).InternalIsDockSpace() {
		imgui.SetNextWindowBgAlpha(0)
	}
}

// End ends the frame. Draw draws its widgets.
func (s *Surface) End() { imgui.Render() }

// Fingerprint returns a number that changes if what Draw draws changes. Call it after End.
func (s *Surface) Fingerprint() uint64 {
	var h maphash.Hash
	h.SetSeed(s.seed)
	write := func(data unsafe.Pointer, size int) { h.Write(unsafe.Slice((*byte)(data), size)) }
	for _, list := range imgui.CurrentDrawData().CommandLists() {
		write(list.GetVertexBuffer())
		write(list.GetIndexBuffer())
		for _, c := range list.Commands() {
			write(unsafe.Pointer(c.CData), drawnBytes)
		}
	}
	return h.Sum64()
}

// drawnBytes is the size of the fields of ImDrawCmd that determine the drawing: the clip rectangle, the
// texture, and the range of vertices.
const drawnBytes = 44

// Draw draws the widgets of the ended frame over the window.
func (s *Surface) Draw() { opengl3.RenderDrawData(imgui.CurrentDrawData()) }
