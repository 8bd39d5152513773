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

// ErrNoFFmpeg is returned where a film is wanted and ffmpeg is not installed.
var ErrNoFFmpeg = errors.New("a film needs ffmpeg, which is not installed: install it, or ask for pictures (frame_####.png)")

// Videos says whether films can be made: whether there is an ffmpeg.
func Videos() error {
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		return ErrNoFFmpeg
	}
	return nil
}

// Video is a film being written, through ffmpeg. It appears whole or not at all.
type Video struct {
	path string
	file *whole.File // which ffmpeg writes to by its name
	size image.Point
	cmd  *exec.Cmd
	pipe io.WriteCloser
	said bytes.Buffer
}

// NewVideo begins a film of pictures of one size, which replaces what is there; fps a
// second, which is a number or a quotient of whole ones, such as 30000/1001. The
// container follows from the ending: .mp4, .mkv, .webm or .gif.
func NewVideo(path string, size image.Point, fps string) (*Video, error) {
	program, err := exec.LookPath("ffmpeg")
	if err != nil {
		return nil, ErrNoFFmpeg
	}
	codec, err := codecOf(path, size)
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
	v.cmd = exec.Command(program, append(append(args, codec...), "file:"+f.Name())...) // whatever the name begins with
	v.cmd.Stderr = &v.said
	if v.pipe, err = v.cmd.StdinPipe(); err == nil {
		err = v.cmd.Start()
	}
	if err != nil {
		f.Abort()
		return nil, fmt.Errorf("starting ffmpeg: %w", err)
	}
	return v, nil
}

// codecOf are ffmpeg's arguments for the ending of a name, and pictures of a size. Sides
// are made even, which the usual 4:2:0 pixel format asks for: of an odd one the last row
// or column is there twice. Colours go by BT.709 and the file
// says so: players take what says nothing for BT.601 or BT.709 by its size.
func codecOf(path string, size image.Point) ([]string, error) {
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
	case ".gif":
		return []string{"-vf", "split[a][b];[a]palettegen[p];[b][p]paletteuse"}, nil
	}
	return nil, fmt.Errorf("%s: want a film that ends in .mp4, .mkv, .webm or .gif", path)
}

// Add appends a picture.
func (v *Video) Add(img *image.NRGBA) error {
	if img.Rect.Size() != v.size || img.Stride != 4*v.size.X {
		return fmt.Errorf("%s: a picture of %v in a film of %v", v.path, img.Rect.Size(), v.size)
	}
	if _, err := v.pipe.Write(img.Pix); err != nil {
		v.pipe.Close()
		return v.fail(v.cmd.Wait())
	}
	return nil
}

// Close finishes the film.
func (v *Video) Close() error {
	v.pipe.Close()
	if err := v.cmd.Wait(); err != nil || v.said.Len() > 0 { // ffmpeg calls a full disk a success
		return v.fail(err)
	}
	return v.file.Commit()
}

// Abort gives the film up and leaves nothing behind.
func (v *Video) Abort() {
	v.Kill()
	v.pipe.Close()
	v.cmd.Wait()
}

// Kill ends ffmpeg and leaves nothing of the film, unless it was closed. Any goroutine
// may call it; the one that writes the film finds that it cannot go on.
func (v *Video) Kill() {
	v.cmd.Process.Kill()
	v.file.Abort()
}

// fail removes what there is of the film and says why, in ffmpeg's last line.
func (v *Video) fail(err error) error {
	v.file.Abort()
	lines := strings.Split(strings.TrimSpace(v.said.String()), "\n")
	if last := lines[len(lines)-1]; last != "" {
		name := v.file.Name()
		return fmt.Errorf("writing %s: ffmpeg: %s", v.path, strings.NewReplacer("file:"+name, v.path, name, v.path).Replace(last))
	}
	return fmt.Errorf("writing %s: ffmpeg: %w", v.path, err)
}
