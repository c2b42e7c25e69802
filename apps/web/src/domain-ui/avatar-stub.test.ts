import { expect, test } from 'vitest';
import { avatarStub } from './avatar-stub.ts';

test('shows the first letter, coloured by its code out of five', () => {
  expect(avatarStub('ada')).toEqual({ letter: 'A', color: 97 % 5 });
  expect(avatarStub('bob')).toEqual({ letter: 'B', color: 98 % 5 });
});

test('stands for a nameless person too', () => {
  expect(avatarStub('')).toEqual({ letter: '?', color: 0 });
});
