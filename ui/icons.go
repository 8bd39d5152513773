//go:build cgo && !nowindow

package ui

import (
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"
	"golang.org/x/exp/shiny/materialdesign/icons"

	"skein/ui/iconfont"
)

// icon is a picture in the icon font. It can be used like a letter: imgui.Button(iconAdd.String() + " Add").
type icon int

const (
	iconFlock icon = iota
	iconPredator
	iconObstacle
	iconWind
	iconPath
	iconPlace
	iconPerch
	iconCamera
	iconLight
	iconEye
	iconNotEye
	iconEvents
	iconRules
	iconScene
	iconBookmark
	iconBoid
	iconFolderClosed
)

const (
	iconPlay icon = iota + iconFolderClosed + 1
	iconPause
	iconRecord
	iconToStart
	iconToEnd
	iconStepBack
	iconStep
	iconLoop
	iconLoopIn
	iconLoopOut
	iconBackward
	iconRestart
	iconNewSeed
	iconBranch
	iconRejoin
	iconAdd
	iconClose
	iconDown
	iconRight
	iconLeft
	iconCheck
	iconCount
)

const noIcon icon = -1

// String returns the text of the icon.
func (i icon) String() string { return string(rune(iconfont.FirstRune + int(i))) }

// iconPictures returns the pictures of the icons. Icons that are not in the Material set are drawn here.
func iconPictures() (all [iconCount]iconfont.Icon) {
	for i, path := range map[icon]string{
		iconFlock:    gull(0, 1, 0.62) + gull(9, 7.5, 0.62) + gull(0.5, 13, 0.5),
		iconBoid:     gull(0, 0, 1),
		iconPredator: "M 12 3 C 13 3 13.7 4 13.8 5.2 C 18 5.4 21.7 8.6 23.5 14 C 20.3 11.3 17.2 10.8 14.6 12 L 14 16.5 L 16 21 L 12 19.6 L 8 21 L 10 16.5 L 9.4 12 C 6.8 10.8 3.7 11.3 0.5 14 C 2.3 8.6 6 5.4 10.2 5.2 C 10.3 4 11 3 12 3 Z",
		iconWind: "M 2 9 L 13 9 C 15 9 16.8 7.3 16.8 5.3 C 16.8 3.4 15.2 2 13.4 2 C 12 2 10.8 2.8 10.2 4 L 11.9 4.9 C 12.2 4.3 12.8 3.9 13.4 3.9 C 14.2 3.9 14.9 4.5 14.9 5.3 C 14.9 6.3 14 7.1 13 7.1 L 2 7.1 Z" +
			" M 2 11.1 L 18 11.1 C 20.2 11.1 22 12.9 22 15 C 22 17 20.4 18.6 18.5 18.6 C 17.1 18.6 15.9 17.8 15.3 16.6 L 17 15.8 C 17.3 16.4 17.8 16.7 18.5 16.7 C 19.4 16.7 20.1 15.9 20.1 15 C 20.1 13.9 19.2 13 18 13 L 2 13 Z" +
			" M 2 15.1 L 11 15.1 C 12.9 15.1 14.4 16.6 14.4 18.5 C 14.4 20.4 12.9 21.9 11.1 21.9 C 9.8 21.9 8.7 21.2 8.2 20.1 L 9.9 19.3 C 10.1 19.7 10.5 20 11.1 20 C 11.9 20 12.5 19.3 12.5 18.5 C 12.5 17.7 11.8 17 11 17 L 2 17 Z",
		iconStepBack: "M 16 6 L 16 18 L 18.2 18 L 18.2 6 Z M 14 6 L 5 12 L 14 18 Z",
		iconStep:     "M 8 6 L 8 18 L 5.8 18 L 5.8 6 Z M 10 6 L 19 12 L 10 18 Z",
		iconLoopIn:   "M 8 4 L 16 4 L 16 6.2 L 10.2 6.2 L 10.2 17.8 L 16 17.8 L 16 20 L 8 20 Z",
		iconLoopOut:  "M 16 4 L 8 4 L 8 6.2 L 13.8 6.2 L 13.8 17.8 L 8 17.8 L 8 20 L 16 20 Z",
	} {
		all[i].Path = path
	}
	for i, data := range map[icon][]byte{
		iconObstacle: icons.SocialDomain, iconPath: icons.ActionTimeline,
		iconPlace: icons.MapsPlace, iconPerch: icons.ImageNature, iconCamera: icons.AVVideocam, iconLight: icons.ImageWBSunny,
		iconEye: icons.ActionVisibility, iconNotEye: icons.ActionVisibilityOff, iconEvents: icons.ActionEvent, iconRules: icons.ImageTune,
		iconScene: icons.SocialPublic, iconBookmark: icons.ActionBookmark, iconFolderClosed: icons.FileFolder,
		iconPlay: icons.AVPlayArrow, iconPause: icons.AVPause, iconRecord: icons.AVFiberManualRecord,
		iconToStart: icons.AVSkipPrevious, iconToEnd: icons.AVSkipNext, iconLoop: icons.AVRepeat, iconBackward: icons.AVFastRewind,
		iconRestart: icons.AVReplay, iconNewSeed: icons.PlacesCasino, iconBranch: icons.CommunicationCallSplit, iconRejoin: icons.ContentUndo,
		iconAdd: icons.ContentAdd, iconClose: icons.NavigationClose,
		iconDown: icons.NavigationExpandMore, iconRight: icons.NavigationChevronRight, iconLeft: icons.NavigationChevronLeft, iconCheck: icons.NavigationCheck,
	} {
		all[i].IconVG = data
	}
	return all
}

func gull(x, y, size float64) string {
	corner := func(u, v float64) string { return fmt.Sprintf(" %.2f %.2f", x+size*u, y+size*v) }
	return " M" + corner(0.5, 8) + " Q" + corner(8, 4.5) + corner(12, 11) + " Q" + corner(16, 4.5) + corner(23.5, 8) + " Q" + corner(17, 9) + corner(13.2, 17.5) + " L" + corner(10.8, 17.5) + " Q" + corner(7, 9) + corner(0.5, 8) + " Z"
}

func iconOf(kind string) icon {
	switch kind {
	case Predator:
		return iconPredator
	case "wind":
		return iconWind
	case "path":
		return iconPath
	case "place":
		return iconPlace
	case "perch":
		return iconPerch
	}
	return iconObstacle
}

func iconButton(i icon, id string, on bool) bool {
	frame := imgui.Vec4{}
	if on {
		frame = imgui.CurrentStyle().Colors()[imgui.ColHeaderActive]
	}
	imgui.PushStyleColorVec4(imgui.ColButton, frame)
	defer imgui.PopStyleColor()
	return imgui.ButtonV(i.String()+"##"+id, imgui.Vec2{X: iconWide(), Y: imgui.FrameHeight()})
}

// iconWide returns the width of an iconButton, in screen units.
func iconWide() float32 { return imgui.FrameHeight() + 2*imgui.CurrentStyle().FramePadding().Y }

func writeIcon(i icon, dim bool) {
	x := imgui.CursorPosX()
	if dim {
		writeGrey(i.String())
	} else {
		write(i.String())
	}
	imgui.SameLineV(x+1.4*imgui.FontSize(), 0)
}
