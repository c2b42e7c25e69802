import { z } from 'zod/mini';

// What people name, and what it may be. The message of a rule is the whole answer of the server.

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

/** What a header can carry. */
export const personalToken = z
  .string()
  .check(z.regex(/^([!-~]{8,250})?$/, 'Invalid token: 8 to 250 characters without spaces'));

const longestField = 250;
export const profileField = z
  .string()
  .check(z.trim(), z.maxLength(longestField, `A field has at most ${longestField} characters`));
export const email = profileField.check(z.regex(/^[^\s@]+@[^\s@]+$/, 'Invalid email address'));

/** What things are found by has to fit an address, and an index of the database. */
const longestName = 250;

export const configPath = z
  .string()
  .check(z.maxLength(longestName, `The configuration has at most ${longestName} characters`));

/** A name of dots alone could not be written in an address. */
export const secretName = text('Invalid Secret Name').check(
  z.regex(/^(?!\.+$)[A-Za-z0-9-_.]+$/, 'Invalid Secret Name'),
  z.maxLength(longestName, `Invalid Secret Name: at most ${longestName} characters`),
);
export const secretValue = text('Invalid Secret Value').check(
  z.minLength(1, 'Invalid Secret Value'),
);

/** It is kept in lower case with hyphens, as it stands in addresses. */
export const cronName = text('Invalid Cronjob Name').check(
  z.regex(/[\p{L}\p{N}]/u, 'Invalid Cronjob Name'),
);
export const cronBranch = text('Invalid Cronjob Branch').check(
  z.trim(),
  z.minLength(1, 'Invalid Cronjob Branch'),
  z.maxLength(longestName, `Invalid Cronjob Branch: at most ${longestName} characters`),
);
export const cronExpression = z
  .string()
  .check(z.maxLength(longestName, `Invalid Cronjob Expression: at most ${longestName} characters`));
export const cronTarget = z
  .string()
  .check(z.maxLength(longestName, `Invalid Cronjob Target: at most ${longestName} characters`));

/** The languages of templates, by the end of their names. */
export const templateExtensions = [
  '.yaml',
  '.yml',
  '.jsonnet',
  '.starlark',
  '.star',
  '.script',
] as const;

export const templateName = text('No Template Name Provided').check(
  z.trim(),
  z.minLength(1, 'No Template Name Provided'),
  z.maxLength(longestName, `Invalid Template Name: at most ${longestName} characters`),
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
