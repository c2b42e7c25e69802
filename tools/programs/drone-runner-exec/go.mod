module millrace.test/drone-runner-exec

go 1.20

require github.com/drone-runners/drone-runner-exec v1.0.0-beta.10
