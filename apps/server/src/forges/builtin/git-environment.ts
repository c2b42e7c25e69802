/**
 * Keeps git of the server from the configuration of the system and of the account, which steps of the same
 * account may be able to write: it can name programs that git then runs.
 */
export const gitEnvironment = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  HOME: '/nonexistent',
  XDG_CONFIG_HOME: '/nonexistent',
  // A volume may give the repositories another owner, and no configuration can say that this is right.
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'safe.directory',
  GIT_CONFIG_VALUE_0: '*',
};
