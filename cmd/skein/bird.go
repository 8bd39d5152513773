package main

import "skein/models"

// bakedBird is a model file's beat, or the built-in bird's for an empty path.
func bakedBird(path string) (*models.Baked, error) {
	m, err := loadBird(path)
	if err != nil {
		return nil, err
	}
	return m.Bake(models.BakeOptions{})
}

func loadBird(path string) (*models.Model, error) {
	if path == "" {
		return models.Builtin()
	}
	return models.Load(path)
}
