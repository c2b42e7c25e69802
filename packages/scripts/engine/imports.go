package main

import (
	"errors"
	"path"
	"slices"
	"strings"
)

// resolveImport returns the paths in the repository that an import can mean: relative to the file that imports it,
// else relative to the top of the repository.
func resolveImport(from, imported string) []string {
	if strings.HasPrefix(imported, "/") {
		return nil
	}
	var found []string
	for _, candidate := range []string{path.Join(path.Dir(from), imported), path.Clean(imported)} {
		isOutside := candidate == ".." || strings.HasPrefix(candidate, "../")
		if !isOutside && !slices.Contains(found, candidate) {
			found = append(found, candidate)
		}
	}
	return found
}

// readImport returns a file that the host has read. The first file of unknown content ends the script: the host looks
// for it and runs the script again.
func (asked *request) readImport(from, imported string) (found, text string, err error) {
	if !asked.Imports {
		return "", "", errors.New("other files cannot be imported here: " + imported)
	}
	candidates := resolveImport(from, imported)
	if len(candidates) == 0 {
		return "", "", errors.New("only files of the repository can be imported: " + imported)
	}
	for _, candidate := range candidates {
		text, isKnown := asked.Files[candidate]
		if !isKnown {
			asked.missing = candidate
			return "", "", errors.New("the file has not been read: " + candidate)
		}
		if text != nil {
			return candidate, *text, nil
		}
	}
	return "", "", errors.New("there is no file " + strings.Join(candidates, " or "))
}
