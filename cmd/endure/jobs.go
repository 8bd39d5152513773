package main

import (
	"strings"
)

type job struct {
	name      string
	args      []string
	mayRemain func(name string) bool
}

func noFile(string) bool { return false }

func isResumable(name string) bool {
	return strings.HasSuffix(name, ".mcap") || strings.HasSuffix(name, ".part") || strings.Contains(name, ".fit/")
}

// isPicture reports whether a file is a picture. Pictures appear only when they are complete, so an
// interrupted command may leave some.
func isPicture(name string) bool { return strings.HasSuffix(name, ".png") }

func jobs(b *bench) []job {
	all := []job{
		{"record", strings.Fields("record paper --count 20 --seconds 2 -q -o out/a.mcap"), isResumable},
		{"sweep", strings.Fields("record paper --count 10 --seconds 1 --sweep seed=1:2 -q -o out/runs"), isResumable},
		{"fit", strings.Fields("fit paper --to run.mcap --over cohesion=0.01:0.1 --budget 4 --seconds 2 --settle 1 -q -o out/best.toml"), isResumable},
		{"import", strings.Fields("import run.csv -q -o out/b.mcap"), isResumable},
		{"blender", strings.Fields("export run.mcap --to blender -q -o out/scene"), noFile},
	}
	for _, format := range []string{"csv", "parquet", "usda", "usdc", "usdz", "glb"} {
		all = append(all, job{"export " + format, []string{"export", "run.mcap", "-q", "-o", "out/a." + format}, noFile})
	}
	if b.window {
		all = append(all, job{"render", strings.Fields("render run.mcap --frames 1-2 --size 64x36 --samples 1 -q -o out/####.png"), isPicture})
	}
	return all
}
