/**
 * Prevents git of the server from reading the configuration of the system and of the account. Steps that run
 * as the same account may be able to write it, and it can name programs that git then runs.
 */
export const gitEnvironment = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  HOME: '/nonexistent',
  XDG_CONFIG_HOME: '/nonexistent',
  // On a volume, the repositories may belong to another account, which git rejects without this setting.
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'safe.directory',
  GIT_CONFIG_VALUE_0: '*',
};
