package capture

import (
	"path/filepath"
	"strings"
)

// Format is a format of pictures or films.
type Format struct {
	Ending string // file name extension, such as ".mp4"
	Title  string // name shown to users
	Holds  string // contents of the files, for users
	ReadBy string // programs that read the files
	Film   bool   // the files are films, written by ffmpeg
	Alpha  bool   // the files can be transparent
}

// Formats returns all formats, pictures first.
func Formats() []Format {
	return []Format{
		{Ending: ".png", Title: "PNG pictures", Holds: "colours as on the screen, 8 or 16 bits each, and transparency", ReadBy: "all programs", Alpha: true},
		{Ending: ".tif", Title: "TIFF pictures", Holds: "colours as on the screen, 16 bits each, and transparency", ReadBy: "Photoshop, DaVinci Resolve, Nuke, After Effects, ffmpeg", Alpha: true},
		{Ending: ".exr", Title: "OpenEXR pictures", Holds: "linear light as half floats, transparency, depth in metres, and the id of the bird. On request: normals, motion vectors and a Cryptomatte", ReadBy: "Nuke, Blender, Houdini, DaVinci Resolve, After Effects", Alpha: true},
		{Ending: ".mp4", Title: "MP4 film", Holds: "H.264 video. On request: HEVC with 10 bits", ReadBy: "browsers, players and editors", Film: true},
		{Ending: ".mov", Title: "QuickTime film", Holds: "H.264 video. If transparent: ProRes 4444. On request: ProRes, HEVC or DNxHR with 10 bits", ReadBy: "Final Cut, DaVinci Resolve, Premiere, players", Film: true, Alpha: true},
		{Ending: ".webm", Title: "WebM film", Holds: "VP9 video, which can be transparent", ReadBy: "browsers and players", Film: true, Alpha: true},
		{Ending: ".mkv", Title: "Matroska film", Holds: "H.264 video, or lossless FFV1 if transparent", ReadBy: "players and ffmpeg", Film: true, Alpha: true},
		{Ending: ".gif", Title: "Animated GIF", Holds: "at most 256 colours, large files", ReadBy: "browsers and mail programs", Film: true},
	}
}

// FormatOf returns the format of a file by its extension. It treats .tiff and .tif as the same. ok is false
// for an unknown extension.
func FormatOf(path string) (f Format, ok bool) {
	ending := strings.ToLower(filepath.Ext(path))
	if ending == ".tiff" {
		ending = ".tif"
	}
	for _, f := range Formats() {
		if f.Ending == ending {
			return f, true
		}
	}
	return f, false
}
