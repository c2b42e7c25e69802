import { parsePipelineFile } from '@millrace/pipeline';
import { expect, it } from 'vitest';
import { parsedFile } from './parsed-file.ts';
import { runTask } from './pipeline-tasks.ts';

const text = `kind: pipeline
name: a
type: docker
parameters: [{ name: target }]
steps:
  - { name: b, image: c, privileged: true, timeout: 5m, environment: { A: { from_secret: s } } }
---
{ kind: secret, name: s, get: { path: p } }
`;
const facts = { event: 'push', branch: 'main' } as const;

it('parses a file once', () => {
  expect(parsedFile(text)).toBe(parsedFile(`${text}`));
  expect(parsedFile(text)).toEqual(parsePipelineFile(text));
});

it('is the same after every question', () => {
  runTask({ name: 'findTrustErrors', input: [text, ['a']] });
  runTask({ name: 'findOwnKeys', input: [text, 'a'] });
  runTask({ name: 'findSteps', input: [text, { stage: 'a', step: 'b', isVariable: false }] });
  runTask({ name: 'readTargets', input: [text, { event: 'push', target: 'x' }] });
  runTask({ name: 'readParameters', input: [text, 'push'] });
  runTask({ name: 'readSecrets', input: [text, 'a'] });
  runTask({ name: 'readStages', input: [text, facts] });
  expect(parsedFile(text)).toEqual(parsePipelineFile(text));
});
