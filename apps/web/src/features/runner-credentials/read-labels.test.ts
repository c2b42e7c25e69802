import { expect, test } from 'vitest';
import { readLabels } from './read-labels.ts';

test.each([
  ['', {}],
  ['gpu:yes', { gpu: 'yes' }],
  [' gpu : yes \n\ndisk:very large, zone:a', { gpu: 'yes', disk: 'very large', zone: 'a' }],
  ['gpu', undefined],
  ['gpu:', undefined],
  [':yes', undefined],
  ['a:b:c', undefined],
])('reads %j', (text, expected) => {
  expect(readLabels(text)).toEqual(expected);
});
