package capture

import (
	"fmt"
	"image"
	"path/filepath"
	"slices"
	"strings"
)

// codec compresses videos for editing, with 10 bits per channel.
type codec struct {
	name    string
	endings []string
	pixels  string
	args    []string
}

func deepCodecs() []codec {
	return []codec{
		{"prores", []string{".mov"}, "yuv444p10le", []string{"-c:v", "prores_ks", "-profile:v", "4444", "-vendor", "apl0"}},
		{"hevc", []string{".mp4", ".mov", ".mkv"}, "yuv420p10le", []string{"-c:v", "libx265", "-crf", "16", "-tag:v", "hvc1", "-x265-params", "log-level=error"}},
		{"dnxhr", []string{".mov"}, "yuv422p10le", []string{"-c:v", "dnxhd", "-profile:v", "dnxhr_hqx"}},
	}
}

// Codecs returns the names of the codecs with 10 bits per channel and, for each codec, the file name
// extensions of its formats.
func Codecs() (names []string, endings map[string][]string) {
	endings = map[string][]string{}
	for _, c := range deepCodecs() {
		names = append(names, c.name)
		endings[c.name] = c.endings
	}
	return names, endings
}

// IsDeep reports whether a codec has 10 bits per channel, and therefore needs images with 16 bits per
// channel.
func IsDeep(name string) bool {
	return slices.ContainsFunc(deepCodecs(), func(c codec) bool { return c.name == name })
}

// bt709 returns arguments of ffmpeg that declare the colours as BT.709. Otherwise players would guess from
// the size of the picture.
func bt709() []string {
	return []string{"-color_range", "tv", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"}
}

// scaleFilter is a filter of ffmpeg that converts to BT.709. A pixel format must be appended.
const scaleFilter = "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,format="

// colourFilter is a filter of ffmpeg that marks each frame as BT.709. The encoders of ProRes and DNxHR read
// the colours only from frames.
const colourFilter = ",setparams=range=tv:colorspace=bt709:color_primaries=bt709:color_trc=bt709"

// codecArgs returns the arguments of ffmpeg for a file. The usual pixel format 4:2:0 needs an even size, so
// an odd size is padded with a copy of the last row or column.
func codecArgs(path string, o VideoOptions) ([]string, error) {
	if o.Codec != "" {
		return deepArgs(path, o)
	}
	if o.Alpha {
		return alphaArgs(path, o.Size)
	}
	usual := append([]string{"-vf", evenSizeFilter(o.Size) + scaleFilter + "yuv420p"}, bt709()...)
	switch strings.ToLower(filepath.Ext(path)) {
	case ".mp4":
		return append(usual, "-c:v", "libx264", "-crf", "18", "-movflags", "+faststart"), nil
	case ".mkv":
		return append(usual, "-c:v", "libx264", "-crf", "18"), nil
	case ".webm":
		return append(usual, "-c:v", "libvpx-vp9", "-crf", "28", "-b:v", "0", "-row-mt", "1"), nil
	case ".mov":
		return append(usual, "-c:v", "libx264", "-crf", "18", "-movflags", "+faststart"), nil
	case ".gif":
		return []string{"-vf", "split[a][b];[a]palettegen[p];[b][p]paletteuse"}, nil
	}
	return nil, fmt.Errorf("%s: a video must end in .mp4, .mkv, .webm, .mov or .gif", path)
}

func evenSizeFilter(size image.Point) string {
	x, y := size.X%2, size.Y%2
	if x+y == 0 {
		return ""
	}
	return fmt.Sprintf("pad=%d:%d,fillborders=right=%d:bottom=%d:mode=smear,", size.X+x, size.Y+y, x, y)
}

func deepArgs(path string, o VideoOptions) ([]string, error) {
	all := deepCodecs()
	k := slices.IndexFunc(all, func(c codec) bool { return c.name == o.Codec })
	if k < 0 {
		names, _ := Codecs()
		return nil, fmt.Errorf("unknown codec %q; use %s", o.Codec, strings.Join(names, ", "))
	}
	c := &all[k]
	if !slices.Contains(c.endings, strings.ToLower(filepath.Ext(path))) {
		return nil, fmt.Errorf("%s: a video with the codec %s must end in %s", path, c.name, strings.Join(c.endings, " or "))
	}
	if least := image.Pt(256, 120); c.name == "dnxhr" && (o.Size.X < least.X || o.Size.Y < least.Y) {
		return nil, fmt.Errorf("%s: a video with the codec dnxhr must have at least %d×%d pixels", path, least.X, least.Y)
	}
	if !o.Alpha {
		args := append(append([]string{"-vf", evenSizeFilter(o.Size) + scaleFilter + c.pixels + colourFilter}, c.args...), bt709()...)
		if c.name == "hevc" && strings.ToLower(filepath.Ext(path)) != ".mkv" {
			args = append(args, "-movflags", "+faststart") // lets browsers play the video before the whole file has arrived
		}
		return args, nil
	}
	if c.name != "prores" {
		return nil, fmt.Errorf("%s: a video with the codec %s cannot be transparent; prores can", path, c.name)
	}
	return alphaArgs(path, o.Size)
}

func timecodeArgs(path, timecode string) []string {
	switch ending := strings.ToLower(filepath.Ext(path)); {
	case timecode == "" || ending == ".gif":
		return nil
	case ending == ".mp4" || ending == ".mov":
		return []string{"-timecode", timecode}
	}
	return []string{"-metadata", "timecode=" + timecode}
}

// HoldsAlpha reports whether the video format of path supports transparency.
func HoldsAlpha(path string) bool {
	f, ok := FormatOf(path)
	return ok && f.Film && f.Alpha
}

// alphaArgs returns the arguments of ffmpeg for a transparent video: VP9, ProRes 4444 or lossless FFV1, with
// straight alpha. VP9 and ProRes need an even size, so an odd size is padded with a transparent column or
// row.
func alphaArgs(path string, size image.Point) ([]string, error) {
	even := fmt.Sprintf("pad=%d:%d:color=black@0,", (size.X+1)/2*2, (size.Y+1)/2*2)
	switch strings.ToLower(filepath.Ext(path)) {
	case ".webm":
		return append([]string{"-vf", even + scaleFilter + "yuva420p", "-c:v", "libvpx-vp9", "-crf", "20", "-b:v", "0", "-row-mt", "1", "-auto-alt-ref", "0"}, bt709()...), nil
	case ".mov":
		return append([]string{"-vf", even + scaleFilter + "yuva444p10le" + colourFilter, "-c:v", "prores_ks", "-profile:v", "4444", "-alpha_bits", "16", "-vendor", "apl0"}, bt709()...), nil
	case ".mkv":
		return []string{"-vf", "format=bgra", "-c:v", "ffv1", "-level", "3"}, nil
	}
	return nil, fmt.Errorf("%s: a transparent video must end in .webm, .mov or .mkv", path)
}
