/** Validation errors about one form field. Clients show them at that field. */
export const fieldMessages = {
  noBranch: (branch: string) => `There is no branch ${branch}`,
  noTag: (tag: string) => `There is no tag ${tag}`,
  noCommit: (commit: string) => `There is no commit ${commit}`,
  noEnvironment: 'Missing target environment',
} as const;

/**
 * Patterns of the error messages about each form field. Clients match the message of a failed call against
 * them to find the field.
 */
export const refusedFields = {
  branch: /^There is no branch /,
  commit: /^There is no (commit|tag) /,
  newBranch: /^(Invalid branch name|There is already a branch )/,
  environment: /^Missing target environment$/,
  secretName: /^(Invalid Secret Name|A secret named )/,
  secretValue: /^Invalid Secret Value/,
  secretLimit: /^Invalid Secret Limit/,
  cronName: /^(Invalid Cronjob Name|A cron job named )/,
  cronBranch: /^Invalid Cronjob Branch/,
  cronExpression: /^Invalid Cronjob Expression/,
  templateName: /^(No Template Name|Invalid Template Name|A template named )/,
  templateData: /^No Template Data/,
  login: /^(Invalid login|The login .+ is taken$|There is no account |.+ owns the namespace )/,
  currentPassword: /^The current password is wrong$/,
  newPassword: /^(Invalid password|A password has at least )/,
  tokenName: /^(Invalid name|There is already an access token named )/,
  tokenRepository: /^There is no repository /,
} as const;

export type RefusedField = keyof typeof refusedFields;
