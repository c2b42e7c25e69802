import { expect, it } from 'vitest';
import { parsePipelineFile } from './parse-pipeline-file.ts';
import { planStages } from './plan-stages.ts';

/** Parses pipelines as `name` or `name < dependencies`. Those that start with `-` are not part of the build. */
function dependencies(graph: string): Record<string, string> {
  const text = graph
    .split(/\s*;\s*/)
    .map((entry) => {
      const [head = '', names = ''] = entry.split(/\s*<\s*/);
      const trigger = head.startsWith('-') ? 'trigger: { event: tag }\n' : '';
      const name = head.replace('-', '');
      return `kind: pipeline\nname: ${name}\nsteps: [{ name: s }]\ndepends_on: [${names}]\n${trigger}`;
    })
    .join('---\n');
  const stages = planStages(parsePipelineFile(text).pipelines, { event: 'push', branch: 'main' });
  return Object.fromEntries(
    stages.map((stage) => [
      stage.name,
      `${stage.status === 'pending' ? '' : 'waits: '}${stage.dependsOn.join(' ')}`,
    ]),
  );
}

it.each([
  ['a', { a: '' }],
  ['a; b', { a: '', b: '' }],
  ['a; b < a', { a: '', b: 'waits: a' }],
  ['a; b; c < a, b', { a: '', b: '', c: 'waits: a b' }],
  ['a; b < a; c < b', { a: '', b: 'waits: a', c: 'waits: b' }],
  ['b < a; a', { b: 'waits: a', a: '' }],
  // The dependencies of a skipped pipeline replace it.
  ['-a; b < a', { b: '' }],
  ['a; -b < a; c < b', { a: '', c: 'waits: a' }],
  ['a; -b < a; -c < b; d < c', { a: '', d: 'waits: a' }],
  ['a; b; -c < a, b; d < c', { a: '', b: '', d: 'waits: a b' }],
  ['a; -b < a; -c < a; d < b, c', { a: '', d: 'waits: a' }],
  ['a; b < a; -c < b; d < c, a', { a: '', b: 'waits: a', d: 'waits: b a' }],
  ['-a; -b < a; c < b', { c: '' }],
  ['-a; b; -c < a, b; d < c', { b: '', d: 'waits: b' }],
  ['a; -b < a', { a: '' }],
  ['d < c; -c < b; b < a; a', { d: 'waits: b', b: 'waits: a', a: '' }],
  ['a; -b < a; c < b; -d < c; e < d', { a: '', c: 'waits: a', e: 'waits: c' }],
  ['a; -b < a; c < a, b', { a: '', c: 'waits: a' }],
  // A dependency that is not in the file is ignored.
  ['b < gone', { b: '' }],
  ['a; b < gone, a', { a: '', b: 'waits: a' }],
  ['a; -b < gone, a; c < b', { a: '', c: 'waits: a' }],
  // A cycle among skipped pipelines blocks no stage.
  ['-a < b; -b < a; c < a', { c: '' }],
])('%s', (graph, expected) => {
  expect(dependencies(graph)).toEqual(expected);
});
