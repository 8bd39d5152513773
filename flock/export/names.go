package export

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"strconv"

	"skein/flock/recording"
)

// namesOf returns the names of imported birds by id. It returns nil for simulated birds, and for tables whose
// ids are integers.
func namesOf(r *recording.Reader) (map[int]string, error) {
	file, err := r.Open(recording.NamesFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, errors.Join(errors.New("the names of the birds in the recording cannot be read"), err)
	}
	names := map[int]string{}
	for _, row := range rows[1:] {
		id, err := strconv.Atoi(row[0])
		if err != nil || len(row) != 2 {
			return nil, errors.New("the names of the birds in the recording are damaged")
		}
		names[id] = row[1]
	}
	return names, nil
}

// Name returns the name of an imported bird in its table. For any other bird, it returns the id.
func (s *Source) Name(id int) string {
	if name, known := s.birdNames[id]; known {
		return name
	}
	return strconv.Itoa(id)
}

// Names returns a function that names birds for another program. The name is that in an imported table or, as
// in USD, contains the id: bird_00012.
func Names(r *recording.Reader) (func(id int) string, error) {
	names, err := namesOf(r)
	return func(id int) string {
		if name, known := names[id]; known {
			return name
		}
		return fmt.Sprintf("bird_%05d", id)
	}, err
}
