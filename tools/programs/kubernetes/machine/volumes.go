package machine

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	authentication "k8s.io/api/authentication/v1"
	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/kubernetes/pkg/fieldpath"
)

const plainMode = 0o644

// Files of a volume, by their paths in it.
type files map[string][]byte

// True for a volume that the cluster fills, and no container can write to.
func isFilled(volume core.Volume) bool {
	return volume.ConfigMap != nil || volume.Secret != nil || volume.DownwardAPI != nil || volume.Projected != nil
}

// Writes the files of a volume that the cluster fills.
func (p *pod) fillVolume(volume core.Volume) error {
	var content files
	var mode *int32
	var err error
	switch {
	case volume.ConfigMap != nil:
		mode = volume.ConfigMap.DefaultMode
		content, err = p.configMap(volume.ConfigMap.Name, volume.ConfigMap.Optional)
	case volume.Secret != nil:
		mode = volume.Secret.DefaultMode
		content, err = p.secret(volume.Secret.SecretName, volume.Secret.Optional)
	case volume.DownwardAPI != nil:
		mode = volume.DownwardAPI.DefaultMode
		content, err = p.fields(volume.DownwardAPI.Items)
	case volume.Projected != nil:
		mode = volume.Projected.DefaultMode
		content, err = p.projected(volume.Projected.Sources)
	}
	if err != nil {
		return err
	}
	permissions := os.FileMode(plainMode)
	if mode != nil {
		permissions = os.FileMode(*mode)
	}
	folder := p.volume(volume.Name)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for name, text := range content {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, permissions); err != nil {
			return err
		}
	}
	return nil
}

func (p *pod) configMap(name string, optional *bool) (files, error) {
	content := files{}
	found, err := p.machine.client.CoreV1().ConfigMaps(p.spec.Namespace).
		Get(context.TODO(), name, meta.GetOptions{})
	if isMissing(err, optional) {
		return content, nil
	}
	if err != nil {
		return nil, err
	}
	for key, text := range found.Data {
		content[key] = []byte(text)
	}
	for key, bytes := range found.BinaryData {
		content[key] = bytes
	}
	return content, nil
}

func (p *pod) secret(name string, optional *bool) (files, error) {
	found, err := p.machine.client.CoreV1().Secrets(p.spec.Namespace).
		Get(context.TODO(), name, meta.GetOptions{})
	if isMissing(err, optional) {
		return files{}, nil
	}
	if err != nil {
		return nil, err
	}
	return found.Data, nil
}

func isMissing(err error, optional *bool) bool {
	return errors.IsNotFound(err) && optional != nil && *optional
}

func (p *pod) fields(items []core.DownwardAPIVolumeFile) (files, error) {
	content := files{}
	for _, item := range items {
		if item.FieldRef == nil {
			return nil, fmt.Errorf("%s has no field", item.Path)
		}
		text, err := fieldpath.ExtractFieldPathAsString(p.spec, item.FieldRef.FieldPath)
		if err != nil {
			return nil, err
		}
		content[item.Path] = []byte(text)
	}
	return content, nil
}

// The cluster adds such a volume, with a token, to the Pods of a service account.
func (p *pod) projected(sources []core.VolumeProjection) (files, error) {
	content := files{}
	for _, source := range sources {
		var part files
		var err error
		switch {
		case source.ServiceAccountToken != nil:
			part, err = p.token(source.ServiceAccountToken)
		case source.ConfigMap != nil:
			part, err = p.configMap(source.ConfigMap.Name, source.ConfigMap.Optional)
		case source.DownwardAPI != nil:
			part, err = p.fields(source.DownwardAPI.Items)
		}
		if err != nil {
			return nil, err
		}
		for path, text := range part {
			content[path] = text
		}
	}
	return content, nil
}

func (p *pod) token(source *core.ServiceAccountTokenProjection) (files, error) {
	request := &authentication.TokenRequest{Spec: authentication.TokenRequestSpec{
		ExpirationSeconds: source.ExpirationSeconds,
		BoundObjectRef:    &authentication.BoundObjectReference{Kind: "Pod", APIVersion: "v1", Name: p.spec.Name, UID: p.spec.UID},
	}}
	answer, err := p.machine.client.CoreV1().ServiceAccounts(p.spec.Namespace).
		CreateToken(context.TODO(), p.spec.Spec.ServiceAccountName, request, meta.CreateOptions{})
	if err != nil {
		return nil, err
	}
	return files{source.Path: []byte(answer.Status.Token)}, nil
}
