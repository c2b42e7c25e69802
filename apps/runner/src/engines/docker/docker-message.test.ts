import { expect, it } from 'vitest';
import { dockerMessage } from './docker-message.ts';

it.each([
  ['(HTTP code 404) no such container - No such image: a:1 ', 'No such image: a:1'],
  [
    '(HTTP code 500) server error - Head "http://b": no credentials\n',
    'Head "http://b": no credentials',
  ],
  ['connect ENOENT /var/run/docker.sock', 'connect ENOENT /var/run/docker.sock'],
])('shortens %j for people', (message, expected) => {
  expect(dockerMessage(new Error(message))).toBe(expected);
});
