const names = ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'];
/** Hosts without proxy: processes of the step itself, and a server on the runner's machine. */
const thisMachine = ['localhost', '127.0.0.1', '::1'];

/**
 * Returns the proxy variables of the runner for its steps, as on existing runners. Both spellings are set,
 * because programs differ in which one they read. Empty if there is no proxy.
 * @param hosts host names of the stage, unknown to the proxy
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
