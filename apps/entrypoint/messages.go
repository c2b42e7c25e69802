package main

import (
	"encoding/json"
	"os"
	"path/filepath"
)

// Names of the files in the folder of a step.
const (
	startName   = "start.json"
	startedName = "started"
	outputName  = "log"
	ackedName   = "acked"
	recordName  = "record.json"
	stopName    = "stop"
)

// Files to which steps may write outputs.
var outputsNames = []string{"output", "secret-output"}

// Message of the runner that starts a step.
type startMessage struct {
	// Proves that the record was written by the program that got this message.
	Nonce string   `json:"nonce"`
	Args  []string `json:"args"`
	// Variables, as `NAME=value`, in addition to those of the image.
	Env []string `json:"env"`
	Dir string   `json:"dir"`
	// Name or number of a user, and optionally of a group behind a colon. Empty for that of the container.
	User string `json:"user"`
	// Whether the container stays after a failure, for terminals.
	KeepsFailure bool `json:"keepsFailure"`
}

// Left by a step that has ended. A step without it has no result.
type record struct {
	Nonce    string `json:"nonce"`
	ExitCode int    `json:"exitCode"`
	// Length of the output.
	Bytes     int64 `json:"bytes"`
	WasKilled bool  `json:"wasKilled"`
	// Whether a process of the step was killed for lack of memory.
	LackedMemory bool `json:"lackedMemory"`
	// Whether the step wrote to a file of its outputs.
	HasOutputs bool `json:"hasOutputs"`
	// Why the step could not be started.
	Error string `json:"error,omitempty"`
}

// Replaces a file in one step, so that nobody reads a part of it.
func writeWhole(dir, name string, content []byte) error {
	draft, err := os.CreateTemp(dir, "."+name+"-")
	if err != nil {
		return err
	}
	defer os.Remove(draft.Name())
	if _, err := draft.Write(content); err != nil {
		return err
	}
	// The runner may use another account than the step.
	if err := draft.Chmod(0o644); err != nil {
		return err
	}
	if err := draft.Close(); err != nil {
		return err
	}
	return os.Rename(draft.Name(), filepath.Join(dir, name))
}

func writeRecord(dir string, written record) error {
	content, err := json.Marshal(written)
	if err != nil {
		return err
	}
	return writeWhole(dir, recordName, content)
}

// Looks for the message first, which a step removes only after it has written that it is started.
func wasStarted(dir string) bool {
	return exists(dir, startName) || exists(dir, startedName)
}

func exists(dir, name string) bool {
	_, err := os.Lstat(filepath.Join(dir, name))
	return err == nil
}
