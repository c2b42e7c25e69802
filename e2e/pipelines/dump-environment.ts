import { isMap, isScalar, isSeq, parseDocument, visit } from 'yaml';

const mark = 'ENV ';

/** Changes a pipeline file so that each step with commands prints its environment. */
export function dumpEnvironments(text: string): string {
  return text
    .split(/^---\n/m)
    .map((part) => (/^kind: pipeline$/m.test(part) ? dumpIn(part) : part))
    .join('---\n');
}

function dumpIn(part: string): string {
  const document = parseDocument(part);
  visit(document, {
    Pair: (_, { key, value }) => {
      if (!isScalar(key) || key.value !== 'commands' || !isSeq(value)) return;
      value.items.unshift(document.createNode(`env | sed 's/^/${mark}/'`));
    },
    Map: (_, map) => (isMap(map) ? undefined : visit.SKIP),
  });
  return document.toString({ lineWidth: 0 });
}

/** Returns the environment that the lines of a log contain, in order of the names; of several tries, the last one. */
export function readDump(lines: readonly string[]): string[] {
  const dumped = lines
    .filter((line) => line.startsWith(mark))
    .map((line): [string, string] => [line.replace(/=.*/, ''), line.slice(mark.length)]);
  return [...new Map(dumped).values()].sort();
}
