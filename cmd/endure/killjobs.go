package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

type killJob struct {
	name           string
	args           []string
	again          string // flag that continues after a kill
	comparedSuffix string // end of the names of files to compare; "" means all files
}

func killJobs(b *bench) []killJob {
	all := []killJob{
		{"import", strings.Fields("import tracks.csv -o out/b.mcap"), "--force", ""},
		{"sweep", strings.Fields("record scene.toml --count 20 --seconds 3 --sweep seed=1:3 -o out/runs"), "--resume", ".mcap"},
		{"fit", strings.Fields("fit paper --count 20 --to scorecard --over cohesion=0.01:0.1 --budget 8 --seconds 4 --settle 1 -o out/best.toml"), "--resume", "best.toml"},
		{"blender", strings.Fields("export ref.mcap --to blender -o out/scene"), "--force", ""},
	}
	for _, format := range []string{"csv", "parquet", "usda", "usdc", "usdz", "glb"} {
		all = append(all, killJob{"export " + format, []string{"export", "ref.mcap", "-o", "out/a." + format}, "--force", ""})
	}
	if b.window {
		all = append(all, killJob{"render", strings.Fields("render ref.mcap --frames 1-4 --size 96x54 --samples 1 -o out/####.png"), "--force", ""})
	}
	return all
}

// files runs a command undisturbed. Then it runs it again, kills it three times and lets it finish. The files
// must be complete after each kill and equal at the end.
func (k *killer) files(ctx context.Context, j killJob) {
	out := k.path("out")
	defer os.RemoveAll(out)
	if problem := k.prepare(j); problem != "" {
		k.count(j.name+", undisturbed", problem)
		return
	}
	began := time.Now()
	if problem := k.b.try(k.dir, append(j.args, "-q")...); problem != "" {
		k.count(j.name+", undisturbed", problem)
		return
	}
	took := time.Since(began)
	reference := k.path("whole")
	defer os.RemoveAll(reference)
	if os.Rename(out, reference) != nil || os.Mkdir(out, 0o755) != nil {
		return
	}
	for range 3 {
		k.kill(j, time.Duration(k.rng.Int63n(int64(took)+1)))
	}
	problem := k.b.try(k.dir, append(j.args, j.again, "-q")...)
	if problem == "" {
		problem = j.compare(reference, out, false)
	}
	k.count(j.name+", run again after kills", problem)
}

func (k *killer) prepare(j killJob) string {
	os.RemoveAll(k.path("out"))
	os.Mkdir(k.path("out"), 0o755)
	if j.name == "import" && !k.exists("tracks.csv") {
		return k.b.try(k.dir, "export", "ref.mcap", "-o", "tracks.csv", "-q")
	}
	return ""
}

func (k *killer) kill(j killJob, moment time.Duration) {
	s, err := runInTerminal(k.b.command(k.dir, append(j.args, j.again, "-q")...), moment, syscall.SIGKILL)
	switch {
	case err != nil:
		k.count(j.name+", kill -9", err.Error())
	case s.ended:
		if problem := failure(s); problem != "" {
			k.count(j.name+", run again after kills", problem)
		}
	default:
		k.count(j.name+", kill -9", j.compare(k.path("whole"), k.path("out"), true))
	}
}

func (j *killJob) compare(reference, out string, killed bool) string {
	want, err := contents(reference)
	if err != nil {
		return err.Error()
	}
	got, err := contents(out)
	if err != nil {
		return err.Error()
	}
	j.removeUncompared(want, killed)
	j.removeUncompared(got, killed)
	for name := range want {
		_, ok := got[name]
		switch {
		case killed && !ok:
			delete(want, name)
		case strings.HasSuffix(name, ".mcap") && ok:
			if problem := sameFlight(filepath.Join(reference, name), filepath.Join(out, name)); problem != "" {
				return problem
			}
			delete(want, name)
			delete(got, name)
		}
	}
	if problem := sameFiles(want, got); problem != "" {
		return fmt.Sprintf("%s (killed: %v)", problem, killed)
	}
	return ""
}

func (j *killJob) removeUncompared(files map[string]string, killed bool) {
	for name := range files {
		unfinished := strings.HasSuffix(name, ".part") || strings.Contains(name, "/.")
		if !strings.HasSuffix(name, j.comparedSuffix) || killed && unfinished {
			delete(files, name)
		}
	}
}
