// Evaluates one Jsonnet program: a request on standard input, an answer on standard output.
package main

import (
	"encoding/json"
	"errors"
	"os"

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
	var asked request
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		os.Exit(1)
	}
	vm := jsonnet.MakeVM()
	vm.Importer(noImports{})
	vm.MaxStack = asked.MaxStack
	for name, value := range asked.Strings {
		vm.ExtVar(name, value)
	}
	for name, code := range asked.Codes {
		vm.ExtCode(name, code)
	}
	var given answer
	output, err := vm.EvaluateAnonymousSnippet(asked.Filename, asked.Source)
	if err != nil {
		given.Error = err.Error()
	} else {
		given.Output = output
	}
	if json.NewEncoder(os.Stdout).Encode(given) != nil {
		os.Exit(1)
	}
}
