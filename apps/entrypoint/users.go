package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// Prints the number of a user; without a name, that of this container.
func printUser(name string) error {
	if name == "" {
		fmt.Print(os.Getuid())
		return nil
	}
	found, err := findUser(name)
	if err == nil {
		fmt.Print(found.Uid)
	}
	return err
}

// Finds a user and its group, as Docker does: `name`, `1000`, `name:group` or `1000:1000`.
func findUser(text string) (*syscall.Credential, error) {
	user, group, hasGroup := strings.Cut(text, ":")
	entry := findEntry("/etc/passwd", user)
	found := &syscall.Credential{}
	uid, err := idOf(user, entry, 2)
	if err != nil {
		return nil, fmt.Errorf("unable to find user %s", user)
	}
	found.Uid = uid
	if hasGroup {
		if found.Gid, err = idOf(group, findEntry("/etc/group", group), 2); err != nil {
			return nil, fmt.Errorf("unable to find group %s", group)
		}
	} else if len(entry) > 3 {
		if found.Gid, err = idOf(entry[3], nil, 0); err != nil {
			return nil, err
		}
	}
	return found, nil
}

func idOf(text string, entry []string, column int) (uint32, error) {
	if len(entry) > column {
		text = entry[column]
	}
	id, err := strconv.ParseUint(text, 10, 32)
	return uint32(id), err
}

// Returns the fields of the line with this name or number; none if there is no such line.
func findEntry(path, name string) []string {
	file, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		fields := strings.Split(lines.Text(), ":")
		if len(fields) > 2 && (fields[0] == name || fields[2] == name) {
			return fields
		}
	}
	return nil
}
