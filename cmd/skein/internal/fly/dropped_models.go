//go:build cgo && !nowindow

package fly

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/words"
	"skein/flock/message"
	"skein/flock/scenario"
)

type offer struct {
	what    string
	offered int
	faults  []string
	limits  []string
	stop    context.CancelFunc
	results <-chan bird.Portrait
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func offersModels(paths []string) bool {
	n := 0
	for _, path := range paths {
		switch {
		case isFolder(path):
			return true
		case bird.IsGLTF(path):
			n++
		}
	}
	return n > 1
}

func (s *session) offerModels(paths []string) {
	s.cancelOffer()
	ctx, stop := context.WithCancel(context.Background())
	results := make(chan bird.Portrait)
	s.offer = &offer{what: words.Count(len(paths), "dropped file", "dropped files"), stop: stop, results: results}
	if len(paths) == 1 {
		s.offer.what = filepath.Base(paths[0])
	}
	s.panel.OpenBirds()
	s.panel.Say("reading the models of " + message.Line(s.offer.what) + "; Undo stops it")
	go func() {
		bird.Portraits(ctx, paths, func(p bird.Portrait) {
			select {
			case results <- p:
			case <-ctx.Done():
			}
		})
		close(results)
	}()
}

func (s *session) cancelOffer() string {
	if s.offer == nil {
		return ""
	}
	defer func() { s.offer = nil }()
	s.offer.stop()
	return s.offer.what
}

func (s *session) receiveOffered() {
	for o := s.offer; o != nil; {
		select {
		case portrait, more := <-o.results:
			if !more {
				s.panel.Say(o.summary())
				s.offer = nil
				return
			}
			s.addOffered(o, &portrait)
		default:
			return
		}
	}
}

func (s *session) addOffered(o *offer, portrait *bird.Portrait) {
	switch {
	case portrait.Limit != "":
		o.limits = append(o.limits, portrait.Limit)
	case portrait.Err != nil:
		o.faults = append(o.faults, message.OneLine(portrait.Err))
	default:
		b := scenario.DefaultBird()
		b.File = portrait.File
		o.offered++
		s.pictureBirds()[s.listBird(b)] = s.Renderer.Picture(portrait.Picture)
	}
}

func (o *offer) summary() string {
	text := fmt.Sprintf("%s: %s to choose from", message.Line(o.what), words.Count(o.offered, "model", "models"))
	if len(o.limits) > 0 {
		text += ", but " + strings.Join(slices.Compact(o.limits), " and ") + "; drop a smaller folder to see others"
	}
	if n := len(o.faults); n > 0 {
		text += fmt.Sprintf("; %s cannot be used: %s", words.Count(n, "file", "files"), o.faults[0])
	}
	return text
}
