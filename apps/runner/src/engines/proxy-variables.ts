type Environment = Record<string, string | undefined>;

const names = ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'];
/** Hosts without proxy: processes of the step itself, and a server on the runner's machine. */
const thisMachine = ['localhost', '127.0.0.1', '::1'];

/**
 * Returns the proxy variables of the runner for its steps, as on existing runners. Both spellings are set,
 * because programs differ in which one they read. Empty if there is no proxy.
 * @param hosts host names of the stage, unknown to the proxy
 */
export function proxyVariables(
  env: Environment,
  hosts: readonly string[] = [],
): Record<string, string> {
  const found = readProxies(env);
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

/** Returns the passwords of the runner's proxies, as they are written and as they are meant. */
export function proxyPasswords(env: Environment): string[] {
  const proxies = readProxies(env);
  proxies.delete('no_proxy');
  return [...proxies.values()].flatMap((value) => {
    // Programs also accept a host and port without a scheme.
    const [, written = ''] =
      /^(?:[a-z][a-z\d+.-]*:\/\/)?(?!\/\/)[^:@/]*:(?!\/\/)(.*)@/i.exec(value) ?? [];
    return written === '' ? [] : [...new Set([written, decode(written)])];
  });
}

function readProxies(env: Environment): Map<string, string> {
  return new Map(
    names.flatMap((name) => {
      const value = env[name] || env[name.toUpperCase()];
      return value ? [[name, value] as const] : [];
    }),
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
