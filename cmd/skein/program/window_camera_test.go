//go:build cgo && !nowindow

package program

import (
	"math"
	"path/filepath"

	"skein/cmd/skein/internal/fly"
	"skein/flock/scenario"
)

func dropsKeys(p *windowDriver) {
	if !p.last.Paused {
		p.key("space")
	}
	p.key("2")
	p.settle()
	p.key("c")
	there, at := p.last.Eye, p.last.Shown
	keys, err := scenario.LoadCamera(filepath.Join(p.dir, "skein-murmuration-camera.toml"))
	if err != nil || len(keys) != 1 {
		p.Fatalf("%d keys, %v", len(keys), err)
	}
	if k := keys[0]; k.Position.Sub(there).Len() > 0.05 || math.Abs(k.Time-at) > 1e-6 {
		p.Errorf("the key is at %v and %v s, but the camera at %v and %v s", k.Position, k.Time, there, at)
	}
	p.moveTo(p.sky())
	p.turnWheel("5", func(l *fly.LogLine) bool { return l.Eye.Sub(there).Len() > 1 })
	p.settle()
	p.key("shift+c")
	p.wait("the camera to reach its key", func(l *fly.LogLine) bool { return l.Eye.Sub(keys[0].Position).Len() < 1e-3 })
	p.key("shift+c")
	p.wait("the camera to leave the path for the mouse and keys", func(l *fly.LogLine) bool { return l.Eye.Sub(there).Len() > 1 })
	p.key("space")
}
