import { expect, it } from 'vitest';
import { parseReader, readerOf } from './reader.ts';

const token = { id: 1, expires: 0, name: 'ci', isOfAdmin: true } as const;

it.each([
  ['a session', {}, 'none'],
  ['a token with all rights', { tokenLimits: { ...token, scope: 'admin', repoId: null } }, 'none'],
  [
    'a token without rights of an admin',
    { tokenLimits: { ...token, scope: 'write', repoId: null } },
    'admin',
  ],
  [
    'a token for one repository',
    { tokenLimits: { ...token, scope: 'admin', repoId: 3 } },
    'private',
  ],
] as const)('reads on behalf of %s', (_, viewer, withheld) => {
  expect(parseReader(readerOf({ id: 7, ...viewer }))).toEqual({ accountId: 7, withheld });
});

it.each(['', 'ada', '7 with more', ' 7'])('knows no reader %j', (reader) => {
  expect(parseReader(reader)).toBeNull();
});
