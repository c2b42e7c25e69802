// Package machine is a machine of a cluster, which runs Pods in containers of Docker.
package machine

import (
	"context"
	"crypto/tls"
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	coordination "k8s.io/api/coordination/v1"
	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/util/cert"
	"k8s.io/client-go/util/retry"
)

const beat = 5 * time.Second

type machine struct {
	name    string
	dir     string
	client  kubernetes.Interface
	mutex   sync.Mutex
	pods    map[string]*pod
	streams streams
}

// Run registers the machine and runs the Pods that nobody else runs, until the process ends.
func Run(args []string) error {
	flags := flag.NewFlagSet("machine", flag.ExitOnError)
	kubeconfig := flags.String("kubeconfig", "", "file of the cluster")
	name := flags.String("name", "machine", "name of the machine")
	dir := flags.String("dir", "", "folder for volumes")
	port := flags.Int("port", 0, "port for the API server")
	faults := flags.Int("faults-port", 0, "port for the faults of tests")
	if err := flags.Parse(args); err != nil {
		return err
	}
	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	if err != nil {
		return err
	}
	config.QPS, config.Burst = 500, 1000
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	m := &machine{name: *name, dir: *dir, client: client, pods: map[string]*pod{}}
	if err := m.serve(*port); err != nil {
		return err
	}
	go func() {
		address := fmt.Sprintf("127.0.0.1:%d", *faults)
		fmt.Fprintln(os.Stderr, http.ListenAndServe(address, m.faultHandler()))
	}()
	if err := m.register(*port); err != nil {
		return err
	}
	go m.keepAlive()
	m.watchPods()
	select {}
}

// Serves the calls of the API server: it starts programs in containers.
func (m *machine) serve(port int) error {
	certificate, key, err := cert.GenerateSelfSignedCertKey("127.0.0.1", nil, nil)
	if err != nil {
		return err
	}
	pair, err := tls.X509KeyPair(certificate, key)
	if err != nil {
		return err
	}
	server := &http.Server{
		Addr:      fmt.Sprintf("127.0.0.1:%d", port),
		Handler:   http.HandlerFunc(m.serveExec),
		TLSConfig: &tls.Config{Certificates: []tls.Certificate{pair}},
	}
	go func() { fmt.Fprintln(os.Stderr, server.ListenAndServeTLS("", "")) }()
	return nil
}

// Repeats its last call if the controllers have changed the machine meanwhile.
func (m *machine) register(port int) error {
	nodes := m.client.CoreV1().Nodes()
	node := &core.Node{ObjectMeta: meta.ObjectMeta{Name: m.name, Labels: m.labels()}}
	if _, err := nodes.Create(context.TODO(), node, meta.CreateOptions{}); err != nil && !errors.IsAlreadyExists(err) {
		return err
	}
	amounts := core.ResourceList{
		core.ResourceCPU: resource.MustParse("64"), core.ResourceMemory: resource.MustParse("64Gi"),
		core.ResourcePods: resource.MustParse("500"),
	}
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		found, err := nodes.Get(context.TODO(), m.name, meta.GetOptions{})
		if err != nil {
			return err
		}
		found.Status = core.NodeStatus{
			Addresses:       []core.NodeAddress{{Type: core.NodeInternalIP, Address: "127.0.0.1"}},
			DaemonEndpoints: core.NodeDaemonEndpoints{KubeletEndpoint: core.DaemonEndpoint{Port: int32(port)}},
			Capacity:        amounts, Allocatable: amounts,
			Conditions: []core.NodeCondition{ready()},
		}
		_, err = nodes.UpdateStatus(context.TODO(), found, meta.UpdateOptions{})
		return err
	})
}

func ready() core.NodeCondition {
	return core.NodeCondition{
		Type: core.NodeReady, Status: core.ConditionTrue, Reason: "KubeletReady",
		LastHeartbeatTime: meta.Now(), LastTransitionTime: meta.Now(),
	}
}

// Without it, the controllers take the machine for lost.
func (m *machine) keepAlive() {
	leases := m.client.CoordinationV1().Leases(core.NamespaceNodeLease)
	seconds := int32(40)
	for ; ; time.Sleep(beat) {
		now := meta.NowMicro()
		spec := coordination.LeaseSpec{HolderIdentity: &m.name, LeaseDurationSeconds: &seconds, RenewTime: &now}
		lease, err := leases.Get(context.TODO(), m.name, meta.GetOptions{})
		if err != nil {
			lease = &coordination.Lease{ObjectMeta: meta.ObjectMeta{Name: m.name}, Spec: spec}
			_, _ = leases.Create(context.TODO(), lease, meta.CreateOptions{})
			continue
		}
		lease.Spec = spec
		_, _ = leases.Update(context.TODO(), lease, meta.UpdateOptions{})
		node, err := m.client.CoreV1().Nodes().Get(context.TODO(), m.name, meta.GetOptions{})
		if err == nil {
			node.Status.Conditions = []core.NodeCondition{ready()}
			_, _ = m.client.CoreV1().Nodes().UpdateStatus(context.TODO(), node, meta.UpdateOptions{})
		}
	}
}

func (m *machine) watchPods() {
	factory := informers.NewSharedInformerFactory(m.client, 0)
	informer := factory.Core().V1().Pods().Informer()
	see := func(object any) {
		if seen, ok := object.(*core.Pod); ok {
			m.see(seen.DeepCopy())
		}
	}
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    see,
		UpdateFunc: func(_, object any) { see(object) },
		DeleteFunc: func(object any) {
			if last, ok := object.(cache.DeletedFinalStateUnknown); ok {
				object = last.Obj
			}
			if gone, ok := object.(*core.Pod); ok {
				m.forget(string(gone.UID))
			}
		},
	})
	factory.Start(context.TODO().Done())
}

func (m *machine) see(seen *core.Pod) {
	if seen.Spec.NodeName == "" {
		if seen.DeletionTimestamp == nil {
			m.bind(seen)
		}
		return
	}
	if seen.Spec.NodeName != m.name {
		return
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	running := m.pods[string(seen.UID)]
	if running == nil {
		running = newPod(m, seen)
		m.pods[string(seen.UID)] = running
		if seen.DeletionTimestamp == nil {
			go running.start()
		}
	}
	if seen.DeletionTimestamp != nil {
		go running.delete()
	}
}

func (m *machine) labels() map[string]string {
	return map[string]string{core.LabelHostname: m.name}
}

// A Pod that asks for other labels than those of the machine stays unscheduled.
func (m *machine) bind(seen *core.Pod) {
	if !labels.SelectorFromSet(seen.Spec.NodeSelector).Matches(labels.Set(m.labels())) {
		message := "0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector."
		condition := core.PodCondition{
			Type: core.PodScheduled, Status: core.ConditionFalse, Reason: "Unschedulable", Message: message,
		}
		if len(seen.Status.Conditions) == 0 {
			seen.Status.Conditions = []core.PodCondition{condition}
			_, _ = m.client.CoreV1().Pods(seen.Namespace).UpdateStatus(context.TODO(), seen, meta.UpdateOptions{})
		}
		return
	}
	binding := &core.Binding{
		ObjectMeta: meta.ObjectMeta{Name: seen.Name, Namespace: seen.Namespace},
		Target:     core.ObjectReference{Kind: "Node", Name: m.name},
	}
	_ = m.client.CoreV1().Pods(seen.Namespace).Bind(context.TODO(), binding, meta.CreateOptions{})
}

func (m *machine) find(namespace, name string) *pod {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	for _, candidate := range m.pods {
		if candidate.spec.Namespace == namespace && candidate.spec.Name == name {
			return candidate
		}
	}
	return nil
}

func (m *machine) forget(uid string) {
	m.mutex.Lock()
	gone := m.pods[uid]
	delete(m.pods, uid)
	m.mutex.Unlock()
	if gone != nil {
		gone.remove()
		_ = os.RemoveAll(filepath.Join(m.dir, uid))
	}
}
