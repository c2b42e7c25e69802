package main

import (
	"strconv"
	"text/template/parse"
)

// A noValue is the expression of a template that has none.
type noValue string

func (n noValue) Error() string { return string(n) + " has no value" }

const requireValue = "_value"

// requireValues makes `{{ .a }}` an error where the language would write `<no value>` into a pipeline:
// it hands what is printed to a function first.
func requireValues(node parse.Node) {
	switch node := node.(type) {
	case *parse.ListNode:
		if node == nil {
			return
		}
		for _, part := range node.Nodes {
			requireValues(part)
		}
	case *parse.ActionNode:
		if len(node.Pipe.Decl) == 0 {
			node.Pipe.Cmds = append(node.Pipe.Cmds, valueCommand(node.Pipe))
		}
	case *parse.IfNode:
		requireValues(node.List)
		requireValues(node.ElseList)
	case *parse.RangeNode:
		requireValues(node.List)
		requireValues(node.ElseList)
	case *parse.WithNode:
		requireValues(node.List)
		requireValues(node.ElseList)
	}
}

func valueCommand(pipe *parse.PipeNode) *parse.CommandNode {
	text := pipe.String()
	return &parse.CommandNode{NodeType: parse.NodeCommand, Pos: pipe.Pos, Args: []parse.Node{
		parse.NewIdentifier(requireValue).SetPos(pipe.Pos),
		&parse.StringNode{NodeType: parse.NodeString, Pos: pipe.Pos, Quoted: strconv.Quote(text), Text: text},
	}}
}

func requireValueOf(expression string, value any) (any, error) {
	if value == nil {
		return nil, noValue(expression)
	}
	return value, nil
}
