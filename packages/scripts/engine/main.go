// Runs scripts that make pipelines: a request goes in as JSON, an answer comes out as JSON.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"unsafe"
)

type request struct {
	Language       string
	File           string
	Source         string
	Build          map[string]any
	Params         map[string]string
	Repo           map[string]any
	Input          json.RawMessage
	MaxSteps       uint64
	MaxOutputBytes int
	// Imports allows imports of the files in Files.
	Imports bool
	// A file that does not exist is nil.
	Files map[string]*string
	// missing is the path of an imported file that is not in Files.
	missing string
}

type answer struct {
	Output string `json:"output"`
	Error  string `json:"error"`
	Line   int    `json:"line"`
	Steps  uint64 `json:"steps"`
	// Missing is the path of a file to read before the script runs again.
	Missing string `json:"missing"`
}

// A scriptError says what is wrong in a script, and on which of its lines; 0 where it is on none.
type scriptError struct {
	line    int
	message string
}

func (e *scriptError) Error() string { return e.message }

// buffer holds the request that comes, then the answer that goes: the host reads and writes it in place.
var buffer []byte

func main() {}

const (
	// softMemoryLimit is below the limit of the module (maxPages in build.mjs). From here on the heap is
	// collected as often as needed: garbage alone never reaches the limit of the module, which ends the engine.
	softMemoryLimit = 52 << 20
	// maxLeftBytes is how much of one script may be left when the next one starts. A collection takes
	// 3 ms, more than most scripts.
	maxLeftBytes = 4 << 20
)

var heap = []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}

func init() {
	// Scripts are short and leave much behind.
	debug.SetGCPercent(200)
	debug.SetMemoryLimit(softMemoryLimit)
}

// reserve first frees the memory of the script before, so that the next one has as much as in a new engine.
//
//go:wasmexport reserve
func reserve(length int32) unsafe.Pointer {
	if metrics.Read(heap); heap[0].Value.Uint64() > maxLeftBytes {
		runtime.GC()
	}
	buffer = make([]byte, length)
	return unsafe.Pointer(unsafe.SliceData(buffer))
}

// evaluate gives the place of the answer in its upper half, the length in the lower one.
//
//go:wasmexport evaluate
func evaluate() uint64 {
	var asked request
	given := answer{}
	err := json.Unmarshal(buffer, &asked)
	buffer = nil
	if err == nil {
		given.Output, given.Steps, err = run(&asked)
	}
	if err != nil {
		given.Output, given.Error = "", err.Error()
		given.Missing = asked.missing
		if failed, ok := err.(*scriptError); ok {
			given.Line = failed.line
		}
	}
	buffer, _ = json.Marshal(given)
	return uint64(uintptr(unsafe.Pointer(unsafe.SliceData(buffer))))<<32 | uint64(len(buffer))
}

func run(asked *request) (output string, steps uint64, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			output, err = "", brokenOff(reason)
		}
	}()
	switch asked.Language {
	case "jsonnet":
		output, err = runJsonnet(asked)
	case "starlark":
		output, steps, err = runStarlark(asked)
	case "template":
		output, err = runTemplate(asked)
	default:
		err = fmt.Errorf("unknown language %q", asked.Language)
	}
	if err == nil && len(output) > asked.MaxOutputBytes {
		err = tooLarge(asked)
	}
	return output, steps, err
}

func tooLarge(asked *request) error {
	return fmt.Errorf("the value is larger than %d bytes", asked.MaxOutputBytes)
}

func brokenOff(reason any) error {
	if text := fmt.Sprint(reason); !strings.Contains(text, "makeslice") {
		return errors.New("the script broke off: " + text)
	}
	// A list of more entries than there could ever be memory for.
	return errors.New("the script needs too much memory")
}
