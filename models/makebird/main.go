// Makebird writes skein's own birds with skin, texture, wingbeat, glide and stances. Formulas give
// the shape, the colours and the motion. The output always has the same bytes.
//
//	go run ./models/makebird -o models
//
// The axes follow glTF: Z forward, Y up, X to the left. Lengths in the files are metres.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	out := flag.String("o", ".", "folder to write to")
	flag.Parse()
	for _, s := range allSpecies() {
		data, err := s.encode()
		if err == nil {
			err = os.WriteFile(filepath.Join(*out, s.name+".glb"), data, 0o644)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "makebird:", err)
			os.Exit(1)
		}
	}
}
