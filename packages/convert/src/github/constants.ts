/** Expressions with the same value in each build. */
export const constants: Readonly<Record<string, string>> = {
  'runner.os': 'Linux',
  'runner.arch': 'X64',
  'runner.temp': '/tmp',
  'github.workspace': '/drone/src',
  true: 'true',
  false: 'false',
};
