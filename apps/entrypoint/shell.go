package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"syscall"
)

const shellName = "shell.json"

// The best shell of the image.
const shellScript = "if command -v bash > /dev/null 2>&1; then exec bash -i; else exec sh -i; fi"

// Becomes a shell, with the variables, the folder and the user that the runner has written to this folder, and removes it.
func openShell(dir string) error {
	path := filepath.Join(dir, shellName)
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := os.Remove(path); err != nil {
		return err
	}
	if err := os.Remove(dir); err != nil {
		return err
	}
	var start startMessage
	if err := json.Unmarshal(content, &start); err != nil {
		return err
	}
	if start.Dir != "" {
		// As for a step. A step that has not started yet has no folder of its own.
		_ = os.MkdirAll(start.Dir, 0o755)
		if err := os.Chdir(start.Dir); err != nil {
			return err
		}
	}
	if start.User != "" {
		user, err := findUser(start.User)
		if err != nil {
			return err
		}
		if err := syscall.Setgid(int(user.Gid)); err != nil {
			return err
		}
		if err := syscall.Setuid(int(user.Uid)); err != nil {
			return err
		}
	}
	env := append(append(os.Environ(), start.Env...), "TERM=xterm-256color")
	return syscall.Exec("/bin/sh", []string{"sh", "-c", shellScript}, env)
}
