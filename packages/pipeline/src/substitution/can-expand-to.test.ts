import { expect, it } from 'vitest';
import { canExpandTo } from './can-expand-to.ts';

const branch = '$'.concat('{DRONE_BRANCH}');
const fallback = '$'.concat('{TARGET:-stage}');

it.each([
  ['turn', 'turn', true],
  ['turn', 'turns', false],
  [branch, 'main', true],
  [`deploy-${branch}`, 'deploy-main', true],
  [`deploy-${branch}`, 'deploy-', true],
  [`deploy-${branch}`, 'test-main', false],
  [`${branch}-${fallback}-end`, 'main-prod-end', true],
  [`${branch}-${fallback}-end`, 'main-end', true],
  [`${branch}/mill/${branch}`, 'main/rye/main', false],
  [`a${branch}a`, 'a', false],
  [`deploy-${fallback}`, 'deploy-prod', true],
  ['cost-$$5', 'cost-$5', true],
])('%s can become %s: %s', (text, expanded, expected) => {
  expect(canExpandTo(text, expanded)).toBe(expected);
});
