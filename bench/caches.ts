// Caches: cold and warm time of an npm and a Go project with about 500 MB of packages, with a remote runner, and the
// memory of server and runner. Without a cache, the packages come from their registries.
import { testImage } from '@millrace/test-support/docker-host';
import { BenchStack, findPipelineTypes } from './support/bench-stack.ts';
import { readRssOf } from './support/processes.ts';
import { print } from './support/statistics.ts';

const sampleMs = 50;

interface Project {
  name: string;
  type: string;
  paths: string[];
  commands: string[];
}

const packageJson = {
  name: 'bench',
  private: true,
  dependencies: { googleapis: '148.0.0', 'aws-sdk': '2.1692.0', next: '15.3.0' },
};
const goModule = 'module bench\\n\\ngo 1.23\\n\\nrequire k8s.io/client-go v0.31.0\\n';
const goProgram = 'package main\\n\\nimport _ "k8s.io/client-go/kubernetes"\\n\\nfunc main() {}\\n';

const npmProject: Project = {
  name: 'npm',
  type: 'exec',
  paths: ['node_modules', 'package-lock.json'],
  commands: [
    `echo '${JSON.stringify(packageJson)}' > package.json`,
    'npm install --ignore-scripts --no-audit --no-fund --loglevel=error',
  ],
};
const goProject: Project = {
  name: 'Go',
  type: 'exec',
  paths: ['.go/mod', '.go/build', 'go.sum'],
  commands: [
    'export GOMODCACHE=$PWD/.go/mod GOCACHE=$PWD/.go/build GOFLAGS="-mod=mod -buildvcs=false -trimpath"',
    `printf '${goModule}' > go.mod`,
    `printf '${goProgram}' > main.go`,
    'go build -o program . 2>/dev/null',
  ],
};
const files: Project = {
  name: '500 files of 1 MB',
  type: 'docker',
  paths: ['files'],
  commands: [
    'test -d files || { mkdir files; for at in $(seq 500); do head -c 1000000 /dev/urandom > files/$at; done; }',
  ],
};

/** Certificates of the registries, which steps do not inherit. */
const inherited = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'].flatMap((name) => {
  const value = process.env[name];
  return value ? [[name, value] as const] : [];
});

const types = await findPipelineTypes(print);
for (const project of [npmProject, goProject, files]) {
  if (types.includes(project.type)) await measure(project);
}

async function measure(project: Project): Promise<void> {
  const stack = await BenchStack.start('remote');
  try {
    await watched(`${project.name}, no cache`, stack, pipelineOf(project, []));
    await watched(`${project.name}, cold`, stack, pipelineOf(project, project.paths));
    for (const round of [1, 2, 3]) {
      const pipeline = `${pipelineOf(project, project.paths)}# ${round}\n`;
      await watched(`${project.name}, warm`, stack, pipeline);
    }
    const { used } = await stack.ask<{ used: number }>('GET', '/api/repos/admin/bench/caches');
    print(`${project.name}, compressed: ${(used / 1e6).toFixed(0)} MB`);
  } finally {
    await stack.stop();
  }
}

function pipelineOf({ type, commands }: Project, paths: readonly string[]): string {
  const cache = paths.length > 0 ? `cache: { key: bench, paths: ${JSON.stringify(paths)} }` : '';
  return `kind: pipeline
type: ${type}
name: bench
clone: { disable: true }
steps:
  - name: work
    image: ${testImage}
    pull: never
    ${cache}
    environment: ${JSON.stringify(Object.fromEntries(inherited))}
    commands: ${JSON.stringify(commands)}
`;
}

/** Prints the duration of the step, its notes about the cache, and the memory of server and runner at the peak. */
async function watched(name: string, stack: BenchStack, pipeline: string): Promise<void> {
  const { server, runner = 0 } = stack.pids;
  const peak = [0, 0];
  const sample = () => {
    for (const [at, pid] of [server, runner].entries()) {
      peak[at] = Math.max(peak[at] ?? 0, readRssOf(pid));
    }
  };
  const timer = setInterval(sample, sampleMs);
  let number = 0;
  const tookMs = await stack
    .timeStep(pipeline, (build) => {
      number = build;
    })
    .finally(() => clearInterval(timer));
  const [ofServer = 0, ofRunner = 0] = peak.map((megabytes) => megabytes.toFixed(0));
  print(`${name}: ${(tookMs / 1000).toFixed(1)} s, server ${ofServer} MB, runner ${ofRunner} MB`);
  const path = `/api/repos/admin/bench/builds/${number}/logs/1/1`;
  for (const { out } of await stack.ask<{ out: string }[]>('GET', path)) {
    if (out.startsWith('[millrace] Cache')) print(`  ${out.trim()}`);
  }
}
