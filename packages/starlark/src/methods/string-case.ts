import type { Method } from './method.ts';
import { simple } from './string-helpers.ts';

type Entry = readonly [string, Method<string>];

const cased = /[\p{Lu}\p{Ll}\p{Lt}]/u;
const upper = /[\p{Lu}\p{Lt}]/u;
const lower = /\p{Ll}/u;

export const caseMethods: readonly Entry[] = [
  simple('capitalize', (self) => {
    const [first = ''] = self;
    return first.toUpperCase() + self.slice(first.length).toLowerCase();
  }),
  simple('lower', (self) => self.toLowerCase()),
  simple('upper', (self) => self.toUpperCase()),
  simple('title', (self) =>
    self.replace(/\p{L}+/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()),
  ),
  simple('isalnum', (self) => /^[\p{L}\p{Nd}]+$/u.test(self)),
  simple('isalpha', (self) => /^\p{L}+$/u.test(self)),
  simple('isdigit', (self) => /^\p{Nd}+$/u.test(self)),
  simple('islower', (self) => lower.test(self) && !upper.test(self)),
  simple('isspace', (self) => /^\s+$/u.test(self)),
  simple('istitle', isTitle),
  simple('isupper', (self) => upper.test(self) && !lower.test(self)),
];

/** Words start with a capital and go on without. */
function isTitle(self: string): boolean {
  let inWord = false;
  let words = 0;
  for (const char of self) {
    if (upper.test(char) && inWord) return false;
    if (lower.test(char) && !inWord) return false;
    inWord = cased.test(char);
    if (inWord) words++;
  }
  return words > 0;
}
