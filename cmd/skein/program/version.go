package program

import (
	"fmt"
	"runtime"
	"slices"

	"skein/cmd/skein/internal/build"
	"skein/cmd/skein/internal/console"
)

type versionFlag bool

// BeforeReset prints the version. kong calls it before it checks the other arguments.
func (versionFlag) BeforeReset(g *console.Console) error {
	if err := (VersionCmd{}).Run(&console.Console{JSON: slices.Contains(g.Args, "--json"), Stdout: g.Stdout}); err != nil {
		return err
	}
	return errHelped
}

// VersionCmd prints the version.
type VersionCmd struct{}

// Run prints the version.
func (VersionCmd) Run(g *console.Console) error {
	platform := runtime.GOOS + "/" + runtime.GOARCH
	if g.JSON {
		return g.Document(map[string]string{
			"version": build.Version, "revision": build.Revision(), "go": runtime.Version(), "platform": platform,
		})
	}
	_, err := fmt.Fprintf(g.Stdout, "skein %s (%s, %s, %s)\n", build.Version, build.Revision(), runtime.Version(), platform)
	return err
}
