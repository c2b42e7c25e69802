import { expect, it } from 'vitest';
import { writeExpanded } from '../matrix/write-expanded.ts';
import { formatProblem, parsePipelineFile } from '../parse-pipeline-file.ts';
import { restrictPipelines } from '../restrict-pipelines.ts';
import { inlineSharedParts } from './inline-shared-parts.ts';

const shared = `.setup: &setup
  - &install { name: install, image: node, commands: [npm ci] }
.checks: &checks [npm run lint, npm run types]
---
kind: pipeline
name: test
defaults:
  image: node:24
  environment: { CI: 'yes', MODE: test }
  when: { event: push }
  volumes: [{ name: cache, path: /cache }]
volumes: [{ name: cache, temp: {} }]
services:
  - [{ name: db, image: postgres }]
steps:
  - *setup
  - name: check
    environment: { MODE: fast }
    commands: [*checks, [[npm test]]]
  - name: deploy
    image: plugins/docker
    when: { event: tag }
    settings: { tags: latest }
---
kind: pipeline
name: pages
steps:
  - *setup
  - { <<: *install, name: again }
`;

it('reads anchors of earlier documents, lists in lists and defaults', () => {
  const { pipelines, problems } = parsePipelineFile(shared);
  expect(problems.map(formatProblem)).toEqual([]);
  expect(pipelines.map(({ steps }) => steps.map(({ name }) => name))).toEqual([
    ['install', 'check', 'deploy'],
    ['install', 'again'],
  ]);
  const [install, check, deploy] = pipelines[0]?.steps ?? [];
  expect(install).toMatchObject({ image: 'node', environment: { CI: 'yes', MODE: 'test' } });
  expect(check).toMatchObject({
    image: 'node:24',
    environment: { CI: 'yes', MODE: 'fast' },
    when: [{ event: { include: ['push'] } }],
    commands: ['npm run lint', 'npm run types', 'npm test'],
    volumes: [{ name: 'cache', path: '/cache' }],
  });
  expect(deploy).toMatchObject({
    image: 'plugins/docker',
    when: [{ event: { include: ['tag'] } }],
  });
  expect(pipelines[0]?.services).toMatchObject([{ name: 'db', environment: {}, volumes: [] }]);
  expect(pipelines[1]?.steps[1]).toMatchObject({ image: 'node', environment: {} });
});

it('writes shared parts where they are used, for other parsers', () => {
  const text = inlineSharedParts(shared);
  expect(text).not.toMatch(/[*&]|defaults|setup/);
  const pipelines = (of: string) => parsePipelineFile(of).pipelines;
  expect(pipelines(text)).toEqual(pipelines(shared));
  expect(writeExpanded(shared)).toBe(text);
  const plain = 'kind: pipeline # a comment\nsteps: [&a { name: a, commands: [b] }, *a]\n';
  expect(inlineSharedParts(plain)).toBe(plain);
});

it('keeps the shared steps that another step needs', () => {
  const restricted = restrictPipelines(shared, { stage: 'pages', step: 'install' });
  const [pipeline] = parsePipelineFile(restricted?.text ?? '').pipelines;
  expect(pipeline?.steps.map(({ name }) => name)).toEqual(['install']);
});

it.each([
  ['defaults: { commands: [ls] }', 'it belongs to each step, below "steps"'],
  ['defaults: [a]', 'defaults must be a map'],
  ['defaults: { pull: [a] }', 'defaults.pull must be text'],
  ['image: alpine', 'or to all of them, below "defaults"'],
])('explains %s', (text, message) => {
  const { problems } = parsePipelineFile(
    `kind: pipeline\nname: a\n${text}\nsteps: [{ name: b, image: alpine, commands: [c] }]\n`,
  );
  expect(problems.map(formatProblem).join('\n')).toContain(message);
});

it('limits lists that aliases repeat', () => {
  const levels = Array.from({ length: 40 }, (_, at) =>
    at === 0 ? '.l0: &l0 []' : `.l${at}: &l${at} [*l${at - 1}, *l${at - 1}]`,
  );
  const text = `${levels.join('\n')}\n---\nkind: pipeline\nname: a\nsteps: [*l39]\n`;
  const { problems } = parsePipelineFile(text);
  expect(problems.map(({ message }) => message)).toEqual([
    expect.stringContaining('the file has more than 200,000 texts'),
  ]);
});
