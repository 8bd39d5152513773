package web

import (
	"embed"
	"fmt"
)

// built contains the files that make build writes; see built/README.md.
//
//go:embed built
var built embed.FS

// ErrNoCore is returned if the program was built without the simulation for browsers.
var ErrNoCore = fmt.Errorf("this build of skein does not contain the simulation for browsers; build skein with make build")

// Sizes in bytes of the header and the trailer that "gzip -n" writes.
const (
	gzipHeader  = 10
	gzipTrailer = 8
)

// coreData returns the simulation as WebAssembly, compressed with deflate, and Go's runtime for JavaScript.
func coreData() (core Data, runtime string, err error) {
	packed, err := built.ReadFile("built/core.wasm.gz")
	if err != nil {
		return core, "", ErrNoCore
	}
	text, err := built.ReadFile("built/wasm_exec.js")
	if err != nil {
		return core, "", ErrNoCore
	}
	data, err := deflated(packed)
	return Data{Name: "core", Bytes: data, Packed: true}, string(text), err
}

func deflated(file []byte) ([]byte, error) {
	if len(file) < gzipHeader+gzipTrailer || file[0] != 0x1f || file[1] != 0x8b || file[3] != 0 {
		return nil, fmt.Errorf("engine/web/built/core.wasm.gz is damaged, or contains a file name; run make build to replace it")
	}
	return file[gzipHeader : len(file)-gzipTrailer], nil
}
