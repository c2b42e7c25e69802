/** Minimum length, because texts such as `on` and `eu` occur everywhere. */
const minLength = 4;

/** Returns the texts in a value that is a JSON object or list, at any depth; none for other values. */
export function jsonTexts(value: string): string[] {
  const texts = new Set<string>();
  const pending: unknown[] = [parse(value)];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'string') {
      if (next.trim().length < minLength || texts.has(next)) continue;
      texts.add(next);
      pending.push(parse(next));
    } else if (typeof next === 'object' && next !== null) {
      for (const item of Object.values(next)) pending.push(item);
    }
  }
  return [...texts];
}

function parse(value: string): unknown {
  if (!/^\s*[{[]/.test(value)) return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
