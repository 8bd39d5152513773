//go:build cgo && !nowindow

package fly

import (
	"fmt"
	"strings"

	"skein/flock/files"
	"skein/flock/scenario"
	"skein/flock/whole"
)

type keySave struct {
	file, source string // cameraKeys.file and cameraKeys.sourceFile after the save
	write        bool   // write the file or, if there are no keys, remove it
	asks         bool   // the file exists and its keys have not been read, so the user must confirm
}

// planKeySave plans how to save the camera keys with a scene. If the camera follows a path and the scene
// stays in its file, the keys go to the file of the path. Otherwise they go to a file beside the scene.
// Nothing is written if that file already contains the keys.
func (s *session) planKeySave(scene string) keySave {
	c := &s.camera
	failed := c.load() != nil // after an error there are no keys
	follows := scene == s.currentFile() && s.onPath()
	to := stem(scene) + "-camera.toml"
	if follows || files.Absolute(to) == files.Absolute(c.file) {
		to = c.file
	}
	if to == c.file && (failed || !c.isEdited() && (c.sourceFile == "" || follows)) {
		return keySave{file: c.file, source: c.sourceFile}
	}
	exists := fileExists(to)
	return keySave{file: to, write: len(c.keys) > 0 || exists, asks: exists && (to != c.file || c.sourceFile != "")}
}

// writeWithKeys writes a scene and its camera keys. It does not touch the file of the keys if the scene
// cannot be written.
func (s *session) writeWithKeys(file string, text []byte, k keySave) error {
	c := &s.camera
	var keys *whole.File
	if k.write && len(c.keys) > 0 {
		f, err := whole.Create(k.file, true)
		if err != nil {
			return err
		}
		defer f.Abort()
		if _, err := f.Write(scenario.CameraTOML(c.keys)); err != nil {
			return err
		}
		keys = f
	}
	if err := whole.WriteData(file, true, text); err != nil {
		return err
	}
	var err error
	if keys != nil {
		err = keys.Commit()
	} else if k.write {
		err = removeFile(k.file)
	}
	if err != nil {
		return fmt.Errorf("the scene was saved, but its camera keys were not: %w", err)
	}
	if k.write || k.file != c.file {
		c.file, c.sourceFile, c.saved = k.file, k.source, c.keys
		c.read, c.readErr = true, nil
	}
	return nil
}

func askToReplace(replaced []string, deleted string) string {
	all := make([]string, 0, 2)
	for _, file := range replaced {
		all = append(all, files.Absolute(file))
	}
	advice := "save again to replace it"
	switch {
	case deleted != "" && len(all) > 0:
		advice = "save again to replace the first and delete the second"
	case deleted != "":
		advice = "save again to delete it, because the scene has no camera keys"
	case len(all) > 1:
		advice = "save again to replace both"
	}
	if deleted != "" {
		all = append(all, files.Absolute(deleted))
	}
	verb := " exists; "
	if len(all) > 1 {
		verb = " exist; "
	}
	return strings.Join(all, " and ") + verb + advice
}
