package machine

import (
	"net/http"
	"time"

	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Serves what tests ask for: /evict?namespace=&pod=, /cut for all streams, and /delay?for=2s for later ones.
func (m *machine) faultHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/evict", func(response http.ResponseWriter, request *http.Request) {
		query := request.URL.Query()
		found := m.find(query.Get("namespace"), query.Get("pod"))
		if found == nil {
			http.NotFound(response, request)
			return
		}
		found.evict()
	})
	mux.HandleFunc("/cut", func(http.ResponseWriter, *http.Request) { m.streams.cutAll() })
	mux.HandleFunc("/delay", func(response http.ResponseWriter, request *http.Request) {
		delay, err := time.ParseDuration(request.URL.Query().Get("for"))
		if err != nil {
			http.Error(response, err.Error(), http.StatusBadRequest)
			return
		}
		m.streams.mutex.Lock()
		m.streams.delay = delay
		m.streams.mutex.Unlock()
	})
	return mux
}

// Ends a Pod as a machine without memory does: every container is reported with exit code 0.
func (p *pod) evict() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.isFixed = true
	p.status.Phase, p.status.Reason = core.PodFailed, "Evicted"
	p.status.Message = "The node was low on resource: memory."
	for at := range p.status.ContainerStatuses {
		ended := &core.ContainerStateTerminated{Reason: "Completed", FinishedAt: meta.Now()}
		p.status.ContainerStatuses[at].State = core.ContainerState{Terminated: ended}
	}
	p.remove()
	p.report()
}
