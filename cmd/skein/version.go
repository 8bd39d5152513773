package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
)

// version is skein's own.
const version = "0.1.0"

// versionFlag prints the version in the place of anything else.
type versionFlag bool

// BeforeReset is called by kong as soon as it meets the flag.
func (versionFlag) BeforeReset(g *Globals) error {
	if err := (VersionCmd{}).Run(&Globals{JSON: slices.Contains(g.args, "--json"), Stdout: g.Stdout}); err != nil {
		return err
	}
	return errHelped
}

// VersionCmd prints the version.
type VersionCmd struct{}

// Run prints.
func (VersionCmd) Run(g *Globals) error {
	platform := runtime.GOOS + "/" + runtime.GOARCH
	if g.JSON {
		return g.document(map[string]string{
			"version": version, "revision": revision(), "go": runtime.Version(), "platform": platform,
		})
	}
	_, err := fmt.Fprintf(g.Stdout, "skein %s (%s, %s, %s)\n", version, revision(), runtime.Version(), platform)
	return err
}

// revision is the commit that the binary was built from, as far as it knows.
func revision() string {
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
