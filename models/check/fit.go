package main

import (
	"fmt"
	"math"

	"skein/models"
	"skein/models/facing"
	"skein/models/gltf"
)

type example struct {
	values [][facing.SourceCount]float64
	right  []bool
}

func fitWeights(all []creature, paths map[string]string) error {
	var examples []example
	for _, c := range all {
		path, ok := paths[c.sha256]
		if !ok || c.inTest() {
			continue
		}
		e, err := newExample(&c, path)
		if err != nil {
			return err
		}
		examples = append(examples, e)
	}
	for k, w := range fit(examples) {
		fmt.Printf("%-12v %.2f, now %.2f\n", facing.Source(k), w, facing.Source(k).Weight())
	}
	return nil
}

func newExample(c *creature, path string) (e example, err error) {
	m, err := gltf.Load(path)
	if err != nil {
		return e, err
	}
	motion, err := models.Motion(m, models.BakeOptions{})
	if err != nil {
		return e, err
	}
	e.values = facing.Measure(motion)
	for _, o := range facing.Orientations() {
		up := models.AxisName(o.Up)
		e.right = append(e.right, models.AxisName(o.Forward) == c.forward && (c.up == "*" || c.up == up))
	}
	return e, nil
}

const (
	prior    = 0.3  // weight of evidence without examples
	pull     = 0.15 // pull of the weights towards prior: 1/variance of a normal distribution
	maximum  = 6
	shapeMax = 1.5 // largest weight of a shape or a small motion, because many animals are exceptions
	rounds   = 400
	stepSize = 0.15
)

// priors replaces prior for evidence with few examples. For example, names are rarely wrong.
var priors = map[facing.Source]float64{facing.Names: 3, facing.Face: 1, facing.Sides: 0.7, facing.Pairs: 2, facing.Legs: 2, facing.Feet: 1,
	facing.Travel: 2, facing.Symmetry: 1, facing.Beat: 1.5, facing.UpAxis: 2, facing.ForwardAxis: 0.7}

func priorOf(k int) float64 {
	if p, ok := priors[facing.Source(k)]; ok {
		return p
	}
	return prior
}

func maximumOf(k int) float64 {
	if s := facing.Source(k); s > facing.Beat && s < facing.Length {
		return shapeMax
	}
	return maximum
}

// fit maximizes the probability of the truth by gradient ascent. Weights are at least 0, and normally
// distributed about their priors.
func fit(examples []example) (weights [facing.SourceCount]float64) {
	for k := range weights {
		weights[k] = priorOf(k)
	}
	for round := range rounds {
		gradient := weights
		for k := range gradient {
			gradient[k] = -pull * (weights[k] - priorOf(k))
		}
		for _, e := range examples {
			e.addGradient(&weights, &gradient)
		}
		step := stepSize / (1 + float64(round)/100) / (1 + float64(len(examples))/20)
		for k := range weights {
			weights[k] = min(max(weights[k]+step*gradient[k], 0), maximumOf(k))
		}
	}
	return weights
}

func (e *example) addGradient(weights, gradient *[facing.SourceCount]float64) {
	scores := make([]float64, len(e.values))
	var all, right float64
	for i, v := range e.values {
		for k := range v {
			scores[i] += weights[k] * v[k]
		}
		scores[i] = math.Exp(scores[i])
		all += scores[i]
		if e.right[i] {
			right += scores[i]
		}
	}
	for i, v := range e.values {
		share := -scores[i] / all
		if e.right[i] {
			share += scores[i] / right
		}
		for k := range v {
			gradient[k] += share * v[k]
		}
	}
}
