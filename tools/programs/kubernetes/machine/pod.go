package machine

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

type pod struct {
	machine *machine
	spec    *core.Pod
	dir     string
	mutex   sync.Mutex
	status  core.PodStatus
	// Set by a fault: the status is final, whatever the containers do.
	isFixed bool
	isEnded bool
}

func newPod(m *machine, spec *core.Pod) *pod {
	started := meta.Now()
	status := core.PodStatus{Phase: core.PodPending, StartTime: &started}
	p := &pod{machine: m, spec: spec, dir: filepath.Join(m.dir, string(spec.UID)), status: status}
	for _, container := range spec.Spec.InitContainers {
		p.status.InitContainerStatuses = append(p.status.InitContainerStatuses, waiting(container))
	}
	for _, container := range spec.Spec.Containers {
		p.status.ContainerStatuses = append(p.status.ContainerStatuses, waiting(container))
	}
	return p
}

func waiting(container core.Container) core.ContainerStatus {
	state := core.ContainerState{Waiting: &core.ContainerStateWaiting{Reason: "PodInitializing"}}
	return core.ContainerStatus{Name: container.Name, Image: container.Image, State: state}
}

func docker(args ...string) (string, error) {
	command := exec.Command("docker", args...)
	var problem strings.Builder
	command.Stderr = &problem
	output, err := command.Output()
	if err != nil {
		err = fmt.Errorf("%s", strings.TrimSpace(problem.String()))
	}
	return strings.TrimSpace(string(output)), err
}

func (p *pod) containerName(name string) string {
	return fmt.Sprintf("%s-%s", p.spec.UID, name)
}

func (p *pod) start() {
	for {
		err := p.makeVolumes()
		if err == nil {
			break
		}
		if !errors.IsNotFound(err) {
			p.fail("VolumeFailed", err.Error())
			return
		}
		// The Pod waits until the object of the volume is there.
		p.warn("FailedMount", err.Error())
		time.Sleep(time.Second)
		if p.ended() {
			return
		}
	}
	image := p.spec.Spec.Containers[0].Image
	_, err := docker("run", "--detach", "--name", p.containerName("sandbox"), "--label", "millrace.test=machine",
		"--entrypoint", "sleep", image, "infinity")
	if err != nil {
		p.fail("SandboxFailed", err.Error())
		return
	}
	for at, container := range p.spec.Spec.InitContainers {
		p.run(container, &p.status.InitContainerStatuses[at])
		ended := p.status.InitContainerStatuses[at].State.Terminated
		if ended == nil || ended.ExitCode != 0 {
			p.fail("", "")
			return
		}
	}
	var running sync.WaitGroup
	for at, container := range p.spec.Spec.Containers {
		running.Add(1)
		go func() {
			defer running.Done()
			p.run(container, &p.status.ContainerStatuses[at])
		}()
	}
	running.Wait()
	p.change(func() {
		p.status.Phase = core.PodSucceeded
		for _, status := range p.status.ContainerStatuses {
			if status.State.Terminated == nil || status.State.Terminated.ExitCode != 0 {
				p.status.Phase = core.PodFailed
			}
		}
	})
}

// Runs a container from the pull of its image to its end.
func (p *pod) run(container core.Container, status *core.ContainerStatus) {
	for {
		if _, err := docker("image", "inspect", container.Image); err == nil {
			break
		}
		for _, reason := range []string{"ErrImagePull", "ImagePullBackOff"} {
			message := fmt.Sprintf("failed to pull image %q: not found", container.Image)
			p.change(func() {
				status.State = core.ContainerState{Waiting: &core.ContainerStateWaiting{Reason: reason, Message: message}}
			})
			time.Sleep(time.Second)
		}
		if p.ended() {
			return
		}
	}
	name := p.containerName(container.Name)
	if _, err := docker(p.createArgs(container, name)...); err != nil {
		p.change(func() {
			status.State = core.ContainerState{
				Waiting: &core.ContainerStateWaiting{Reason: "CreateContainerError", Message: err.Error()},
			}
		})
		return
	}
	if _, err := docker("start", name); err != nil {
		p.change(func() {
			status.State = core.ContainerState{
				Terminated: &core.ContainerStateTerminated{Reason: "StartError", Message: err.Error(), ExitCode: 128},
			}
		})
		return
	}
	id, _ := docker("image", "inspect", "--format", "{{.Id}}", container.Image)
	p.change(func() {
		p.status.Phase = core.PodRunning
		status.ImageID, status.ContainerID = id, "docker://"+name
		status.State = core.ContainerState{Running: &core.ContainerStateRunning{StartedAt: meta.Now()}}
	})
	ended := waitForEnd(name)
	p.change(func() { status.State = core.ContainerState{Terminated: ended} })
}

func waitForEnd(name string) *core.ContainerStateTerminated {
	var state struct {
		Running   bool
		ExitCode  int32
		OOMKilled bool
	}
	for state.Running = true; state.Running; {
		// A call that fails tells nothing about the container, of which the exit code is 0 while it runs.
		_, failure := docker("wait", name)
		text, err := docker("inspect", "--format", "{{json .State}}", name)
		if err != nil || json.Unmarshal([]byte(text), &state) != nil {
			return &core.ContainerStateTerminated{Reason: "Error", ExitCode: 137, FinishedAt: meta.Now()}
		}
		if failure != nil {
			time.Sleep(100 * time.Millisecond)
		}
	}
	ended := &core.ContainerStateTerminated{Reason: "Error", FinishedAt: meta.Now()}
	ended.ExitCode = state.ExitCode
	if state.ExitCode == 0 {
		ended.Reason = "Completed"
	}
	if state.OOMKilled {
		ended.Reason = "OOMKilled"
	}
	return ended
}

func (p *pod) createArgs(container core.Container, name string) []string {
	args := []string{"create", "--name", name, "--label", "millrace.test=machine",
		"--network", "container:" + p.containerName("sandbox"),
		"--volume", filepath.Join(p.dir, "hosts") + ":/etc/hosts"}
	for _, mount := range container.VolumeMounts {
		source := filepath.Join(p.volume(mount.Name), mount.SubPath)
		flags := ""
		if mount.ReadOnly || p.isReadOnly(mount.Name) {
			flags = ":ro"
		}
		args = append(args, "--volume", source+":"+mount.MountPath+flags)
	}
	for _, variable := range container.Env {
		args = append(args, "--env", variable.Name+"="+variable.Value)
	}
	if container.WorkingDir != "" {
		args = append(args, "--workdir", container.WorkingDir)
	}
	if memory := container.Resources.Limits.Memory(); !memory.IsZero() {
		size := fmt.Sprint(memory.Value())
		args = append(args, "--memory", size, "--memory-swap", size)
	}
	if context := container.SecurityContext; context != nil {
		if context.Privileged != nil && *context.Privileged {
			args = append(args, "--privileged")
		}
		if context.RunAsUser != nil {
			args = append(args, "--user", fmt.Sprint(*context.RunAsUser))
		}
	}
	command := append(append([]string{}, container.Command...), container.Args...)
	if len(container.Command) > 0 {
		args = append(args, "--entrypoint", command[0])
		command = command[1:]
	}
	return append(append(args, container.Image), command...)
}

func (p *pod) volume(name string) string {
	for _, volume := range p.spec.Spec.Volumes {
		if volume.Name == name && volume.HostPath != nil {
			return volume.HostPath.Path
		}
	}
	return filepath.Join(p.dir, name)
}

func (p *pod) isReadOnly(name string) bool {
	for _, volume := range p.spec.Spec.Volumes {
		if volume.Name == name {
			return isFilled(volume)
		}
	}
	return false
}

func (p *pod) makeVolumes() error {
	hosts := "127.0.0.1 localhost\n"
	for _, alias := range p.spec.Spec.HostAliases {
		hosts += alias.IP + " " + strings.Join(alias.Hostnames, " ") + "\n"
	}
	for _, volume := range p.spec.Spec.Volumes {
		if isFilled(volume) {
			if err := p.fillVolume(volume); err != nil {
				return err
			}
		}
		if volume.EmptyDir == nil {
			continue
		}
		path := p.volume(volume.Name)
		if err := os.MkdirAll(path, 0o777); err != nil {
			return err
		}
		if err := os.Chmod(path, 0o777); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(p.dir, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(p.dir, "hosts"), []byte(hosts), 0o644)
}

// Creates an event of the Pod, unless there is one with this reason.
func (p *pod) warn(reason, message string) {
	name := fmt.Sprintf("%s.%s", p.spec.Name, strings.ToLower(reason))
	now := meta.Now()
	_, _ = p.machine.client.CoreV1().Events(p.spec.Namespace).Create(context.TODO(), &core.Event{
		ObjectMeta:     meta.ObjectMeta{Name: name},
		InvolvedObject: core.ObjectReference{Kind: "Pod", Namespace: p.spec.Namespace, Name: p.spec.Name, UID: p.spec.UID},
		Type:           core.EventTypeWarning, Reason: reason, Message: message, FirstTimestamp: now, LastTimestamp: now,
	}, meta.CreateOptions{})
}

func (p *pod) fail(reason, message string) {
	p.change(func() { p.status.Phase, p.status.Reason, p.status.Message = core.PodFailed, reason, message })
}

func (p *pod) ended() bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.isEnded
}

// Changes the status, and reports it.
func (p *pod) change(change func()) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if !p.isFixed {
		change()
	}
	p.report()
}

func (p *pod) report() {
	patch, err := json.Marshal(map[string]any{"status": p.status})
	if err != nil {
		return
	}
	for range 100 {
		_, err := p.machine.client.CoreV1().Pods(p.spec.Namespace).
			Patch(context.TODO(), p.spec.Name, types.MergePatchType, patch, meta.PatchOptions{}, "status")
		if err == nil || errors.IsNotFound(err) {
			return
		}
		time.Sleep(500 * time.Millisecond)
	}
}

// Stops the containers of a Pod that the cluster deletes, and lets the cluster forget it.
func (p *pod) delete() {
	p.mutex.Lock()
	wasEnded := p.isEnded
	p.isEnded = true
	p.mutex.Unlock()
	if wasEnded {
		return
	}
	p.stop()
	p.remove()
	now := int64(0)
	uid := p.spec.UID
	options := meta.DeleteOptions{GracePeriodSeconds: &now, Preconditions: &meta.Preconditions{UID: &uid}}
	for range 100 {
		err := p.machine.client.CoreV1().Pods(p.spec.Namespace).Delete(context.TODO(), p.spec.Name, options)
		if err == nil || errors.IsNotFound(err) || errors.IsConflict(err) {
			return
		}
		// The API server may be restarting.
		time.Sleep(500 * time.Millisecond)
	}
}

// Gives the containers a second to end.
func (p *pod) stop() {
	_, _ = docker(append([]string{"stop", "--time", "1"}, p.containerNames()...)...)
}

func (p *pod) remove() {
	names := append(p.containerNames(), p.containerName("sandbox"))
	_, _ = docker(append([]string{"rm", "--force", "--volumes"}, names...)...)
}

func (p *pod) containerNames() []string {
	var names []string
	for _, container := range append(p.spec.Spec.InitContainers, p.spec.Spec.Containers...) {
		names = append(names, p.containerName(container.Name))
	}
	return names
}
