import { expect, it } from 'vitest';
import { isCachePath } from './cache-path.ts';

const stage = {
  type: 'docker' as const,
  caches: [{ key: 'a', restoreKeys: [], paths: ['~/.gradle/caches', 'deps'] }],
};

it.each([
  ['node_modules', true],
  ['~/.npm', true],
  ['~/go/pkg/mod', true],
  ['/go/pkg/mod', true],
  ['/usr/local/cargo/registry', true],
  ['~/.gradle/caches', true],
  ['~/.gradle', false],
  ['~/.gradle/caches/modules', false],
  ['~/project', false],
  ['~/.', false],
  ['~/../x', false],
  ['/usr/bin', false],
  ['/home/runner/.cache', false],
  ['/opt/../etc', false],
  ['', false],
])('takes the path %s of another system: %s', (path, expected) => {
  expect(isCachePath(path, stage)).toBe(expected);
});
