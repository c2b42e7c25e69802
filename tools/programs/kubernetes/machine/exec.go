package machine

import (
	"context"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"sync"
	"time"

	"k8s.io/cri-streaming/pkg/streaming/remotecommand"
	utilexec "k8s.io/utils/exec"
)

// Running programs, which tests can cut off.
type streams struct {
	mutex sync.Mutex
	next  int
	cuts  map[int]func()
	delay time.Duration
}

func (s *streams) add(cut func()) func() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.cuts == nil {
		s.cuts = map[int]func(){}
	}
	s.next++
	id := s.next
	s.cuts[id] = cut
	return func() {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		delete(s.cuts, id)
	}
}

func (s *streams) cutAll() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, cut := range s.cuts {
		cut()
	}
}

// Serves /exec/{namespace}/{pod}/{container}.
func (m *machine) serveExec(response http.ResponseWriter, request *http.Request) {
	parts := strings.Split(strings.Trim(request.URL.Path, "/"), "/")
	if len(parts) < 4 || parts[0] != "exec" {
		http.NotFound(response, request)
		return
	}
	found := m.find(parts[1], parts[2])
	if found == nil {
		http.NotFound(response, request)
		return
	}
	m.streams.mutex.Lock()
	delay := m.streams.delay
	m.streams.mutex.Unlock()
	time.Sleep(delay)
	options, err := remotecommand.NewOptions(request)
	if err != nil {
		http.Error(response, err.Error(), http.StatusBadRequest)
		return
	}
	remotecommand.ServeExec(response, request, &executor{m, found}, parts[2], "", parts[3],
		request.URL.Query()["command"], options, time.Hour, 30*time.Second, remotecommand.SupportedStreamingProtocols)
}

type executor struct {
	machine *machine
	pod     *pod
}

func (e *executor) ExecInContainer(ctx context.Context, _ string, _ string, container string, command []string,
	in io.Reader, out, errors io.WriteCloser, tty bool, _ <-chan remotecommand.TerminalSize, _ time.Duration) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	forget := e.machine.streams.add(cancel)
	defer forget()
	args := append([]string{"docker", "exec", "--interactive", e.pod.containerName(container)}, command...)
	if tty {
		// Docker needs a terminal of its own to give one.
		args[2] = "-it"
		args = []string{"script", "--quiet", "--return", "--flush", "--command", strings.Join(args, " "), "/dev/null"}
	}
	process := exec.CommandContext(ctx, args[0], args[1:]...)
	process.Stdout = out
	if errors != nil {
		process.Stderr = errors
	}
	stdin, err := process.StdinPipe()
	if err != nil {
		return err
	}
	if err := process.Start(); err != nil {
		return err
	}
	// The input may stay open after the program has ended.
	go func() {
		if in != nil {
			_, _ = io.Copy(stdin, in)
		}
		stdin.Close()
	}()
	err = process.Wait()
	if ended, ok := err.(*exec.ExitError); ok && ctx.Err() == nil {
		return &utilexec.ExitErrorWrapper{ExitError: ended}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}
