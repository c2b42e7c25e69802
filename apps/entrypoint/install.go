package main

import (
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"
)

// Copies this program to DIR/bin, and creates a folder for each step, in which every user may write.
func install(dir string, steps int) error {
	bin := filepath.Join(dir, "bin")
	if err := makeOpen(bin, 0o755); err != nil {
		return err
	}
	for step := 1; step <= steps; step++ {
		if err := makeOpen(filepath.Join(dir, "steps", strconv.Itoa(step)), 0o777); err != nil {
			return err
		}
	}
	own, err := os.Executable()
	if err != nil {
		return err
	}
	from, err := os.Open(own)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.OpenFile(filepath.Join(bin, "entrypoint"), os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o755)
	if err != nil {
		return err
	}
	if _, err := io.Copy(to, from); err != nil {
		return err
	}
	return to.Close()
}

// Creates a folder with this mode, whatever the umask is.
func makeOpen(dir string, mode os.FileMode) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return os.Chmod(dir, mode)
}

// Waits until the Pod is stopped, and collects the processes that ended calls of the runner left behind.
func hold() {
	stopped := make(chan os.Signal, 1)
	signal.Notify(stopped, syscall.SIGTERM, syscall.SIGINT)
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, syscall.SIGCHLD)
	for {
		select {
		case <-stopped:
			return
		case <-ended:
			for {
				pid, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil)
				if pid <= 0 || err != nil {
					break
				}
			}
		}
	}
}
