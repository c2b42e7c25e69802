import { randomInt } from 'node:crypto';

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Returns 100 random bits as text, in groups that are easy to read aloud and to type. */
export function generatePassword(): string {
  const group = () =>
    Array.from({ length: 5 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  return Array.from({ length: 4 }, group).join('-');
}
