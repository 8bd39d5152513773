package main

import (
	"crypto/sha256"
	_ "embed"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"skein/flock/files"
	"skein/models"
	"skein/models/gltf"
)

// creatureTable lists glTF models of animals in public repositories, and the directions in which
// they face, judged by eye. A star means that the up direction is ambiguous. The note "half" marks
// a model of only one side of an animal.
//
//go:embed creatures.csv
var creatureTable string

type creature struct{ repository, commit, path, sha256, licence, forward, up, note string }

func readCreatures() (all []creature, err error) {
	rows, err := csv.NewReader(strings.NewReader(creatureTable)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("creatures.csv: %w", err)
	}
	for _, r := range rows[1:] {
		all = append(all, creature{r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7]})
	}
	return all, nil
}

// inTest reports whether a creature was not used to fit the weights of package facing: the first digit of its
// hash is odd.
func (c *creature) inTest() bool { return strings.ContainsRune("13579bdf", rune(c.sha256[0])) }

// tally counts creatures: those whose front is right, those for which skein is certain, and those for which
// both are true.
type tally struct{ all, right, sure, sureAndRight int }

func (t tally) String() string {
	share := func(part, whole int) float64 { return 100 * float64(part) / float64(max(whole, 1)) }
	return fmt.Sprintf("%d of %d right (%.0f %%); sure of %d, and %d of these right (%.0f %%)",
		t.right, t.all, share(t.right, t.all), t.sure, t.sureAndRight, share(t.sureAndRight, t.sure))
}

// checkCreatures finds the creatures' files in a folder by their hashes. It prints the true and the detected
// directions of each creature, and the number of correct results. If fit is true, it prints the weights that
// fit the first half best.
func checkCreatures(folder string, fit bool) error {
	all, err := readCreatures()
	if err != nil {
		return err
	}
	paths, err := hashFiles(folder)
	if err != nil {
		return err
	}
	if fit {
		return fitWeights(all, paths)
	}
	totals := map[bool]*tally{false: {}, true: {}}
	absent := 0
	for _, c := range all {
		path, ok := paths[c.sha256]
		if !ok {
			absent++
			fmt.Printf("%.8s absent  %s/%s\n", c.sha256, c.repository, c.path)
			continue
		}
		line, err := c.judge(path, totals[c.inTest()])
		if err != nil {
			return err
		}
		fmt.Println(line)
	}
	fmt.Printf("fitted half: %v\ntest half: %v\nabsent: %d of %d files\n", totals[false], totals[true], absent, len(all))
	return nil
}

func (c *creature) judge(path string, t *tally) (line string, err error) {
	m, err := gltf.Load(path)
	if err != nil {
		return "", err
	}
	b, err := models.Analyse(m, models.BakeOptions{})
	if err != nil {
		return "", err
	}
	found := models.AxisName(b.Forward.Axis)
	verdict := "WRONG"
	t.all++
	if found == c.forward {
		t.right++
		verdict = "right"
	}
	if !b.Forward.Guess() {
		t.sure++
		if found == c.forward {
			t.sureAndRight++
		}
	}
	return fmt.Sprintf("%.8s %s  truth %2s %s, found %2s %2s, probability %3.0f %%  %s/%s", c.sha256, verdict, c.forward, c.up,
		found, models.AxisName(b.Up.Axis), 100*b.Forward.Probability, c.repository, c.path), nil
}

func hashFiles(folder string) (paths map[string]string, err error) {
	paths = map[string]string{}
	return paths, filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if ext := strings.ToLower(filepath.Ext(path)); err != nil || e.IsDir() || ext != ".glb" && ext != ".gltf" {
			return err
		}
		data, err := files.Read(path, gltf.MaxFile)
		if err == nil {
			sum := sha256.Sum256(data)
			paths[hex.EncodeToString(sum[:])] = path
		}
		return err
	})
}
