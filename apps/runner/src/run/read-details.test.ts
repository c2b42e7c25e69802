import { expect, it } from 'vitest';
import { makeDetails, toDetailsMessage } from '../testing/stage-fixtures.ts';
import { readDetails } from './read-details.ts';

it('reads the pipeline file, the secrets and the repository of a message', () => {
  const details = makeDetails({ config: 'name: ä', secrets: [{ name: 'a', data: 'b' }] });
  expect(readDetails(toDetailsMessage(details))).toEqual(details);
});

it('reads a message without secrets', () => {
  const message = toDetailsMessage(makeDetails());
  expect(readDetails({ ...message, secrets: undefined }).secrets).toEqual([]);
});
