package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
)

const (
	maxDepth = 200
	maxInt   = 1 << 53
)

// writeJSON writes a value with the keys of its dicts in the order that they have.
func writeJSON(value starlark.Value, maxBytes int) (string, error) {
	writer := jsonWriter{left: maxBytes}
	if err := writer.write(value, 0); err != nil {
		return "", err
	}
	return writer.text.String(), nil
}

type jsonWriter struct {
	text strings.Builder
	left int
}

func (w *jsonWriter) write(value starlark.Value, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("the value is nested more than %d levels deep", maxDepth)
	}
	if w.text.Len() > w.left {
		return fmt.Errorf("the value is larger than %d bytes", w.left)
	}
	switch value := value.(type) {
	case starlark.NoneType:
		w.text.WriteString("null")
	case starlark.Bool:
		fmt.Fprint(&w.text, bool(value))
	case starlark.Int:
		if number, ok := value.Int64(); !ok || number > maxInt || number < -maxInt {
			return fmt.Errorf("the int %v is too large for JSON", value)
		}
		w.text.WriteString(value.String())
	case starlark.Float:
		return w.plain(float64(value))
	case starlark.String:
		return w.plain(string(value))
	case *starlark.Dict:
		return w.items(value.Items(), depth)
	case *starlarkstruct.Struct:
		items := []starlark.Tuple{}
		for _, name := range value.AttrNames() {
			field, err := value.Attr(name)
			if err != nil {
				return err
			}
			items = append(items, starlark.Tuple{starlark.String(name), field})
		}
		return w.items(items, depth)
	case starlark.Indexable:
		w.text.WriteByte('[')
		for at := range value.Len() {
			if at > 0 {
				w.text.WriteByte(',')
			}
			if err := w.write(value.Index(at), depth+1); err != nil {
				return err
			}
		}
		w.text.WriteByte(']')
	default:
		return fmt.Errorf("a %s cannot become JSON", value.Type())
	}
	return nil
}

func (w *jsonWriter) items(items []starlark.Tuple, depth int) error {
	w.text.WriteByte('{')
	for at, item := range items {
		key, ok := item[0].(starlark.String)
		if !ok {
			return fmt.Errorf("a dict with a key of type %s cannot become JSON", item[0].Type())
		}
		if at > 0 {
			w.text.WriteByte(',')
		}
		if err := w.plain(string(key)); err != nil {
			return err
		}
		w.text.WriteByte(':')
		if err := w.write(item[1], depth+1); err != nil {
			return err
		}
	}
	w.text.WriteByte('}')
	return nil
}

func (w *jsonWriter) plain(value any) error {
	text, err := json.Marshal(value)
	w.text.Write(text)
	return err
}
