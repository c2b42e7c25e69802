package main

import (
	"os"
	"strconv"
	"strings"
)

// Files in which the kernel counts the processes of this container that it killed for lack of memory, in control groups of
// version 2 and version 1.
var memoryCounters = []string{
	"/sys/fs/cgroup/memory.events",
	"/sys/fs/cgroup/memory/memory.oom_control",
}

// Returns how many processes of this container were killed for lack of memory; 0 if the kernel does not tell.
func countMemoryKills() int {
	for _, path := range memoryCounters {
		content, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		for _, line := range strings.Split(string(content), "\n") {
			if count, found := strings.CutPrefix(line, "oom_kill "); found {
				kills, _ := strconv.Atoi(count)
				return kills
			}
		}
	}
	return 0
}

const (
	killOrder = "/proc/self/oom_score_adj"
	// Thousandths of the memory limit by which the processes of a step seem larger to the kernel than they are. Those
	// of a Pod that is protected stay protected.
	seemsLarger = 200
	killedFirst = 1000
)

// Calls a function that starts a process. If memory is short, the kernel kills this process or its own ones before this
// program, which still has to tell how the step ended.
func startKilledFirst(start func() error) error {
	before, err := os.ReadFile(killOrder)
	if err != nil {
		return start()
	}
	order, _ := strconv.Atoi(strings.TrimSpace(string(before)))
	if order += seemsLarger; order > killedFirst {
		order = killedFirst
	}
	// If the kernel refuses, it kills the largest process.
	_ = os.WriteFile(killOrder, []byte(strconv.Itoa(order)), 0)
	defer os.WriteFile(killOrder, before, 0)
	return start()
}
