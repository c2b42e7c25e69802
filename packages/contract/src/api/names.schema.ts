import { readRef } from '@millrace/pipeline/git-ref';
import { templateExtensions } from '@millrace/pipeline/vocabulary';
import { z } from 'zod/mini';
import { isReference } from '../branch-name.ts';
import { isReservedName } from '../reserved-names.ts';

// Rules for user-defined names. The message of a validation rule is used unchanged as the error message of
// the response.

const text = (whenAbsent: string) =>
  z.string({ error: ({ input }) => (input === undefined ? whenAbsent : undefined) });

export const login = z
  .string()
  .check(
    z.trim(),
    z.regex(
      /^(?!\.+$)[.a-zA-Z0-9_-]{1,50}$/,
      'Invalid login: 1 to 50 letters, digits, dots, dashes and underscores',
    ),
  );

/** Characters allowed in an HTTP header. */
export const personalToken = z
  .string()
  .check(z.regex(/^([!-~]{8,250})?$/, 'Invalid token: 8 to 250 characters without spaces'));

/** Login of an account that this server creates. Accounts of forges may have any name. */
export const newLogin = login.check(
  z.refine((name) => !isReservedName(name), {
    error: ({ input }) => `Invalid login: "${input}" is an address of this server`,
  }),
  // Names such as `__proto__` would collide in objects with a key for each login.
  z.refine((name) => !(name in Object.prototype), {
    error: ({ input }) => `Invalid login: "${input}" is reserved`,
  }),
);

/** Login, namespace or name of a repository at a forge: without spaces, control characters, slashes and markup. */
export const forgeName = z
  .string()
  .check(
    z.regex(
      /^(?!\.+$)[^\p{C}\p{Z}<>"'`&/\\?#%]{1,250}$/u,
      'a name has 1 to 250 characters, without spaces, control characters, slashes and markup',
    ),
  );

const maxFieldLength = 250;

export const profileField = z
  .string()
  .check(z.trim(), z.maxLength(maxFieldLength, `A field has at most ${maxFieldLength} characters`));

export const email = profileField.check(z.regex(/^[^\s@]+@[^\s@]+$/, 'Invalid email address'));

/** Longer names would not fit into a URL or a database index. */
const maxNameLength = 250;

export const configPath = z
  .string()
  .check(z.maxLength(maxNameLength, `The configuration has at most ${maxNameLength} characters`));

/** A slash at the end is removed. */
export const configFolder = z.string().check(
  z.trim(),
  z.overwrite((path) => path.replace(/\/+$/, '')),
  z.maxLength(
    maxNameLength,
    `The folder of pipeline files has at most ${maxNameLength} characters`,
  ),
);

/** Rejects names made of dots only: they cannot be used in a URL. */
export const secretName = text('Invalid Secret Name').check(
  z.regex(/^(?!\.+$)[A-Za-z0-9-_.]+$/, 'Invalid Secret Name'),
  z.maxLength(maxNameLength, `Invalid Secret Name: at most ${maxNameLength} characters`),
);

export const secretValue = text('Invalid Secret Value').check(
  z.minLength(1, 'Invalid Secret Value'),
);

/** Stored in lower case with hyphens, as used in URLs. */
export const cronName = text('Invalid Cronjob Name').check(
  z.regex(/[\p{L}\p{N}]/u, 'Invalid Cronjob Name'),
);

export const referenceMessage = 'Invalid branch: its name, without refs/heads/';

/** Name of a branch, which may not exist. */
export const branchText = z
  .string()
  .check(z.refine((name) => !isReference(name), referenceMessage));

/** Branch, or `refs/tags/NAME` for a tag. */
export const branchOrTag = z.string().check(z.refine(isBranchOrTag, referenceMessage));

export function isBranchOrTag(name: string): boolean {
  const { kind, name: tag } = readRef(name);
  return !isReference(name) || (kind === 'tag' && tag !== '');
}

export const cronBranch = text('Invalid Cronjob Branch').check(
  z.trim(),
  z.refine((name) => !isReference(name), referenceMessage),
  z.minLength(1, 'Invalid Cronjob Branch'),
  z.maxLength(maxNameLength, `Invalid Cronjob Branch: at most ${maxNameLength} characters`),
);

export const cronExpression = z
  .string()
  .check(
    z.maxLength(maxNameLength, `Invalid Cronjob Expression: at most ${maxNameLength} characters`),
  );

export const cronTarget = z
  .string()
  .check(z.maxLength(maxNameLength, `Invalid Cronjob Target: at most ${maxNameLength} characters`));

export const templateName = text('No Template Name Provided').check(
  z.trim(),
  z.minLength(1, 'No Template Name Provided'),
  z.maxLength(maxNameLength, `Invalid Template Name: at most ${maxNameLength} characters`),
  z.regex(
    /^[A-Za-z0-9-_. ]+$/,
    'Invalid Template Name: letters, digits, dots, dashes, underscores and spaces',
  ),
  z.regex(
    new RegExp(`.(${templateExtensions.join('|').replaceAll('.', '\\.')})$`),
    `Invalid Template Name: it must end with ${templateExtensions.join(', ')}`,
  ),
);

export const templateData = text('No Template Data Provided').check(
  z.minLength(1, 'No Template Data Provided'),
);
