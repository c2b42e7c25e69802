package main

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Returns `missing`, `link` if a part of the path below the folder is a link, or `real`.
func kindOf(dir, path string) string {
	at := dir
	for _, name := range append([]string{"."}, strings.Split(path, "/")...) {
		at = filepath.Join(at, name)
		info, err := os.Lstat(at)
		if err != nil {
			return "missing"
		}
		if info.Mode()&os.ModeSymlink != 0 {
			return "link"
		}
	}
	return "real"
}

// Prints a file or folder as an archive, in which names start with the last name of the path.
func pack(root string) error {
	archive := tar.NewWriter(os.Stdout)
	parent := filepath.Dir(root)
	err := filepath.Walk(root, func(path string, info os.FileInfo, err error) error {
		if err != nil {
			return err
		}
		return addEntry(archive, parent, path, info)
	})
	if err != nil {
		return err
	}
	return archive.Close()
}

func addEntry(archive *tar.Writer, parent, path string, info os.FileInfo) error {
	if info.Mode()&os.ModeSocket != 0 {
		return nil
	}
	target := ""
	if info.Mode()&os.ModeSymlink != 0 {
		read, err := os.Readlink(path)
		if err != nil {
			return err
		}
		target = read
	}
	header, err := tar.FileInfoHeader(info, target)
	if err != nil {
		return err
	}
	name, err := filepath.Rel(parent, path)
	if err != nil {
		return err
	}
	header.Name, header.Format = name, tar.FormatPAX
	if info.IsDir() {
		header.Name += "/"
	}
	if !info.Mode().IsRegular() {
		return archive.WriteHeader(header)
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := archive.WriteHeader(header); err != nil {
		return err
	}
	_, err = io.CopyN(archive, file, header.Size)
	return err
}

// Unpacks an archive from standard input into a folder, and ends with the archive, even if the input stays open.
func unpack(dir string) error {
	archive := tar.NewReader(os.Stdin)
	type times struct {
		path   string
		header *tar.Header
	}
	var folders []times
	for {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		name := filepath.Clean("/" + header.Name)
		path := filepath.Join(dir, name)
		if kindOf(dir, filepath.Dir(name)) == "link" {
			return fmt.Errorf("%s is behind a link", name)
		}
		if err := unpackEntry(path, dir, header, archive); err != nil {
			return err
		}
		// Only root may give files away.
		_ = os.Lchown(path, header.Uid, header.Gid)
		if header.Typeflag == tar.TypeDir {
			folders = append(folders, times{path, header})
		}
	}
	// Last, because the files of a folder change its time.
	for at := len(folders) - 1; at >= 0; at-- {
		_ = os.Chtimes(folders[at].path, folders[at].header.ModTime, folders[at].header.ModTime)
	}
	return nil
}

func unpackEntry(path, dir string, header *tar.Header, content io.Reader) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	mode := os.FileMode(header.Mode) & os.ModePerm
	switch header.Typeflag {
	case tar.TypeDir:
		if err := os.MkdirAll(path, 0o755); err != nil {
			return err
		}
		return os.Chmod(path, mode)
	case tar.TypeSymlink:
		_ = os.Remove(path)
		return os.Symlink(header.Linkname, path)
	case tar.TypeLink:
		_ = os.Remove(path)
		return os.Link(filepath.Join(dir, filepath.Clean("/"+header.Linkname)), path)
	case tar.TypeReg:
		return unpackFile(path, mode, header, content)
	}
	return fmt.Errorf("%s has an unknown type", header.Name)
}

func unpackFile(path string, mode os.FileMode, header *tar.Header, content io.Reader) error {
	_ = os.Remove(path)
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err := io.Copy(file, content); err != nil {
		return err
	}
	if err := file.Chmod(mode); err != nil {
		return err
	}
	_ = os.Chtimes(path, header.ModTime, header.ModTime)
	return file.Close()
}
