package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

const openFlags = os.O_RDONLY | syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// Makes a user the owner of a folder and everything in it.
func own(dir string, user int) error {
	return changeAll(dir, func(path string, _ os.FileInfo) error {
		return os.Lchown(path, user, -1)
	})
}

// Lets every user read and write a folder and everything in it, and execute what somebody may execute.
func share(dir string) error {
	return changeAll(dir, func(path string, info os.FileInfo) error {
		if !info.Mode().IsRegular() && !info.IsDir() {
			return nil
		}
		mode := info.Mode().Perm() | 0o666
		if mode&0o111 != 0 {
			mode |= 0o111
		}
		if mode == info.Mode().Perm() {
			return nil
		}
		// Another step may have replaced the entry by a link.
		entry, err := os.OpenFile(path, openFlags, 0)
		if err != nil {
			return err
		}
		defer entry.Close()
		return entry.Chmod(mode)
	})
}

// Changes a folder and everything in it. Follows no link, also if a step replaces a folder by one meanwhile.
func changeAll(path string, change func(path string, info os.FileInfo) error) error {
	info, err := os.Lstat(path)
	if err == nil {
		err = change(path, info)
	}
	if err == nil && info.IsDir() {
		err = changeBelow(path, change)
	}
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, syscall.ELOOP) || errors.Is(err, syscall.ENOTDIR) {
		// A step has removed or replaced it.
		return nil
	}
	return err
}

func changeBelow(dir string, change func(path string, info os.FileInfo) error) error {
	folder, err := os.OpenFile(dir, openFlags|syscall.O_DIRECTORY, 0)
	if err != nil {
		return err
	}
	defer folder.Close()
	names, err := folder.Readdirnames(-1)
	if err != nil {
		return err
	}
	opened := fmt.Sprintf("/proc/self/fd/%d", folder.Fd())
	for _, name := range names {
		if err := changeAll(filepath.Join(opened, name), change); err != nil {
			return err
		}
	}
	return nil
}
