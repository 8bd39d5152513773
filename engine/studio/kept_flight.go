package studio

import (
	"fmt"
	"math"
	"slices"

	"skein/engine/camera"
	"skein/flock"
)

type keptFlight struct {
	world      *flock.World
	past       past
	def        flock.Def
	replacedBy flock.Def
	ledger     [flock.MaxFlocks]Ledger
	log        eventLog
	editCounts []editCount
	flown      editTotal
	number     int
}

// Limits for the flights that Undo and Redo can bring back.
const (
	keptFlights     = 20
	keptFlightBytes = pastBytes // bytes, without the last flight
)

func (s *Studio) keepFlight() error {
	if err := s.calmDown(); err != nil {
		return err
	}
	flight := s.presentFlight()
	flight.def.Seed = s.seedBefore
	before := s.undo.label
	s.undo.label = restartLabel(s.seedBefore, s.def.Seed)
	s.undo.commit()
	s.undo.touch(historyEntry{flight: flight})
	s.undo.label = before
	s.undo.commit()
	s.undo.count-- // a restart does not change the saved scene
	s.undo.limitFlights()
	s.editCounts = editCountsFrom(s.undo.flown)
	return nil
}

func restartLabel(before, seed uint64) string {
	if before != seed {
		return fmt.Sprintf("restarted with the seed %d", seed)
	}
	return "restarted the flight"
}

func (s *Studio) presentFlight() *keptFlight {
	return &keptFlight{
		world: s.world, past: s.past, def: cloneDef(s.def), replacedBy: cloneDef(s.def),
		ledger: s.ledger, log: s.log, editCounts: s.editCounts, flown: s.undo.flown, number: s.flight,
	}
}

func (f *keptFlight) bytes() int { return f.past.bytes + f.world.Bytes() }

func (h *history) limitFlights() {
	bytes, flights := 0, 0
	for k := len(h.past) - 1; k >= 0; k-- {
		f := h.past[k].flight
		if f == nil {
			continue
		}
		if flights++; flights > 1 {
			bytes += f.bytes()
		}
		if flights > keptFlights || bytes > keptFlightBytes {
			h.past = slices.Delete(h.past, 0, k+1)
			return
		}
	}
}

func (s *Studio) swapFlight(flight *keptFlight) error {
	if err := s.calmDown(); err != nil {
		return err
	}
	to, present := *flight, s.presentFlight()
	if err := s.applyChanges(to.world, &to.replacedBy); err != nil {
		return err
	}
	joined := to.world.FlockCount()
	if err := s.rejoinFlocks(to.world); err != nil {
		return err
	}
	for k := joined; k < to.world.FlockCount(); k++ {
		to.past.join(to.world.ParamsOf(k))
	}
	if err := s.changeRegards(to.world, &to.replacedBy); err != nil {
		return err
	}
	if err := to.world.SetSchedule(s.def.Schedule); err != nil { // the schedule may have changed since the restart
		return err
	}
	*flight = *present
	s.def.Seed = to.def.Seed
	s.enter(to.world)
	s.past, s.log, s.ledger = to.past, to.log, to.ledger
	s.editCounts = to.editCountsAfter(s.undo.flown.minus(to.flown))
	s.past.notePlan(to.world)
	s.flight = to.number
	s.revived++
	s.lag = camera.LiveMotion{}
	s.retracePast()
	return nil
}

func (f *keptFlight) editCountsAfter(more editTotal) []editCount {
	all := editCountsFrom(more)
	for _, c := range f.editCounts {
		all = append(all, editCount{c.tick, c.total.plus(more)})
	}
	return all
}

func editCountsFrom(n editTotal) []editCount { return []editCount{{math.MinInt64, n}} }

// FlightNumber returns the number of the live flight. Each restart and each branch gets a new number. A
// flight that Undo or Redo restores keeps its old number.
func (s *Studio) FlightNumber() int { return s.flight }

// Revived counts how often Undo or Redo has shown an earlier flight again.
func (s *Studio) Revived() int { return s.revived }

func (s *Studio) canCancelRestart() bool { return s.restarts && s.pendingWorld != nil }

func (s *Studio) cancelRestart() bool {
	if !s.canCancelRestart() {
		return false
	}
	s.pendingWorld = nil
	s.endRestart()
	return true
}
