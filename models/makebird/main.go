// Makebird writes skein's own bird: a starling of about 500 triangles, skinned,
// with one beat of its wings. The same program writes the same bytes every time.
//
//	go run ./models/makebird -o models/bird.glb
//
// Axes are those of glTF (Z forward, Y up, X to the left), lengths metres.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	out := flag.String("o", "bird.glb", "file to write")
	flag.Parse()
	data, err := encode(build(), beat())
	if err == nil {
		err = os.WriteFile(*out, data, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "makebird:", err)
		os.Exit(1)
	}
}
