package main

import (
	"encoding/json"
	"errors"

	starlarkjson "go.starlark.net/lib/json"
	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
	"go.starlark.net/syntax"
)

var (
	starlarkOptions = &syntax.FileOptions{Set: true}
	predeclared     = starlark.StringDict{
		"struct": starlark.NewBuiltin("struct", starlarkstruct.Make),
	}
)

func runStarlark(asked *request) (string, uint64, error) {
	modules := &loader{asked: asked, loaded: map[string]starlark.StringDict{}}
	thread := modules.thread(asked.File)
	value, err := callMain(thread, asked)
	steps := thread.ExecutionSteps() + modules.steps
	if err != nil {
		return "", steps, starlarkError(err, steps >= asked.MaxSteps)
	}
	output, err := writeJSON(value, asked.MaxOutputBytes)
	return output, steps, err
}

// A loader runs the files that a script loads, each once.
type loader struct {
	asked *request
	// loaded has no globals for a file that is being loaded.
	loaded map[string]starlark.StringDict
	// steps of all loaded files.
	steps uint64
}

// thread runs a file with the steps that are left.
func (l *loader) thread(file string) *starlark.Thread {
	thread := &starlark.Thread{
		Name:  file,
		Print: func(*starlark.Thread, string) {},
		Load:  l.load,
	}
	left := uint64(1)
	if l.steps < l.asked.MaxSteps {
		left = l.asked.MaxSteps - l.steps
	}
	thread.SetMaxExecutionSteps(left)
	return thread
}

func (l *loader) load(thread *starlark.Thread, module string) (starlark.StringDict, error) {
	found, text, err := l.asked.readImport(thread.Name, module)
	if err != nil {
		return nil, err
	}
	if globals, ok := l.loaded[found]; ok {
		if globals == nil {
			return nil, errors.New("the file loads itself: " + found)
		}
		return globals, nil
	}
	l.loaded[found] = nil
	inner := l.thread(found)
	globals, err := starlark.ExecFileOptions(starlarkOptions, inner, found, text, predeclared)
	l.steps += inner.ExecutionSteps()
	l.loaded[found] = globals
	return globals, err
}

func callMain(thread *starlark.Thread, asked *request) (starlark.Value, error) {
	globals, err := starlark.ExecFileOptions(
		starlarkOptions, thread, asked.File, asked.Source, predeclared)
	if err != nil {
		return nil, err
	}
	main, ok := globals["main"]
	if !ok {
		return nil, errors.New(`the file defines no function "main"`)
	}
	context, err := contextOf(thread, asked)
	if err != nil {
		return nil, err
	}
	return starlark.Call(thread, main, starlark.Tuple{context}, nil)
}

// contextOf gives `ctx.build`, `ctx.repo` and `ctx.input`, whose values are dicts and lists.
func contextOf(thread *starlark.Thread, asked *request) (starlark.Value, error) {
	build := make(map[string]any, len(asked.Build)+1)
	for name, value := range asked.Build {
		build[name] = value
	}
	build["params"] = asked.Params
	context := starlark.StringDict{}
	for name, data := range map[string]any{"build": build, "repo": asked.Repo, "input": asked.Input} {
		fields, err := fieldsOf(thread, data)
		if err != nil {
			return nil, err
		}
		context[name] = starlarkstruct.FromStringDict(starlark.String(name), fields)
	}
	return starlarkstruct.FromStringDict(starlark.String("context"), context), nil
}

func fieldsOf(thread *starlark.Thread, data any) (starlark.StringDict, error) {
	text, err := json.Marshal(data)
	if err != nil {
		return nil, err
	}
	value, err := starlark.Call(
		thread, starlarkjson.Module.Members["decode"], starlark.Tuple{starlark.String(text)}, nil)
	if err != nil {
		return nil, err
	}
	fields := starlark.StringDict{}
	if dict, ok := value.(*starlark.Dict); ok {
		for name, value := range dict.Entries() {
			fields[string(name.(starlark.String))] = value
		}
	}
	return fields, nil
}

// starlarkError names the line on which the script failed: the innermost one in the script itself.
func starlarkError(err error, isSpent bool) error {
	var failed *starlark.EvalError
	var unresolved resolve.ErrorList
	var unread syntax.Error
	switch {
	case errors.As(err, &failed):
		message := failed.Msg
		if isSpent {
			message = "the scripts of a file may not take so many steps"
		}
		return &scriptError{line: lineOf(failed.CallStack), message: message}
	case errors.As(err, &unresolved):
		return &scriptError{line: int(unresolved[0].Pos.Line), message: unresolved[0].Msg}
	case errors.As(err, &unread):
		return &scriptError{line: int(unread.Pos.Line), message: unread.Msg}
	}
	return err
}

func lineOf(stack starlark.CallStack) int {
	for depth := range stack {
		if line := int(stack.At(depth).Pos.Line); line > 0 {
			return line
		}
	}
	return 0
}
