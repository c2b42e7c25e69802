import { randomInt } from 'node:crypto';

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** 100 random bits in groups that can be read out and typed. */
export function generatePassword(): string {
  const group = () =>
    Array.from({ length: 5 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  return Array.from({ length: 4 }, group).join('-');
}
