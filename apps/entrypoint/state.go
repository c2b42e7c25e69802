package main

import (
	"encoding/json"
	"os"
	"path/filepath"
)

// Tells a runner that has restarted about a step that was started before.
type leftStep struct {
	// Last bookmark of the runner; empty if there is none.
	Bookmark string `json:"bookmark"`
}

// Prints the steps of this folder that were started, by the names of their folders.
func printState(dir string) error {
	folders, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	steps := map[string]leftStep{}
	for _, folder := range folders {
		own := filepath.Join(dir, folder.Name())
		if !wasStarted(own) {
			continue
		}
		bookmark, err := os.ReadFile(filepath.Join(own, ackedName))
		if err != nil && !os.IsNotExist(err) {
			return err
		}
		steps[folder.Name()] = leftStep{Bookmark: string(bookmark)}
	}
	return json.NewEncoder(os.Stdout).Encode(steps)
}
