package main

import (
	"errors"
	"maps"
	"regexp"
	"strconv"
	"strings"
	"text/template"
)

func runTemplate(asked *request) (string, error) {
	var input any
	if err := decode(asked.Input, &input); err != nil {
		return "", err
	}
	build := maps.Clone(asked.Build)
	build["params"] = asked.Params
	parsed, err := template.New("").Funcs(functions).Parse(asked.Source)
	if err != nil {
		return "", templateError(err)
	}
	for _, part := range parsed.Templates() {
		requireValues(part.Tree.Root)
	}
	output := &limitedText{left: asked.MaxOutputBytes}
	data := map[string]any{"build": build, "repo": asked.Repo, "input": numbers(input)}
	err = parsed.Execute(output, data)
	if errors.Is(err, errTooLong) {
		return "", tooLarge(asked)
	}
	if err != nil {
		return "", templateError(err)
	}
	return output.text.String(), nil
}

var (
	errTooLong    = errors.New("too long")
	templatePlace = regexp.MustCompile(`(?s)^template: (?:[^:]*:(\d+):)?(?:\d+:)? (?:executing "[^"]*" at )?(.*)$`)
)

type limitedText struct {
	text strings.Builder
	left int
}

func (l *limitedText) Write(part []byte) (int, error) {
	if l.text.Len()+len(part) > l.left {
		return 0, errTooLong
	}
	return l.text.Write(part)
}

// templateError reads `template: :3:10: executing "" at <.a>: …`.
func templateError(err error) error {
	failed := &scriptError{message: err.Error()}
	if found := templatePlace.FindStringSubmatch(failed.message); found != nil {
		failed.line, _ = strconv.Atoi(found[1])
		failed.message = found[2]
	}
	if missing := noValue(""); errors.As(err, &missing) {
		failed.message = missing.Error()
	}
	return failed
}
