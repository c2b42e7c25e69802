// Event-loop delay of a server while it runs scripts and templates. Each pipeline file is converted as for a
// push, in this process; `delay` is the maximum event-loop delay.
import { setTimeout as wait } from 'node:timers/promises';
import { convertConfig } from '@millrace/build-host/conversion/convert-config';
import { PipelineReader } from '@millrace/build-host/pipeline-files/pipeline-reader';
import type { Repo } from '@millrace/contract/api';
import { print } from './support/statistics.ts';

const templates: Record<string, string> = {
  'steps.yaml': `kind: pipeline
name: {{ .input.name }}
steps:
{{- range .input.commands }}
- name: {{ . | upper }}
  commands: [ {{ . }} ]
{{- end }}
`,
  'steps.jsonnet': `{
  kind: 'pipeline', name: std.extVar('input.name'),
  steps: [{ name: std.asciiUpper(c), commands: [c] } for c in std.extVar('input.commands')],
}`,
  'steps.star': `def main(ctx):
    steps = [{"name": c.upper(), "commands": [c]} for c in ctx.input.commands]
    return {"kind": "pipeline", "name": ctx.input.name, "steps": steps}
`,
  'busy.star': `def main(ctx):
    made = {}
    for i in range(20000):
        made["k%d" % i] = str([i])
    return {"kind": "pipeline", "name": "busy"}
`,
};
const load = (name: string, count: number) =>
  Array.from(
    { length: count },
    (_, at) =>
      `kind: template\nload: ${name}\ndata: { name: n${at}, commands: [one, two, three] }\n`,
  ).join('---\n');
const files: [name: string, path: string, text: string][] = [
  ...['steps.yaml', 'steps.jsonnet', 'steps.star', 'busy.star'].map(
    (name): [string, string, string] => [`100 × ${name}`, '.drone.yml', load(name, 100)],
  ),
  ['an endless loop', '.drone.star', 'def main(ctx):\n  for i in range(1 << 60):\n    str([i])\n'],
  [
    'a memory bomb',
    '.drone.star',
    'def main(ctx):\n  x = [0]\n  for i in range(100):\n    x += x\n',
  ],
  [
    'a memory bomb of small values',
    '.drone.star',
    'def main(ctx):\n  x = {}\n  for i in range(1 << 60):\n    x[i] = "%d" % i\n',
  ],
  ['a memory bomb', '.drone.jsonnet', "local f(x) = f(x + x) tailstrict; f('0123456789')"],
];
const parts = {
  findTemplate: async (_: string, name: string) => templates[name],
  pipelineReader: new PipelineReader(),
};
const commit = { sha: 'c0ffee', message: 'Change things', committedSec: 1 };
const author = { authorLogin: 'ada', authorName: '', authorEmail: '', authorAvatar: '' };
const request = { event: 'push', trigger: '@hook', sender: 'ada', ref: 'refs/heads/main' } as const;

await convert('.drone.yml', load('steps.star', 1));
print('file | characters | duration, ms | delay, ms | result');
for (const [name, path, text] of files) {
  const readMaxDelay = watchLoop();
  const startedAt = performance.now();
  const result = await convert(path, text).then(
    (yaml) => `${yaml.length} characters`,
    (error: Error) => error.message,
  );
  const tookMs = performance.now() - startedAt;
  // Waits for one more iteration, so that a delay up to the end is measured.
  await wait(5);
  print(
    `${name}, ${path} | ${text.length} | ${tookMs.toFixed(0)} | ${readMaxDelay().toFixed(0)} | ${result}`,
  );
}

function watchLoop(): () => number {
  let maxMs = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    maxMs = Math.max(maxMs, now - last - 1);
    last = now;
  }, 1);
  return () => {
    clearInterval(timer);
    return maxMs;
  };
}

function convert(path: string, text: string): Promise<string> {
  const repo = { namespace: 'octo', name: 'a', slug: 'octo/a', config_path: path } as Repo;
  const full = { ...request, target: 'main', params: {}, commit: { ...commit, ...author } };
  return convertConfig(parts, repo, full, text);
}
