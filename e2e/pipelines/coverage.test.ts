import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Conditions, conditionNames, parsePipelineFile } from '@millrace/pipeline';
import { expect, it } from 'vitest';

const texts = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.yml'))
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'));
const pipelines = texts.flatMap((text) => parsePipelineFile(text).pipelines);
const steps = pipelines.flatMap((pipeline) => [...pipeline.services, ...pipeline.steps]);

/** Conditions that a forge without pull requests cannot test. */
const notHere = ['action'];

it('has at least 25 files', () => {
  expect(texts.length).toBeGreaterThanOrEqual(25);
});

it.each(conditionNames.filter((name) => !notHere.includes(name)))(
  'uses the condition %s',
  (name) => {
    const uses = (conditions: Conditions) => conditions.some((group) => group[name] !== undefined);
    expect(
      steps.some((step) => uses(step.when)),
      'when',
    ).toBe(true);
    expect(
      pipelines.some((pipeline) => uses(pipeline.trigger)),
      'trigger',
    ).toBe(true);
  },
);

it.each([
  'kind: pipeline',
  'kind: secret',
  'kind: signature',
  'kind: template',
  'type: docker',
  'type: exec',
  'platform:',
  'os:',
  'arch:',
  'variant:',
  'clone:',
  'depth:',
  'disable:',
  'workspace:',
  'base:',
  'path:',
  'volumes:',
  'temp:',
  'medium: memory',
  'host:',
  'services:',
  'image:',
  'pull: always',
  'pull: if-not-exists',
  'pull: never',
  'commands:',
  'entrypoint:',
  'command:',
  'environment:',
  'from_secret:',
  'settings:',
  'depends_on:',
  'artifacts_from:',
  'when:',
  'trigger:',
  'include:',
  'exclude:',
  'failure: ignore',
  'detach: true',
  'timeout:',
  'ready:',
  'retry:',
  'privileged: true',
  'node:',
  'matrix:',
  'concurrency:',
  'limit:',
  'image_pull_secrets:',
  'data:',
  'get:',
  'hmac:',
  'load:',
  'user:',
  'working_dir:',
  'network_mode:',
  'dns:',
  'dns_search:',
  'extra_hosts:',
  'mem_limit:',
  'shm_size:',
  'ports:',
  '<<: *',
  '&',
  '...',
])('covers the key %s', (key) => {
  const start = key.startsWith('&') || key.startsWith('.') ? '' : '(?:^|[\\s{])';
  const pattern = new RegExp(`^(?!#).*${start}${literally(key)}`, 'm');
  expect(texts.some((text) => pattern.test(text))).toBe(true);
});

it.each([
  '}',
  ':0:4}',
  ':1}',
  '#v}',
  '##*.}',
  '%.*}',
  '%%.*}',
  '/./-}',
  '//./-}',
  '/#v/V}',
  '/%1/0}',
  '^}',
  '^^}',
  ',,}',
  ':-latest}',
  ':=tag-${',
])('substitutes ${NAME%s', (operation) => {
  const pattern = new RegExp(`\\$\\{\\w+${literally(operation)}`);
  expect(texts.some((text) => pattern.test(text))).toBe(true);
});

it.each(['push', 'tag', 'promote', 'rollback', 'cron', 'custom'])(
  'covers the event %s',
  (event) => {
    const pattern = new RegExp(`^# ${event}\\b.* → `, 'm');
    expect(texts.some((text) => pattern.test(text))).toBe(true);
  },
);

function literally(text: string): string {
  return text.replace(/[^\w\s]/g, '\\$&');
}
