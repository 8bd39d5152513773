//go:build cgo && !nowindow

package ui

import (
	"github.com/AllenDang/cimgui-go/imgui"
	imglfw "github.com/AllenDang/cimgui-go/impl/glfw"
	"github.com/AllenDang/cimgui-go/impl/opengl3"
)

// Splash is the content of the window while a scene is being prepared.
type Splash struct {
	Title string  // name of the scene
	About string  // one line about the scene
	Step  string  // the work in progress
	Share float32 // finished fraction, from 0 to 1
}

// DrawSplash fills the window with the scene's name and a progress bar on a plain sky. It needs no renderer.
func (s *Surface) DrawSplash(p *Splash) {
	s.setScale(s.win.UnitScale())
	opengl3.NewFrame()
	imglfw.NewFrame()
	s.pace.next(true)
	imgui.NewFrame()
	imgui.DockSpaceOverViewportV(0, imgui.MainViewport(), imgui.DockNodeFlagsKeepAliveOnly|imgui.DockNodeFlagsPassthruCentralNode, imgui.NewWindowClass()) // without a dock space, ImGui would discard the saved layout
	size := imgui.MainViewport().Size()
	list := imgui.BackgroundDrawListV(imgui.MainViewport())
	sky := skyColours(s.light)
	splashSky(list, size, &sky)
	em := imgui.FontSize()
	splashSkein(list, imgui.Vec2{X: 0.78 * size.X, Y: 0.26 * size.Y}, 1.5*em, sky.ink)
	position := imgui.Vec2{X: 0.08 * size.X, Y: 0.52 * size.Y}
	ink := imgui.ColorConvertFloat4ToU32(sky.ink)
	splashText(list, position, 2.6*em, ink, p.Title)
	about := wrap(p.About, size.X-position.X-em, textWidth)
	splashText(list, position.Add(imgui.Vec2{Y: 3.4 * em}), em, ink, about)
	line := position.Add(imgui.Vec2{Y: 4.4*em + imgui.CalcTextSize(about).Y})
	end := imgui.Vec2{X: line.X + min(22*em, 0.84*size.X), Y: line.Y + 0.2*em}
	pale := sky.ink
	pale.W = 0.25
	list.AddRectFilled(line, end, imgui.ColorConvertFloat4ToU32(pale))
	list.AddRectFilled(line, imgui.Vec2{X: line.X + p.Share*(end.X-line.X), Y: end.Y}, ink)
	splashText(list, line.Add(imgui.Vec2{Y: 0.7 * em}), em, ink, p.Step)
	s.End()
	s.Draw()
}

type skyPalette struct{ top, middle, bottom, ink imgui.Vec4 }

func skyColours(light bool) skyPalette {
	if light {
		return skyPalette{
			top: imgui.Vec4{X: 0.42, Y: 0.63, Z: 0.86, W: 1}, middle: imgui.Vec4{X: 0.72, Y: 0.84, Z: 0.94, W: 1},
			bottom: imgui.Vec4{X: 0.95, Y: 0.95, Z: 0.92, W: 1}, ink: imgui.Vec4{X: 0.06, Y: 0.11, Z: 0.19, W: 1},
		}
	}
	return skyPalette{
		top: imgui.Vec4{X: 0.08, Y: 0.11, Z: 0.20, W: 1}, middle: imgui.Vec4{X: 0.20, Y: 0.24, Z: 0.36, W: 1},
		bottom: imgui.Vec4{X: 0.47, Y: 0.33, Z: 0.27, W: 1}, ink: imgui.Vec4{X: 0.97, Y: 0.96, Z: 0.94, W: 1},
	}
}

// SplashGround returns the colour that fills the window before the splash is drawn.
func SplashGround(light bool) [3]float32 {
	c := skyColours(light).middle
	return [3]float32{c.X, c.Y, c.Z}
}

func splashSky(list *imgui.DrawList, size imgui.Vec2, sky *skyPalette) {
	top, middle, bottom := imgui.ColorConvertFloat4ToU32(sky.top), imgui.ColorConvertFloat4ToU32(sky.middle), imgui.ColorConvertFloat4ToU32(sky.bottom)
	half := 0.6 * size.Y
	list.AddRectFilledMultiColor(imgui.Vec2{}, imgui.Vec2{X: size.X, Y: half}, top, top, middle, middle)
	list.AddRectFilledMultiColor(imgui.Vec2{Y: half}, size, middle, middle, bottom, bottom)
}

func splashSkein(list *imgui.DrawList, position imgui.Vec2, spacing float32, ink imgui.Vec4) {
	ink.W = 0.8
	colour := imgui.ColorConvertFloat4ToU32(ink)
	wing := 0.42 * spacing
	for k := range 9 {
		row := float32((k + 1) / 2)
		side := float32(1 - 2*(k%2))
		x, y := position.X+row*spacing*1.2, position.Y+row*side*spacing*0.55-row*spacing*0.15
		list.AddLineV(imgui.Vec2{X: x - wing, Y: y - 0.4*wing}, imgui.Vec2{X: x, Y: y}, colour, 0.09*spacing)
		list.AddLineV(imgui.Vec2{X: x, Y: y}, imgui.Vec2{X: x + wing, Y: y - 0.4*wing}, colour, 0.09*spacing)
	}
}

func splashText(list *imgui.DrawList, position imgui.Vec2, size float32, colour uint32, text string) {
	list.AddTextFontPtr(imgui.CurrentFont(), size, position, colour, text)
}
