import type { TokenScope } from '@millrace/contract/vocabulary';
import { ask } from './calls.ts';
import type { Credentials } from './company.ts';

/** Creates an access token of a person. */
export function createToken(
  url: string,
  { token }: Credentials,
  scope: TokenScope,
): Promise<{ id: number; token: string }> {
  return ask(url, token, 'POST', '/api/user/tokens', { name: `bench ${scope}`, scope });
}
