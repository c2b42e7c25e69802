import { expect, it } from 'vitest';
import { hasOwnUsers, requireOwnUsers } from './user-namespace.ts';

const plain = { container: { privileged: false } };
const privileged = { container: { privileged: true } };

it.for([
  [false, [plain, plain], true],
  [false, [plain, privileged], false],
  [true, [plain], false],
] as const)(
  'with the users of the host %s, %o has users of its own: %s',
  ([hostUsers, steps, expected]) => {
    expect(hasOwnUsers(steps, { hostUsers })).toBe(expected);
  },
);

it('rejects a Pod of a cluster that has dropped the field', () => {
  const spec = { nodeName: '', containers: [] };
  expect(() => requireOwnUsers({ spec })).toThrow(
    'The cluster ignores MILLRACE_KUBERNETES_HOST_USERS=false',
  );
  expect(() => requireOwnUsers({ spec: { ...spec, hostUsers: false } })).not.toThrow();
});
