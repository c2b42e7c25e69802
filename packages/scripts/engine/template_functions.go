package main

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"strings"
	"text/template"

	"sigs.k8s.io/yaml"
)

// The functions that existing servers add to the template language, save for those of time, and below them
// a few that templates expect.
var functions = template.FuncMap{
	requireValue: requireValueOf,

	"append":       func(value, end any) string { return text(value) + text(end) },
	"prepend":      func(value, start any) string { return text(start) + text(value) },
	"chomp":        func(value any) string { return strings.TrimRight(text(value), "\r\n") },
	"contains":     ofTwo(strings.Contains),
	"containsAny":  ofTwo(strings.ContainsAny),
	"hasPrefix":    ofTwo(strings.HasPrefix),
	"hasSuffix":    ofTwo(strings.HasSuffix),
	"trimLeft":     ofTwo(strings.TrimLeft),
	"trimRight":    ofTwo(strings.TrimRight),
	"trimPrefix":   ofTwo(strings.TrimPrefix),
	"trimSuffix":   ofTwo(strings.TrimSuffix),
	"split":        ofTwo(strings.Split),
	"lower":        ofOne(strings.ToLower),
	"upper":        ofOne(strings.ToUpper),
	"title":        ofOne(strings.ToTitle),
	"trim":         ofOne(strings.TrimSpace),
	"htmlEscape":   ofOne(html.EscapeString),
	"htmlUnescape": ofOne(html.UnescapeString),
	"urlize": func(value any) string {
		return url.QueryEscape(strings.ReplaceAll(strings.TrimSpace(text(value)), " ", "-"))
	},
	"splitn": func(value any, separator string, count int) []string {
		return strings.SplitN(text(value), separator, count)
	},
	"replace": func(value, old, by any) string {
		return strings.ReplaceAll(text(value), text(old), text(by))
	},
	"padLeft": func(value, padding any, count int) string {
		return strings.Repeat(text(padding), count) + text(value)
	},
	"padRight": func(value, padding any, count int) string {
		return text(value) + strings.Repeat(text(padding), count)
	},
	"indent":  indent,
	"nindent": func(value any, width int) string { return "\n" + indent(value, width) },

	"base64Encode": func(value any) string { return base64.StdEncoding.EncodeToString([]byte(text(value))) },
	"base64Decode": func(value any) (string, error) {
		decoded, err := base64.StdEncoding.DecodeString(text(value))
		return string(decoded), err
	},
	"md5":    func(value any) string { return fmt.Sprintf("%x", md5.Sum([]byte(text(value)))) },
	"sha1":   func(value any) string { return fmt.Sprintf("%x", sha1.Sum([]byte(text(value)))) },
	"sha256": func(value any) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text(value)))) },
	"jsonify": func(value any) (string, error) {
		encoded, err := json.Marshal(value)
		return string(encoded), err
	},
	"toYaml": func(value any) (string, error) {
		encoded, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(encoded), "\n"), err
	},
	"fromYaml": func(source string) (value any, err error) {
		err = yaml.Unmarshal([]byte(source), &value)
		return value, err
	},

	"quote":  func(value any) string { return fmt.Sprintf("%q", text(value)) },
	"squote": func(value any) string { return "'" + text(value) + "'" },
	"join": func(separator string, list []any) string {
		texts := make([]string, len(list))
		for at, entry := range list {
			texts[at] = text(entry)
		}
		return strings.Join(texts, separator)
	},
	"default": func(fallback, value any) any {
		if truth, ok := template.IsTrue(value); truth || !ok {
			return value
		}
		return fallback
	},
}

func text(value any) string {
	if value == nil {
		return ""
	}
	return fmt.Sprint(value)
}

func ofOne[Result any](work func(string) Result) func(any) Result {
	return func(value any) Result { return work(text(value)) }
}

func ofTwo[Result any](work func(string, string) Result) func(any, any) Result {
	return func(value, other any) Result { return work(text(value), text(other)) }
}

func indent(value any, width int) string {
	padding := strings.Repeat(" ", width)
	return padding + strings.ReplaceAll(text(value), "\n", "\n"+padding)
}
