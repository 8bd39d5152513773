package capture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"io"
	"os/exec"
	"path/filepath"
	"strings"

	"skein/flock/whole"
)

// ErrNoFFmpeg is the error for a video if ffmpeg is not installed.
var ErrNoFFmpeg = errors.New("videos need ffmpeg, which is not installed; install it, or write images (frame_####.png)")

// CheckFFmpeg returns ErrNoFFmpeg if ffmpeg is not installed.
func CheckFFmpeg() error {
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		return ErrNoFFmpeg
	}
	return nil
}

// Video is a video that is being written through ffmpeg. Its file is written completely or not at all.
type Video struct {
	path   string
	file   *whole.File // ffmpeg opens this file by name
	size   image.Point
	cmd    *exec.Cmd
	pipe   io.WriteCloser
	stderr bytes.Buffer
}

// NewVideo starts a video with images of the given size. fps is a number, or a fraction such as 30000/1001.
// The ending of path selects the format: .mp4, .mkv, .webm, .mov or .gif. If alpha is true, the video keeps
// the transparency of the images; [HoldsAlpha] says which formats can. timecode is the time code of the first
// image, such as 00:00:41:17, or empty; a .gif cannot have one. The video replaces an existing file.
func NewVideo(path string, size image.Point, fps string, alpha bool, timecode string) (*Video, error) {
	program, err := exec.LookPath("ffmpeg")
	if err != nil {
		return nil, ErrNoFFmpeg
	}
	codec, err := codecArgs(path, size, alpha)
	if err != nil {
		return nil, err
	}
	f, err := whole.Create(path, true)
	if err != nil {
		return nil, err
	}
	v := &Video{path: path, file: f, size: size}
	args := []string{
		"-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgba",
		"-s", fmt.Sprintf("%dx%d", size.X, size.Y), "-r", fps, "-i", "-",
	}
	codec = append(codec, timecodeArgs(path, timecode)...)
	v.cmd = exec.Command(program, append(append(args, codec...), "file:"+f.Name())...) // file: is needed for names with a colon or a leading dash
	v.cmd.Stderr = &v.stderr
	if v.pipe, err = v.cmd.StdinPipe(); err == nil {
		err = v.cmd.Start()
	}
	if err != nil {
		f.Abort()
		return nil, fmt.Errorf("starting ffmpeg: %w", err)
	}
	return v, nil
}

// codecArgs returns the arguments of ffmpeg for a file name and an image size. The usual pixel format 4:2:0
// needs an even size, so an odd size is padded with a copy of the last row or column. Colours are BT.709
// and declared as such. Otherwise players would guess BT.601 or BT.709 from the size.
func codecArgs(path string, size image.Point, alpha bool) ([]string, error) {
	if alpha {
		return alphaArgs(path, size)
	}
	even := ""
	if x, y := size.X%2, size.Y%2; x+y > 0 {
		even = fmt.Sprintf("pad=%d:%d,fillborders=right=%d:bottom=%d:mode=smear,", size.X+x, size.Y+y, x, y)
	}
	usual := []string{
		"-vf", even + "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,format=yuv420p",
		"-color_range", "tv", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
	}
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

// timecodeArgs returns the arguments of ffmpeg for a time code.
func timecodeArgs(path, timecode string) []string {
	switch ending := strings.ToLower(filepath.Ext(path)); {
	case timecode == "" || ending == ".gif":
		return nil
	case ending == ".mp4" || ending == ".mov":
		return []string{"-timecode", timecode}
	}
	return []string{"-metadata", "timecode=" + timecode}
}

// HoldsAlpha reports whether a video with this ending can be transparent.
func HoldsAlpha(path string) bool {
	f, ok := FormatOf(path)
	return ok && f.Film && f.Alpha
}

// alphaArgs returns the arguments of ffmpeg for a transparent video: VP9, ProRes 4444 or lossless FFV1.
// Colours are not multiplied with alpha. Odd sizes get a clear last column or row.
func alphaArgs(path string, size image.Point) ([]string, error) {
	const space = "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,format="
	const declared = ",setparams=range=tv:colorspace=bt709:color_primaries=bt709:color_trc=bt709" // ProRes takes them from the frames
	bt709 := []string{"-color_range", "tv", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"}
	even := fmt.Sprintf("pad=%d:%d:color=black@0,", (size.X+1)/2*2, (size.Y+1)/2*2)
	switch strings.ToLower(filepath.Ext(path)) {
	case ".webm":
		return append([]string{"-vf", even + space + "yuva420p", "-c:v", "libvpx-vp9", "-crf", "20", "-b:v", "0", "-row-mt", "1", "-auto-alt-ref", "0"}, bt709...), nil
	case ".mov":
		return append([]string{"-vf", even + space + "yuva444p10le" + declared, "-c:v", "prores_ks", "-profile:v", "4444", "-alpha_bits", "16", "-vendor", "apl0"}, bt709...), nil
	case ".mkv":
		return []string{"-vf", "format=bgra", "-c:v", "ffv1", "-level", "3"}, nil
	}
	return nil, fmt.Errorf("%s: a transparent video must end in .webm, .mov or .mkv", path)
}

// Add appends an image to the video.
func (v *Video) Add(img *image.NRGBA) error {
	if img.Rect.Size() != v.size || img.Stride != 4*v.size.X {
		return fmt.Errorf("%s: the image has size %v, but the video has size %v", v.path, img.Rect.Size(), v.size)
	}
	if _, err := v.pipe.Write(img.Pix); err != nil {
		v.pipe.Close()
		return v.fail(v.cmd.Wait())
	}
	return nil
}

// Close finishes the video.
func (v *Video) Close() error {
	v.pipe.Close()
	if err := v.cmd.Wait(); err != nil || v.stderr.Len() > 0 { // ffmpeg reports success even if the disk is full
		return v.fail(err)
	}
	return v.file.Commit()
}

// Abort stops the video and removes its file.
func (v *Video) Abort() {
	v.Kill()
	v.pipe.Close()
	v.cmd.Wait()
}

// Kill stops ffmpeg and removes the unfinished video. It may be called from any goroutine. The goroutine
// that writes the video then gets an error.
func (v *Video) Kill() {
	v.cmd.Process.Kill()
	v.file.Abort()
}

// fail removes the file. It returns an error that contains the last line of ffmpeg's messages.
func (v *Video) fail(err error) error {
	v.file.Abort()
	lines := strings.Split(strings.TrimSpace(v.stderr.String()), "\n")
	if last := lines[len(lines)-1]; last != "" {
		name := v.file.Name()
		return fmt.Errorf("writing %s: ffmpeg: %s", v.path, strings.NewReplacer("file:"+name, v.path, name, v.path).Replace(last))
	}
	return fmt.Errorf("writing %s: ffmpeg: %w", v.path, err)
}
