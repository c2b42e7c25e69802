/** Returns a name that is not used yet, and uses it. */
export function uniqueName(name: string, used: Set<string>): string {
  const base = name.replaceAll(/\s+/g, ' ').trim() || 'step';
  let unique = base;
  for (let number = 2; used.has(unique); number++) unique = `${base} (${number})`;
  used.add(unique);
  return unique;
}

/** Names of steps that the pipeline adds itself. */
export const reservedNames = ['clone', 'restore-cache', 'save-cache', 'download-artifacts'];

/** Variables with a meaning for Millrace, the shell or programs. */
const reservedVariables = /^(?:\d|DRONE_|CI_|PLUGIN_)|^(?:PATH|HOME|USER|SHELL|PWD|IFS|ENV)$/;

/** Returns the name of a variable: `node-version` becomes `NODE_VERSION`. */
export function variableName(name: string): string {
  const upper = name.replaceAll(/\W/g, '_').toUpperCase();
  return reservedVariables.test(upper) ? `X_${upper}` : upper;
}

/** Returns the name of a service, which is its host name. */
export function hostName(image: string): string {
  const name =
    image
      .replace(/[:@].*$/, '')
      .split('/')
      .at(-1) ?? '';
  return (
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9-]+/g, '-')
      .replaceAll(/^-+|-+$/g, '') || 'service'
  );
}

export function isVariableName(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name);
}

/** A path in the clone folder, as artifacts and caches need it. */
export function isInside(path: string): boolean {
  return path !== '' && !/^(?:[/~$!\\]|[A-Za-z]:)|(?:^|\/)\.\.(?:\/|$)/.test(path);
}

/** Returns a duration in minutes as a pipeline file has it. */
export function minutes(text: string | undefined): string | undefined {
  const number = Number(text);
  return text !== undefined && text !== '' && number > 0 && number < 100_000
    ? `${Math.ceil(number)}m`
    : undefined;
}
