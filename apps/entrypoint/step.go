package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	notExecutable = 126
	notFound      = 127
	signalBase    = 128
	// Exit code of a step that the cluster has stopped.
	stopped = signalBase + int(syscall.SIGTERM)
)

// Tells who has ended a step.
type end int

const (
	endedItself end = iota
	endedByRunner
	endedByCluster
)

// Waits until the runner starts the step, runs it, and leaves its output and its record in the folder. Ends with
// the exit code of the step. A step that the cluster stops leaves no record.
func runStep(dir string) error {
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, syscall.SIGTERM)
	start, err := waitForStart(dir, ended)
	if err != nil {
		return err
	}
	if start == nil {
		os.Exit(stopped)
	}
	output, err := openSpool(dir)
	if err != nil {
		return err
	}
	left, end := execute(dir, *start, output, ended)
	if end == endedByCluster {
		// Its program may even have succeeded, because it was asked to end. The cluster has the reason.
		os.Exit(stopped)
	}
	left.WasKilled = end == endedByRunner
	left.Nonce, left.Bytes = start.Nonce, output.written
	for _, name := range outputsNames {
		left.HasOutputs = left.HasOutputs || exists(dir, name)
	}
	if err := writeRecord(dir, left); err != nil {
		return err
	}
	if start.KeepsFailure && left.ExitCode != 0 {
		// Terminals need the container as the step left it.
		<-ended
	}
	os.Exit(left.ExitCode)
	return nil
}

// Returns nothing if the Pod is stopped before.
func waitForStart(dir string, ended <-chan os.Signal) (*startMessage, error) {
	path := filepath.Join(dir, startName)
	for {
		content, err := os.ReadFile(path)
		if err == nil {
			var start startMessage
			if err := json.Unmarshal(content, &start); err != nil {
				return nil, err
			}
			if err := writeWhole(dir, startedName, nil); err != nil {
				return nil, err
			}
			// Its variables may be secrets.
			return &start, os.Remove(path)
		}
		if !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
		select {
		case <-ended:
			return nil, nil
		case <-time.After(pause):
		}
	}
}

func execute(dir string, start startMessage, output *spool, ended <-chan os.Signal) (record, end) {
	killsBefore := countMemoryKills()
	child, err := startChild(start, output)
	if err != nil {
		return record{ExitCode: codeOf(err), Error: err.Error()}, endedItself
	}
	done := make(chan struct{})
	end := make(chan end, 1)
	go func() { end <- stopWhenAsked(dir, child.pid, ended, done) }()
	exitCode := child.wait()
	close(done)
	// Processes that the step left running end with it, as in a container of its own.
	killOthers(child.pid)
	child.drain()
	return record{ExitCode: exitCode, LackedMemory: countMemoryKills() > killsBefore}, <-end
}

type child struct {
	pid    int
	copied chan struct{}
}

func startChild(start startMessage, output *spool) (*child, error) {
	env := append(os.Environ(), start.Env...)
	path, err := findProgram(start.Args, env, start.Dir)
	if err != nil {
		return nil, err
	}
	attributes := &syscall.SysProcAttr{Setpgid: true}
	if start.User != "" {
		if attributes.Credential, err = findUser(start.User); err != nil {
			return nil, err
		}
	}
	if start.Dir != "" {
		// As Docker does. A folder that cannot be created shows when the program starts.
		_ = os.MkdirAll(start.Dir, 0o755)
	}
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	var process *os.Process
	err = startKilledFirst(func() error {
		process, err = os.StartProcess(path, start.Args, &os.ProcAttr{
			Dir: start.Dir, Env: env, Files: []*os.File{nil, write, write}, Sys: attributes,
		})
		return err
	})
	write.Close()
	if err != nil {
		read.Close()
		return nil, err
	}
	started := &child{pid: process.Pid, copied: make(chan struct{})}
	go func() {
		defer close(started.copied)
		output.copy(read)
	}()
	return started, nil
}

// Waits for the child, and collects orphans on the way: this is the first process of its container.
func (c *child) wait() int {
	for {
		var status syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &status, 0, nil)
		if errors.Is(err, syscall.EINTR) {
			continue
		}
		if err != nil {
			return notExecutable
		}
		if pid != c.pid {
			continue
		}
		if status.Signaled() {
			return signalBase + int(status.Signal())
		}
		return status.ExitStatus()
	}
}

func (c *child) drain() { <-c.copied }

// Ends the step when the runner or the cluster asks for it, first with TERM. Returns who did.
func stopWhenAsked(dir string, pid int, ended <-chan os.Signal, done <-chan struct{}) end {
	asked := endedItself
	var kill <-chan time.Time
	for {
		select {
		case <-done:
			return asked
		case <-ended:
			if asked == endedItself {
				asked = endedByCluster
			}
			_ = syscall.Kill(-pid, syscall.SIGTERM)
		case <-kill:
			_ = syscall.Kill(-pid, syscall.SIGKILL)
			killOthers(pid)
		case <-time.After(pause):
			if grace, ok := readStop(dir); ok && asked != endedByRunner {
				asked = endedByRunner
				_ = syscall.Kill(-pid, syscall.SIGTERM)
				kill = time.After(grace)
			}
		}
	}
}

// Kills every process of the container, or only the group of the step if this is not the container's first process.
func killOthers(pid int) {
	target := -pid
	if os.Getpid() == 1 {
		target = -1
	}
	_ = syscall.Kill(target, syscall.SIGKILL)
}

func requestStop(dir, grace string) error {
	if _, err := strconv.Atoi(grace); err != nil {
		return err
	}
	return writeWhole(dir, stopName, []byte(grace))
}

func readStop(dir string) (time.Duration, bool) {
	content, err := os.ReadFile(filepath.Join(dir, stopName))
	if err != nil {
		return 0, false
	}
	milliseconds, err := strconv.Atoi(string(content))
	return time.Duration(milliseconds) * time.Millisecond, err == nil
}

func findProgram(args, env []string, dir string) (string, error) {
	if len(args) == 0 {
		return "", errors.New("the step has no command")
	}
	if strings.Contains(args[0], "/") {
		if !filepath.IsAbs(args[0]) && dir != "" {
			return filepath.Join(dir, args[0]), nil
		}
		return args[0], nil
	}
	for _, variable := range env {
		if path, ok := strings.CutPrefix(variable, "PATH="); ok {
			os.Setenv("PATH", path)
		}
	}
	return exec.LookPath(args[0])
}

func codeOf(err error) int {
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, exec.ErrNotFound) {
		return notFound
	}
	return notExecutable
}
