module millrace/scripts

go 1.26.8

require (
	github.com/google/go-jsonnet v0.22.0
	go.starlark.net v0.0.0-20260908191801-89a6a09411d5
	sigs.k8s.io/yaml v1.4.0
)

require (
	golang.org/x/crypto v0.45.0 // indirect
	golang.org/x/sys v0.42.0 // indirect
)
