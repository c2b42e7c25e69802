const special = /[.+^${}()|\\]/;

/**
 * Matches as existing pipeline files expect (Go's `filepath.Match`): `*` and `?` stop at `/`, `**`
 * is no more than `*`, `[a-z]` and `[^a-z]` are character classes, `\` takes the next character
 * literally. A malformed pattern matches only its own text.
 */
export function matchGlob(pattern: string, value: string): boolean {
  if (pattern === value) return true;
  const expression = toExpression(pattern);
  return expression?.test(value) ?? false;
}

/** As {@link matchGlob}, but `**` also matches `/`, and `**\/` no directory at all. */
export function matchPathGlob(pattern: string, path: string): boolean {
  if (pattern === path) return true;
  return toExpression(pattern, true)?.test(path) ?? false;
}

function toExpression(pattern: string, crossesDirectories = false): RegExp | undefined {
  let source = '';
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern.charAt(at);
    if (char === '*') {
      const start = at;
      while (pattern[at + 1] === '*') at++;
      if (!crossesDirectories || at === start) source += '[^/]*';
      else if (pattern[at + 1] === '/') {
        source += '(?:.*/)?';
        at++;
      } else source += '.*';
    } else if (char === '?') source += '[^/]';
    else if (char === '[') {
      const end = pattern.indexOf(']', at + 2);
      if (end < 0) return undefined;
      source += `[${pattern.slice(at + 1, end).replace(/\\/g, '\\\\')}]`;
      at = end;
    } else if (char === '\\' && at + 1 < pattern.length) {
      at++;
      source += escapeChar(pattern.charAt(at));
    } else source += escapeChar(char);
  }
  try {
    return new RegExp(`^${source}$`, 'su');
  } catch {
    return undefined;
  }
}

function escapeChar(char: string): string {
  return special.test(char) || '[]*?/'.includes(char) ? `\\${char}` : char;
}
