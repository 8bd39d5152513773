package capture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"io"
	"os/exec"
	"strings"

	"skein/flock/whole"
)

// ErrNoFFmpeg is returned for videos if ffmpeg is not installed.
var ErrNoFFmpeg = errors.New("videos need ffmpeg, which is not installed; install it, or write images (frame_####.png)")

// CheckFFmpeg returns ErrNoFFmpeg if ffmpeg is not installed.
func CheckFFmpeg() error {
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		return ErrNoFFmpeg
	}
	return nil
}

// Video is a video that ffmpeg is writing. The file appears completely or not at all.
type Video struct {
	path   string
	file   *whole.File // ffmpeg opens it by name
	size   image.Point
	deep   bool // images have 16 bits per channel
	cmd    *exec.Cmd
	pipe   io.WriteCloser
	stderr bytes.Buffer
}

// VideoOptions are the options of a video.
type VideoOptions struct {
	Size     image.Point
	FPS      string // frame rate: an integer, or a fraction such as 30000/1001
	Alpha    bool   // keep transparency; HoldsAlpha reports which formats can
	Codec    string // one of Codecs; empty means the format's usual one
	TimeCode string // time code of the first image, such as 00:00:41:17; a .gif has none
}

// NewVideo starts a video, which replaces an existing file. The extension selects the format: .mp4, .mkv,
// .webm, .mov or .gif.
func NewVideo(path string, o VideoOptions) (*Video, error) {
	program, err := exec.LookPath("ffmpeg")
	if err != nil {
		return nil, ErrNoFFmpeg
	}
	codec, err := codecArgs(path, o)
	if err != nil {
		return nil, err
	}
	f, err := whole.Create(path, true)
	if err != nil {
		return nil, err
	}
	v := &Video{path: path, file: f, size: o.Size, deep: IsDeep(o.Codec)}
	pixels := "rgba"
	if v.deep {
		pixels = "rgba64be"
	}
	args := []string{
		"-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", pixels,
		"-s", fmt.Sprintf("%dx%d", o.Size.X, o.Size.Y), "-r", o.FPS, "-i", "-",
	}
	codec = append(codec, timecodeArgs(path, o.TimeCode)...)
	v.cmd = exec.Command(program, append(append(args, codec...), "file:"+f.Name())...) // "file:" protects names with a colon or a leading dash
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

// Add appends an image. The image has 16 bits per channel for a codec with 10 bits, and otherwise 8.
func (v *Video) Add(img image.Image) error {
	var pixels []byte
	var stride int
	switch img := img.(type) {
	case *image.NRGBA:
		if !v.deep {
			pixels, stride = img.Pix, img.Stride/4
		}
	case *image.NRGBA64:
		if v.deep {
			pixels, stride = img.Pix, img.Stride/8
		}
	}
	if size := img.Bounds().Size(); size != v.size || stride != v.size.X {
		return fmt.Errorf("%s: the image is a %T of size %v, but the video has the size %v", v.path, img, size, v.size)
	}
	if _, err := v.pipe.Write(pixels); err != nil {
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

// Kill stops ffmpeg and removes the unfinished video. It may be called from any goroutine. The goroutine that
// writes then gets an error.
func (v *Video) Kill() {
	v.cmd.Process.Kill()
	v.file.Abort()
}

func (v *Video) fail(err error) error {
	v.file.Abort()
	lines := strings.Split(strings.TrimSpace(v.stderr.String()), "\n")
	if last := lines[len(lines)-1]; last != "" {
		name := v.file.Name()
		return fmt.Errorf("writing %s: ffmpeg: %s", v.path, strings.NewReplacer("file:"+name, v.path, name, v.path).Replace(last))
	}
	return fmt.Errorf("writing %s: ffmpeg: %w", v.path, err)
}
