const countName = 'GIT_CONFIG_COUNT';

/**
 * Returns variables with which git, from 2.38 on, uses repositories of other users. Older versions ask only for the owner.
 *
 * @param environment variables of the step, which may configure git in the same way
 */
export function gitTrust(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const count = Number(environment[countName] || 0);
  // Git reports an invalid number itself.
  if (!Number.isInteger(count) || count < 0) return {};
  return {
    [countName]: String(count + 1),
    [`GIT_CONFIG_KEY_${count}`]: 'safe.directory',
    [`GIT_CONFIG_VALUE_${count}`]: '*',
  };
}
