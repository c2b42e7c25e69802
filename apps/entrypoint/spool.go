package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	// A step waits if the runner is this far behind.
	maxUnread = 64 << 20
	// Parts of the file that the runner has read are freed in pieces of this size.
	freedSize   = 4 << 20
	copySize    = 64 << 10
	punchHole   = 0x02
	keepSize    = 0x01
	maxStartLen = 16 << 20
)

// The output of a step: a file whose read parts are freed, but keep their place.
type spool struct {
	dir     string
	file    *os.File
	written int64
	freed   int64
}

func openSpool(dir string) (*spool, error) {
	flags := os.O_CREATE | os.O_EXCL | os.O_WRONLY
	file, err := os.OpenFile(filepath.Join(dir, outputName), flags, 0o644)
	if err != nil {
		return nil, err
	}
	// The runner may use another account than the step.
	return &spool{dir: dir, file: file}, file.Chmod(0o644)
}

func (s *spool) copy(from io.Reader) {
	buffer := make([]byte, copySize)
	for {
		count, err := from.Read(buffer)
		for at := 0; at < count; {
			wrote, failure := s.file.Write(buffer[at:count])
			at += wrote
			s.written += int64(wrote)
			if failure != nil {
				// The disk is full. What is read meanwhile is freed.
				s.free()
				time.Sleep(pause)
			}
		}
		if err != nil {
			return
		}
		s.waitForReader()
	}
}

func (s *spool) waitForReader() {
	if s.written-s.freed < freedSize {
		return
	}
	for s.free(); s.written-readAcked(s.dir) > maxUnread; s.free() {
		time.Sleep(pause)
	}
}

func (s *spool) free() {
	if acked := readAcked(s.dir); acked > s.freed {
		_ = syscall.Fallocate(int(s.file.Fd()), punchHole|keepSize, s.freed, acked-s.freed)
		s.freed = acked
	}
}

func readAcked(dir string) int64 {
	content, err := os.ReadFile(filepath.Join(dir, ackedName))
	if err != nil {
		return 0
	}
	offset, _, _ := strings.Cut(string(content), " ")
	acked, _ := strconv.ParseInt(offset, 10, 64)
	return acked
}

// Starts the step with the message in the first line of standard input, unless it has started. Then prints its output
// from an offset, and the record on standard error when all has been printed. Further lines of the input are bookmarks
// of the runner: the offset up to which it needs the output no more, and optionally a text for its next start. Ends
// with its input.
func follow(dir string, offset int64) error {
	input := bufio.NewReader(os.Stdin)
	start, err := readLine(input)
	if err != nil {
		return err
	}
	if !wasStarted(dir) {
		if err := writeWhole(dir, startName, start); err != nil {
			return err
		}
	}
	go func() {
		for {
			acked, err := readLine(input)
			if err != nil {
				os.Exit(1)
			}
			_ = writeWhole(dir, ackedName, acked)
		}
	}()
	return printOutput(dir, offset)
}

func readLine(input *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := input.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > maxStartLen {
			return nil, errors.New("the line is too long")
		}
		if err == nil {
			return line[:len(line)-1], nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return nil, err
		}
	}
}

func printOutput(dir string, offset int64) error {
	buffer := make([]byte, copySize)
	var file *os.File
	for {
		// Read before the output, so that nothing is written after the last look at it.
		content, recordErr := os.ReadFile(filepath.Join(dir, recordName))
		if file == nil {
			file, _ = os.Open(filepath.Join(dir, outputName))
		}
		for file != nil {
			count, err := file.ReadAt(buffer, offset)
			if _, err := os.Stdout.Write(buffer[:count]); err != nil {
				return err
			}
			offset += int64(count)
			if err != nil {
				break
			}
		}
		if recordErr == nil {
			_, err := fmt.Fprintln(os.Stderr, string(content))
			return err
		}
		time.Sleep(pause)
	}
}
