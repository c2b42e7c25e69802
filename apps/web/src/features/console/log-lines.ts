import type { Line } from '@millrace/contract/api';

/**
 * Lines in the order of `pos`, each once: a stream that resumes, or a fetch after a stream, brings
 * lines again. What is there already stays the same object, so that nothing is drawn anew.
 */
export function mergeLines(known: readonly Line[], incoming: readonly Line[]): readonly Line[] {
  if (incoming.length === 0) return known;
  const lastPos = known.at(-1)?.pos ?? -1;
  if (isAscendingAfter(incoming, lastPos)) return known.concat(incoming);
  const byPos = new Map(known.map((line) => [line.pos, line]));
  let hasChanged = false;
  for (const line of incoming) {
    if (byPos.get(line.pos)?.out === line.out) continue;
    byPos.set(line.pos, line);
    hasChanged = true;
  }
  return hasChanged ? [...byPos.values()].sort((a, b) => a.pos - b.pos) : known;
}

function isAscendingAfter(lines: readonly Line[], pos: number): boolean {
  let last = pos;
  for (const line of lines) {
    if (line.pos <= last) return false;
    last = line.pos;
  }
  return true;
}

/** The name of a downloaded log. */
export function logFileName(
  namespace: string,
  name: string,
  build: number,
  stage: number,
  step: number,
): string {
  return `${namespace}-${name}-${build}-${stage}-${step}.log`;
}

/** The whole log as text, exactly as it was written. */
export function toLogText(lines: readonly Line[]): string {
  return lines.map(({ out }) => (out.endsWith('\n') ? out : `${out}\n`)).join('');
}
