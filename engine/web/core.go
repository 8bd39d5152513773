package web

import (
	"embed"
	"errors"
	"io/fs"
)

// built holds the files that make build writes, see built/README.md.
//
//go:embed built
var built embed.FS

// ErrNoCore says that the program was built without the simulation for browsers.
var ErrNoCore = errors.New("this skein was built without the simulation for browsers; build it with make build")

// Length of the header and of the trailer of a gzip file without a name, as gzip -n writes it.
const (
	gzipHeader  = 10
	gzipTrailer = 8
)

// coreData returns the simulation, compiled to WebAssembly and compressed with deflate, and Go's runtime for
// JavaScript.
func coreData() (core Data, runtime string, err error) {
	packed, err := built.ReadFile("built/core.wasm.gz")
	if err != nil {
		return core, "", missing(err)
	}
	text, err := built.ReadFile("built/wasm_exec.js")
	if err != nil {
		return core, "", missing(err)
	}
	if len(packed) < gzipHeader+gzipTrailer || packed[0] != 0x1f || packed[1] != 0x8b || packed[3] != 0 {
		return core, "", errors.New("engine/web/built/core.wasm.gz is not a file of gzip -n; run make build")
	}
	return Data{Name: "core", Bytes: packed[gzipHeader : len(packed)-gzipTrailer]}, string(text), nil
}

func missing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return ErrNoCore
	}
	return err
}
