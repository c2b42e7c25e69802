package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

const shellName = "shell.json"

// The best shell of the image.
const shellScript = "if command -v bash > /dev/null 2>&1; then exec bash -i; else exec sh -i; fi"

// Credentials of the repository, which steps get only in a file.
const fileVariables = "DRONE_NETRC_"

// Keeps what a shell needs. Other steps cannot see the folder, and only its owner can read the file.
func writeShell(dir string, start startMessage) error {
	content, err := json.Marshal(start)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, shellName), content, 0o600)
}

// Becomes a shell in the folder, with the variables and the user of a failed step.
func openShell(dir string) error {
	content, err := os.ReadFile(filepath.Join(dir, shellName))
	if err != nil {
		return err
	}
	var start startMessage
	if err := json.Unmarshal(content, &start); err != nil {
		return err
	}
	env := os.Environ()
	for _, variable := range start.Env {
		if !strings.HasPrefix(variable, fileVariables) {
			env = append(env, variable)
		}
	}
	if start.Dir != "" {
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
	return syscall.Exec("/bin/sh", []string{"sh", "-c", shellScript}, append(env, "TERM=xterm-256color"))
}
