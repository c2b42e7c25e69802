import { expect, test } from 'vitest';
import { avatarStub } from './avatar-stub.ts';

test('shows the first letter in one of five colours', () => {
  expect(avatarStub('ada')).toEqual({ letter: 'A', color: 97 % 5 });
  expect(avatarStub('bob')).toEqual({ letter: 'B', color: 98 % 5 });
});

test('shows a question mark if the name is empty', () => {
  expect(avatarStub('')).toEqual({ letter: '?', color: 0 });
});
