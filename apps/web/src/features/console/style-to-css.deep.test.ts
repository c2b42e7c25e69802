import { test } from 'vitest';
import { backgrounds, expectReadable, foregrounds } from '../../testing/color-pairs.ts';

test('every colour is readable on every background, in both themes', () => {
  for (const background of backgrounds) {
    for (const foreground of foregrounds) expectReadable(foreground, background);
  }
});
