package inspect

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"skein/cmd/skein/internal/await"
	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/table"
	"skein/cmd/skein/internal/usage"
	"skein/cmd/skein/internal/words"
	"skein/flock/message"
	"skein/flock/scenario"
	"skein/models"
)

// mostModels is the largest number of models that skein bird inspects in a folder. mostPictured is the number
// of models on a contact sheet; further models get further sheets.
const mostModels, mostPictured = 500, 100

type folderReport struct {
	Models []folderRow `json:"models"`
}

type folderRow struct {
	File   string  `json:"file"` // relative to the folder
	Error  string  `json:"error,omitempty"`
	Report *Report `json:"report,omitempty"`
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func (c *options) runFolder(ctx context.Context, g *console.Console) error {
	files, _, err := bird.ModelsIn(ctx, c.File, bird.Search{Models: mostModels}, func(err error) { g.Warn("%v", err) })
	if err != nil {
		return err
	}
	var sheet *folderSheet
	if c.Picture != "" {
		if err := c.checkSheets(len(files)); err != nil {
			return err
		}
		if sheet, err = newFolderSheet(); err != nil {
			return err
		}
		defer sheet.close()
	}
	all := folderReport{Models: []folderRow{}}
	usable, sheets := 0, []string{}
	bar := console.NewProgress(g, "inspecting "+c.File, len(files))
	for k, file := range files {
		row, baked := inspectFile(ctx, c.File, file)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if baked != nil && sheet != nil {
			if err := sheet.add(row.File, baked); err != nil {
				row, baked = folderRow{File: row.File, Error: message.OneLine(err)}, nil
			}
		}
		if baked == nil && sheet != nil {
			sheet.addFailed(row.File, "cannot be used: "+row.Error)
		}
		if all.Models = append(all.Models, row); baked != nil {
			usable++
		}
		if done := k + 1; sheet != nil && (done%mostPictured == 0 || usable > 0 && done == len(files)) {
			name := c.sheetName(k / mostPictured)
			if err := sheet.write(ctx, name); err != nil {
				return err
			}
			sheets = append(sheets, fmt.Sprintf("%s: a contact sheet of %s", name, words.Count(k%mostPictured+1, "model", "models")))
		}
		bar.Update(k + 1)
	}
	bar.End()
	for _, text := range sheets {
		g.Say("%s", text)
	}
	if g.JSON {
		err = g.Document(all)
	} else {
		err = all.print(g.Stdout)
	}
	if err == nil && usable == 0 {
		return fmt.Errorf("%s: none of its models can be used", c.File)
	}
	return err
}

// sheetName returns the file name of contact sheet k. Further sheets have -2, -3 and so on before the
// extension.
func (c *options) sheetName(k int) string {
	if k == 0 {
		return c.Picture
	}
	ext := filepath.Ext(c.Picture)
	return fmt.Sprintf("%s-%d%s", strings.TrimSuffix(c.Picture, ext), k+1, ext)
}

func (c *options) checkSheets(models int) error {
	for k := 1; k*mostPictured < models && !c.Force; k++ {
		if _, err := os.Lstat(c.sheetName(k)); err == nil {
			return usage.HintForce(&fs.PathError{Op: "bird", Path: c.sheetName(k), Err: fs.ErrExist})
		}
	}
	return nil
}

func inspectFile(ctx context.Context, folder, file string) (row folderRow, baked *models.Baked) {
	name, err := filepath.Rel(folder, file)
	if err != nil {
		name = file
	}
	row.File = filepath.ToSlash(name)
	baked, err = await.Do(ctx, func() (*models.Baked, error) {
		m, err := bird.Load(file)
		if err != nil {
			return nil, err
		}
		b, err := models.Bake(m, bird.BakeOptions(new(scenario.DefaultBird()))) // not cached: the cache keeps only birds that scenes use
		if err == nil {
			row.Report = reportBird(m, b)
		}
		return b, err
	})
	if err != nil {
		return folderRow{File: row.File, Error: strings.TrimPrefix(message.OneLine(err), message.Line(file)+": ")}, nil
	}
	return row, baked
}

func (f *folderReport) print(out io.Writer) error {
	lines := [][]string{{"model", "forward", "up", "motion", "triangles", "wingspan", "note"}}
	for i := range f.Models {
		lines = append(lines, f.Models[i].cells())
	}
	return table.AlignLeft(out, lines)
}

func (r *folderRow) cells() []string {
	b := r.Report
	if b == nil {
		return []string{message.Line(r.File), "", "", "", "", "", message.Line("cannot be used: " + r.Error)}
	}
	note := ""
	if len(b.Warnings) > 0 {
		note = b.Warnings[0]
	}
	if others := len(b.Warnings) - 1; others > 0 {
		note += fmt.Sprintf(" (and %s)", words.Count(others, "more warning", "more warnings"))
	}
	return []string{message.Line(r.File), sureness(&b.Forward), sureness(&b.Up), message.Line(b.motion()),
		fmt.Sprint(b.Triangles), fmt.Sprintf("%.3g", b.Wingspan), message.Line(note)}
}

func sureness(a *axisReport) string {
	if a.Guess {
		return a.Axis + "?"
	}
	return a.Axis
}

func (r *Report) motion() string {
	switch {
	case r.Rig != "":
		return "rig: " + r.Rig
	case !r.Flies || r.Clip < 0 || r.Clip >= len(r.Clips):
		return "stiff"
	case r.Clips[r.Clip].Name == "":
		return fmt.Sprintf("clip %d", r.Clip)
	}
	return "clip: " + r.Clips[r.Clip].Name
}
