package build

import (
	"bytes"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
)

// Version is skein's version.
const Version = "0.1.0"

// Revision returns the commit that the program was built from, or "unknown revision".
func Revision() string {
	info, ok := debug.ReadBuildInfo()
	if ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				return s.Value[:min(len(s.Value), 12)]
			}
		}
	}
	return "unknown revision"
}

// executable is this program's file, or nil. It is opened at the start, because another program may later
// have the same path.
var executable = openExecutable()

func openExecutable() *os.File {
	path := "/proc/self/exe" // valid even if the file is replaced
	if runtime.GOOS != "linux" {
		path, _ = os.Executable()
	}
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	return f
}

// ID identifies this build of the program. It is empty if the file cannot be read.
var ID = sync.OnceValue(func() string {
	if executable == nil {
		return ""
	}
	return buildOf(executable)
})

// buildOf returns the build ID that Go wrote into a program or, without one, a digest of the file.
func buildOf(program io.ReaderAt) string {
	if id := goBuildID(program); id != "" {
		return id
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, io.NewSectionReader(program, 0, 1<<62)); err != nil {
		return ""
	}
	return hex.EncodeToString(sum.Sum(nil))
}

func goBuildID(program io.ReaderAt) string {
	f, err := elf.NewFile(program)
	if err != nil {
		return ""
	}
	section := f.Section(".note.go.buildid")
	if section == nil {
		return ""
	}
	note, err := section.Data()
	const head = 16 // the size of the name, the size of the ID, the type, and the name "Go\x00\x00"
	if err != nil || len(note) < head || !bytes.Equal(note[12:head], []byte("Go\x00\x00")) {
		return ""
	}
	size := f.ByteOrder.Uint32(note[4:])
	if size > uint32(len(note)-head) {
		return ""
	}
	return string(note[head : head+size])
}
