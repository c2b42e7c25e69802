/**
 * Returns the login of the account that started a build: by hand, or with an event of the forge. A build that was
 * started from another one still has the sender of that one. Existing servers omit an empty trigger.
 */
export function starterOf(build: { trigger?: string | undefined; sender: string }): string {
  const { trigger = '', sender } = build;
  return trigger === '' || trigger.startsWith('@') ? sender : trigger;
}
