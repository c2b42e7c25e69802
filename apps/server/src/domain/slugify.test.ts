import { expect, it } from 'vitest';
import { slugify } from './slugify.ts';

it.each([
  ['nightly', 'nightly'],
  ['  Nightly Build! ', 'nightly-build'],
  ['Größe & Zahl', 'große-zahl'],
  ['a/b..c', 'a-b-c'],
  ['under_score', 'under_score'],
  ['夜間', '夜間'],
  ['-- __ --', ''],
  ['', ''],
])('turns "%s" into "%s"', (name, slug) => {
  expect(slugify(name)).toBe(slug);
});
