package export

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"strconv"

	"skein/flock/recording"
)

// namesOf reads the names that imported birds had in their table, by id. It returns nil for simulated birds,
// and for a table with whole numbers as ids.
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

// Name returns the name that an imported bird had in its table. Other birds have their id as a name.
func (s *Source) Name(id int) string {
	if name, known := s.birdNames[id]; known {
		return name
	}
	return strconv.Itoa(id)
}

// Names returns a function that returns a name for a bird in another program. The name is the bird's name
// in the table that it was imported from. Other birds are named by their id as in USD, such as bird_00012.
func Names(r *recording.Reader) (func(id int) string, error) {
	names, err := namesOf(r)
	return func(id int) string {
		if name, known := names[id]; known {
			return name
		}
		return fmt.Sprintf("bird_%05d", id)
	}, err
}
