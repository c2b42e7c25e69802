import { expect, it } from 'vitest';
import { findTotpStep, proposeTotp } from './totp.ts';

/** Secret and codes of RFC 6238, appendix B, of which apps show the last six digits. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

it.each([
  ['287082', 59, 1],
  ['081804', 1_111_111_109, 37_037_036],
  ['005924', 1_234_567_890, 41_152_263],
])('finds the time step of %s', (code, seconds, step) => {
  expect(findTotpStep(secret, code, seconds * 1000)).toBe(step);
  expect(findTotpStep(secret, code, (seconds + 30) * 1000)).toBe(step);
  expect(findTotpStep(secret, code, (seconds - 30) * 1000)).toBe(step);
  expect(findTotpStep(secret, code, (seconds + 60) * 1000)).toBeNull();
  expect(findTotpStep(secret, '000000', seconds * 1000)).toBeNull();
});

it('proposes a secret of 32 characters, with a URL for apps', () => {
  const { secret: proposed, url } = proposeTotp('Millrace ci.example.com', 'ada');
  expect(proposed).toMatch(/^[A-Z2-7]{32}$/);
  const { protocol, pathname, searchParams } = new URL(url);
  expect([protocol, decodeURIComponent(pathname)]).toEqual([
    'otpauth:',
    '/Millrace ci.example.com:ada',
  ]);
  expect(searchParams.get('secret')).toBe(proposed);
});
