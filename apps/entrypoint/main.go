// Entrypoint runs the steps of a stage in a Pod. An init container installs it in a volume of the Pod, from where
// every container starts it. Steps wait in their containers until the runner starts them, through the container
// that `hold` keeps open. It has no dependencies and is linked statically, so that it runs in any image.
package main

import (
	"fmt"
	"os"
	"strconv"
	"time"
)

// Shorter pauses would not be noticed, and many steps wait in one Pod.
const pause = 25 * time.Millisecond

// Programs that start this one fail with other exit codes, such as 1 if the container is gone.
const failed = 70

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(failed)
	}
}

func run(args []string) error {
	command, rest := "", []string{}
	if len(args) > 0 {
		command, rest = args[0], args[1:]
	}
	switch {
	case command == "install" && len(rest) == 2:
		steps, err := strconv.Atoi(rest[1])
		if err != nil {
			return err
		}
		return install(rest[0], steps)
	case command == "hold" && len(rest) == 0:
		hold()
		return nil
	case command == "step" && len(rest) == 1:
		return runStep(rest[0])
	case command == "run" && len(rest) == 2:
		offset, err := strconv.ParseInt(rest[1], 10, 64)
		if err != nil {
			return err
		}
		return follow(rest[0], offset)
	case command == "stop" && len(rest) == 2:
		return requestStop(rest[0], rest[1])
	case command == "state" && len(rest) == 1:
		return printState(rest[0])
	case command == "shell" && len(rest) == 1:
		return openShell(rest[0])
	case command == "stat" && len(rest) == 2:
		fmt.Print(kindOf(rest[0], rest[1]))
		return nil
	case command == "pack" && len(rest) == 1:
		return pack(rest[0])
	case command == "unpack" && len(rest) == 1:
		return unpack(rest[0])
	case command == "user" && len(rest) == 1:
		return printUser(rest[0])
	case command == "own" && len(rest) == 2:
		user, err := strconv.Atoi(rest[1])
		if err != nil {
			return err
		}
		return own(rest[0], user)
	case command == "share" && len(rest) == 1:
		return share(rest[0])
	}
	return fmt.Errorf("usage: entrypoint install DIR STEPS | hold | step DIR | run DIR OFFSET | " +
		"stop DIR MILLISECONDS | state DIR | shell DIR | stat DIR PATH | pack PATH | unpack DIR | " +
		"user NAME | own DIR USER | share DIR")
}
