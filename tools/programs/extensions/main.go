// One extension of each kind, on the library that extensions of existing servers use. Tests of Millrace run
// it: PORT and SECRET are in the environment, and it prints each webhook as a line of JSON.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"

	"github.com/drone/drone-go/drone"
	"github.com/drone/drone-go/plugin/admission"
	"github.com/drone/drone-go/plugin/config"
	"github.com/drone/drone-go/plugin/converter"
	"github.com/drone/drone-go/plugin/environ"
	"github.com/drone/drone-go/plugin/registry"
	"github.com/drone/drone-go/plugin/secret"
	"github.com/drone/drone-go/plugin/validator"
	"github.com/drone/drone-go/plugin/webhook"
)

type extension struct{}

const file = `kind: pipeline
type: exec
name: central
steps:
- name: greet
  environment: { TOKEN: { from_secret: token } }
  commands: [ "echo $GREETING for $TOKEN" ]
---
kind: secret
name: token
get: { path: docker, name: token }
`

// Has files for repositories whose names start with "central".
func (extension) config(_ context.Context, in *config.Request) (*drone.Config, error) {
	if !strings.HasPrefix(in.Repo.Name, "central") || in.Build.After == "" {
		return nil, nil
	}
	return &drone.Config{Data: file}, nil
}

type configPlugin struct{ extension }

func (p configPlugin) Find(ctx context.Context, in *config.Request) (*drone.Config, error) {
	return p.config(ctx, in)
}

type convertPlugin struct{}

func (convertPlugin) Convert(_ context.Context, in *converter.Request) (*drone.Config, error) {
	return &drone.Config{Data: strings.ReplaceAll(in.Config.Data, "greet", "welcome")}, nil
}

type validatePlugin struct{}

func (validatePlugin) Validate(_ context.Context, in *validator.Request) error {
	switch {
	case strings.HasSuffix(in.Repo.Name, "skip"):
		return validator.ErrSkip
	case strings.HasSuffix(in.Repo.Name, "block"):
		return validator.ErrBlock
	case strings.HasSuffix(in.Repo.Name, "wrong"):
		return errors.New("no step may say " + in.Repo.Name)
	}
	return nil
}

type admissionPlugin struct{}

func (admissionPlugin) Admit(_ context.Context, in *admission.Request) (*drone.User, error) {
	if in.User.Login == "mallory" {
		return nil, errors.New("mallory may not " + in.Event)
	}
	user := in.User
	user.Admin = user.Login == "grace" || user.Login == "admin"
	return &user, nil
}

type environPlugin struct{}

func (environPlugin) List(_ context.Context, in *environ.Request) ([]*environ.Variable, error) {
	return []*environ.Variable{
		{Name: "GREETING", Data: "hello " + in.Repo.Name},
		{Name: "HIDDEN", Data: "masked-by-extension", Mask: true},
	}, nil
}

type registryPlugin struct{}

func (registryPlugin) List(context.Context, *registry.Request) ([]*drone.Registry, error) {
	return []*drone.Registry{{Address: "registry.example.com", Username: "ci", Password: "pass"}}, nil
}

type secretPlugin struct{}

func (secretPlugin) Find(_ context.Context, in *secret.Request) (*drone.Secret, error) {
	if in.Path == "docker" && in.Name == "token" {
		return &drone.Secret{Name: in.Name, Data: "secret of " + in.Repo.Slug, Pull: true}, nil
	}
	return nil, errors.New("secret not found")
}

type webhookPlugin struct{}

func (webhookPlugin) Deliver(_ context.Context, in *webhook.Request) error {
	return json.NewEncoder(os.Stdout).Encode(in)
}

func main() {
	key := os.Getenv("SECRET")
	http.Handle("/config", config.Handler(configPlugin{}, key, nil))
	http.Handle("/convert", converter.Handler(convertPlugin{}, key, nil))
	http.Handle("/validate", validator.Handler(key, validatePlugin{}, nil))
	http.Handle("/admission", admission.Handler(admissionPlugin{}, key, nil))
	http.Handle("/env", environ.Handler(key, environPlugin{}, nil))
	http.Handle("/registry", registry.Handler(key, registryPlugin{}, nil))
	http.Handle("/secret", secret.Handler(key, secretPlugin{}, nil))
	http.Handle("/webhook", webhook.Handler(webhookPlugin{}, key, nil))
	fmt.Fprintln(os.Stderr, http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
	os.Exit(1)
}
