// Evaluates Jsonnet programs: a request on standard input, an answer on standard output, and so on until
// the input ends.
package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"runtime/debug"

	"github.com/google/go-jsonnet"
)

type request struct {
	Filename string
	Source   string
	Strings  map[string]string
	Codes    map[string]string
	MaxStack int
}

type answer struct {
	Output string `json:"output"`
	Error  string `json:"error"`
}

type noImports struct{}

func (noImports) Import(_, path string) (jsonnet.Contents, string, error) {
	return jsonnet.Contents{}, "", errors.New("other files cannot be imported here: " + path)
}

func main() {
	// Programs are short and leave much behind.
	debug.SetGCPercent(400)
	requests := json.NewDecoder(os.Stdin)
	answers := json.NewEncoder(os.Stdout)
	for {
		var asked request
		err := requests.Decode(&asked)
		if err == io.EOF {
			return
		}
		if err != nil || answers.Encode(evaluate(asked)) != nil {
			os.Exit(1)
		}
	}
}

// Each program has a machine of its own: nothing is left of it for the next one.
func evaluate(asked request) answer {
	vm := jsonnet.MakeVM()
	vm.Importer(noImports{})
	vm.MaxStack = asked.MaxStack
	for name, value := range asked.Strings {
		vm.ExtVar(name, value)
	}
	for name, code := range asked.Codes {
		vm.ExtCode(name, code)
	}
	output, err := vm.EvaluateAnonymousSnippet(asked.Filename, asked.Source)
	if err != nil {
		return answer{Error: err.Error()}
	}
	return answer{Output: output}
}
