package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/google/go-jsonnet"
)

const maxStack = 500

// importer returns the same contents for the same file, as Jsonnet requires.
type importer struct {
	asked    *request
	contents map[string]jsonnet.Contents
}

func (i importer) Import(from, path string) (jsonnet.Contents, string, error) {
	if from == "" {
		from = i.asked.File
	}
	found, text, err := i.asked.readImport(from, path)
	if err != nil {
		return jsonnet.Contents{}, "", err
	}
	if _, ok := i.contents[found]; !ok {
		i.contents[found] = jsonnet.MakeContents(text)
	}
	return i.contents[found], found, nil
}

// Each program has a machine of its own: nothing is left of it for the next one.
func runJsonnet(asked *request) (string, error) {
	vm := jsonnet.MakeVM()
	vm.Importer(importer{asked, map[string]jsonnet.Contents{}})
	vm.MaxStack = maxStack
	for name, value := range asked.Build {
		vm.ExtVar("build."+name, fmt.Sprint(value))
	}
	for name, value := range asked.Params {
		vm.ExtVar("build.params."+name, value)
		// The name on existing servers.
		vm.ExtVar("build.param."+name, value)
	}
	for name, value := range asked.Repo {
		vm.ExtVar("repo."+name, fmt.Sprint(value))
	}
	if err := setInput(vm, asked.Input); err != nil {
		return "", err
	}
	output, err := vm.EvaluateAnonymousSnippet(asked.File, asked.Source)
	if err != nil {
		return "", jsonnetError(err.Error(), asked.File)
	}
	return output, nil
}

// Values are texts, as existing files expect; lists and maps are data.
func setInput(vm *jsonnet.VM, data json.RawMessage) error {
	var input map[string]json.RawMessage
	if err := decode(data, &input); err != nil {
		return err
	}
	for name, value := range input {
		var text *string
		switch {
		case value[0] == '[' || value[0] == '{':
			vm.ExtCode("input."+name, string(value))
		case json.Unmarshal(value, &text) != nil:
			vm.ExtVar("input."+name, string(value))
		case text == nil:
			vm.ExtVar("input."+name, "")
		default:
			vm.ExtVar("input."+name, *text)
		}
	}
	return nil
}

var jsonnetPlace = regexp.MustCompile(`^\(?(\d+):[\d()\-:]*\s*`)

// jsonnetError reads `file:3:1-9 Unexpected …`, or a reason followed by a trace, in which the first
// line of the file itself counts.
func jsonnetError(text, file string) error {
	before, place, _ := strings.Cut(text, file+":")
	found := jsonnetPlace.FindStringSubmatch(place)
	failed := &scriptError{message: strings.TrimPrefix(text, "RUNTIME ERROR: ")}
	if found != nil {
		failed.line, _ = strconv.Atoi(found[1])
		if before == "" {
			failed.message = place[len(found[0]):]
		}
	}
	failed.message, _, _ = strings.Cut(strings.TrimSpace(failed.message), "\n")
	return failed
}
