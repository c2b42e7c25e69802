const names = ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'];
/** What a step starts itself, and the server where it is beside the runner. */
const thisMachine = ['localhost', '127.0.0.1', '::1'];

/**
 * The proxies of the runner's environment, for its steps as on existing runners: under both names, as
 * some programs look for the one and some for the other. Nothing where there is no proxy.
 * @param hosts of the stage's own, that no proxy knows
 */
export function proxyVariables(
  env: Record<string, string | undefined>,
  hosts: readonly string[] = [],
): Record<string, string> {
  const found = new Map(
    names.flatMap((name) => {
      const value = env[name] || env[name.toUpperCase()];
      return value ? [[name, value] as const] : [];
    }),
  );
  const except = found.get('no_proxy');
  found.delete('no_proxy');
  if (found.size === 0) return {};
  found.set('no_proxy', [...thisMachine, ...hosts, ...(except ? [except] : [])].join(','));
  return Object.fromEntries(
    [...found].flatMap(([name, value]) => [
      [name, value],
      [name.toUpperCase(), value],
    ]),
  );
}
