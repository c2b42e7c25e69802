import { newLogin } from '@millrace/contract/schemas';
import { ScimError } from './scim-error.ts';

/**
 * Returns the login for a user name, which is cut at the `@` as at a sign-in through the provider.
 *
 * @param domain that addresses must have, in lower case; empty for any
 */
export function loginOf(userName: string, domain: string): string {
  const [name = '', ...rest] = userName.split('@');
  if (rest.length > 0 && domain && rest.join('@').toLowerCase() !== domain) {
    throw new ScimError(400, 'invalidValue', `${userName} is not an address of ${domain}`);
  }
  // Checked in its own case: some letters become those of another login in lower case.
  const checked = [name, name.toLowerCase()].map((text) => newLogin.safeParse(text));
  const failed = checked.find(({ success }) => !success);
  if (!failed) return name.toLowerCase();
  const reason = failed.error?.issues[0]?.message ?? 'Invalid login';
  throw new ScimError(400, 'invalidValue', `${userName}: ${reason}`);
}
