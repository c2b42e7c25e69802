/**
 * Returns patterns for a simple regular expression, such as `/^release-.*$/` or `/^v\d+/`; undefined for another one.
 * `\d+` becomes `*`, so that a pattern may match more.
 */
export function globOf(expression: string): string[] | undefined {
  const source = /^\/(.*)\/$/.exec(expression)?.[1];
  if (source === undefined) return undefined;
  const isStart = source.startsWith('^');
  const isEnd = source.endsWith('$') && !source.endsWith('\\$');
  const body = source
    .slice(isStart ? 1 : 0, isEnd ? -1 : undefined)
    .replaceAll(/\(\?:|\(|\)\??/g, '')
    .replaceAll(/(?:\\d|\[0-9\]|\.|\\w)[+*]/g, '*')
    .replaceAll(/\\d|\[0-9\]/g, '?')
    .replaceAll(/\\([./-])/g, '$1');
  const alternatives = body.split('|');
  if (alternatives.some((text) => !/^[\w./*?-]+$/.test(text))) return undefined;
  if (alternatives.length > 1 && !/^\^?\([^()]*\)\$?$/.test(source)) return undefined;
  return alternatives.map((text) => {
    const start = isStart ? '' : '*';
    const end = isEnd || text.endsWith('*') ? '' : '*';
    return `${start}${text}${end}`;
  });
}
