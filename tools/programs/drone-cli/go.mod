module millrace.test/drone-cli

go 1.20

require github.com/drone/drone-cli v1.8.0

replace github.com/docker/docker => github.com/docker/engine v17.12.0-ce-rc1.0.20200309214505-aa6a9891b09c+incompatible
