package main

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// decode leaves what data is for where there is none.
func decode(data json.RawMessage, value any) error {
	if len(data) == 0 {
		return nil
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	return decoder.Decode(value)
}

// numbers gives them the types that comparisons of templates know.
func numbers(value any) any {
	switch value := value.(type) {
	case json.Number:
		if whole, err := strconv.Atoi(value.String()); err == nil {
			return whole
		}
		float, _ := value.Float64()
		return float
	case []any:
		for at, entry := range value {
			value[at] = numbers(entry)
		}
	case map[string]any:
		for key, entry := range value {
			value[key] = numbers(entry)
		}
	}
	return value
}
