const mask = '******';
/** Shorter ones are no secrets, and masking them would make the log unreadable. */
const shortestSecret = 2;

interface Span {
  start: number;
  end: number;
}

/** Makes a function that hides the secrets in one line; of a longer secret each of its lines. */
export function createSecretMask(secrets: string[]): (line: string) => string {
  const values = secrets
    .flatMap((secret) => secret.split('\n'))
    .map((value) => value.trim())
    .filter((value) => value.length >= shortestSecret);
  const longestFirst = [...new Set(values)].sort((a, b) => b.length - a.length);
  return (line) => {
    const present = longestFirst.filter((value) => line.includes(value));
    return present.length === 0 ? line : maskSpans(line, findSpans(line, present));
  };
}

/** Where secrets lie; those that overlap make one span, so that no end of one is left over. */
function findSpans(line: string, values: string[]): Span[] {
  const found = values.flatMap((value) => {
    const spans: Span[] = [];
    for (let at = line.indexOf(value); at >= 0; at = line.indexOf(value, at + value.length)) {
      spans.push({ start: at, end: at + value.length });
    }
    return spans;
  });
  const merged: Span[] = [];
  for (const span of found.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end);
    else merged.push(span);
  }
  return merged;
}

function maskSpans(line: string, spans: Span[]): string {
  let masked = '';
  let at = 0;
  for (const { start, end } of spans) {
    masked += line.slice(at, start) + mask;
    at = end;
  }
  return masked + line.slice(at);
}
