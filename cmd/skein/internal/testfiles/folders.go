package testfiles

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// OwnFolders gives this process and its children new, empty folders for caches and settings, so that tests
// leave those of the user unchanged. The tests can still build skein. The caller removes the returned folder.
func OwnFolders() (folder string, err error) {
	before, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	env := map[string]string{}
	if out, err := exec.Command("go", "env", "-json", "GOCACHE", "GOENV", "GOPATH", "GOMODCACHE").Output(); err == nil { // the tests need these settings to build skein
		if err := json.Unmarshal(out, &env); err != nil {
			return "", err
		}
	}
	if folder, err = os.MkdirTemp("", "skein-folders-"); err != nil {
		return "", err
	}
	if os.Getenv("MESA_SHADER_CACHE_DIR") == "" {
		env["MESA_SHADER_CACHE_DIR"] = before
	}
	switch caches, settings := filepath.Join(folder, "caches"), filepath.Join(folder, "settings"); runtime.GOOS {
	case "windows":
		env["LocalAppData"], env["AppData"] = caches, settings
	case "darwin", "ios":
		env["HOME"] = folder
	default:
		env["XDG_CACHE_HOME"], env["XDG_CONFIG_HOME"] = caches, settings
	}
	for name, value := range env {
		if err := os.Setenv(name, value); err != nil {
			return "", err
		}
	}
	return folder, nil
}
