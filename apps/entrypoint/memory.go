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
