package main

import (
	"errors"
	"path"
	"strings"
)

// resolveImport returns the path of an imported file in the repository; paths are relative to the file that
// imports it.
func resolveImport(from, imported string) (string, error) {
	found := path.Join(path.Dir(from), imported)
	if strings.HasPrefix(imported, "/") || found == ".." || strings.HasPrefix(found, "../") {
		return "", errors.New("only files of the repository can be imported: " + imported)
	}
	return found, nil
}

// readImport returns a file that the host has read. A missing one ends the script: the host reads it and runs
// the script again.
func (asked *request) readImport(from, imported string) (found, text string, err error) {
	if !asked.Imports {
		return "", "", errors.New("other files cannot be imported here: " + imported)
	}
	if found, err = resolveImport(from, imported); err != nil {
		return "", "", err
	}
	text, ok := asked.Files[found]
	if !ok {
		asked.missing = found
		return "", "", errors.New("the file has not been read: " + found)
	}
	return found, text, nil
}
