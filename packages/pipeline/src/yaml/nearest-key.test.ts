import { expect, it } from 'vitest';
import { nearestKey } from './nearest-key.ts';

const known = ['commands', 'image', 'name', 'depends_on', 'when', 'if'];

it.each([
  ['comands', 'commands'],
  ['commnads', 'commands'],
  ['Commands', 'commands'],
  ['imgae', 'image'],
  ['depend_on', 'depends_on'],
  ['dependsOn', 'depends_on'],
  ['wehn', 'when'],
  ['of', undefined],
  ['timeout', undefined],
  ['tap', undefined],
  ['x'.repeat(1000), undefined],
])('%s', (key, expected) => {
  expect(nearestKey(key, known)).toBe(expected);
});
