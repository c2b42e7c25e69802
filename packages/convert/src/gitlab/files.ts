import { plainKey } from '../cache-key.ts';
import type { Conversion } from '../conversion.ts';
import type { Stage, Step } from '../model.ts';
import { isInside } from '../names.ts';
import type { SourceNode } from '../source/source-node.ts';
import { escapeText } from '../write/escape-text.ts';
import { fillText, type JobContext } from './job-context.ts';

const projectFolder = /^(?:\$\{?CI_PROJECT_DIR\}?\/|\.\/)/;

/** Reads the texts in the clone folder, and notes all others. */
function readPaths(
  node: SourceNode | undefined,
  target: Stage | Step,
  conversion: Conversion,
  isAllowed: (path: string) => boolean,
): string[] {
  const items = node?.kind === 'list' ? node.items : node ? [node] : [];
  return items.flatMap((item) => {
    const path = item.value.replace(projectFolder, '').replace(/\/$/, '');
    if (item.kind === 'text' && isInside(path) && isAllowed(path)) {
      item.readText();
      return [path];
    }
    conversion.skip(
      target,
      item,
      `the path ${item.summarize()}, because it is not in the clone folder or has a pattern`,
    );
    return [];
  });
}

export function readArtifacts(
  node: SourceNode | undefined,
  step: Step,
  conversion: Conversion,
): void {
  if (!node) return;
  step.artifacts = readPaths(
    node.get('paths'),
    step,
    conversion,
    (path) => !path.includes('$'),
  ).map(escapeText);
  const junit = node.get('reports')?.get('junit');
  step.junit = readPaths(junit, step, conversion, (path) => !path.includes('$')).map(escapeText);
  const when = node.text('when') ?? 'on_success';
  const times = { on_success: 'success', on_failure: 'failure' } as const;
  step.artifactRule.when = times[when as keyof typeof times];
  step.artifactRule.days = readDays(node.text('expire_in'));
  conversion.skipUnread(step, node, 'artifacts');
}

const daysOf: Readonly<Record<string, number>> = {
  sec: 1 / 86_400,
  min: 1 / 1440,
  h: 1 / 24,
  d: 1,
  w: 7,
  mo: 30,
  y: 365,
};

/** Reads `3 weeks` or `1 hour 30 minutes` as days, rounded up; undefined for `never`. */
function readDays(text = ''): number | undefined {
  const parts = [...text.matchAll(/(\d+)\s*(sec|min|mo|h|d|w|y)/gi)];
  const days = parts.reduce(
    (sum, [, amount, unit = '']) => sum + Number(amount) * (daysOf[unit.toLowerCase()] ?? 0),
    0,
  );
  return days > 0 ? Math.min(9999, Math.ceil(days)) : undefined;
}

export function readCaches(
  node: SourceNode | undefined,
  stage: Stage,
  conversion: Conversion,
  context: JobContext,
): void {
  const caches = node?.kind === 'list' ? node.items : node ? [node] : [];
  for (const cache of caches) {
    if (cache.kind !== 'map' || cache.isEmpty()) {
      cache.mark();
      continue;
    }
    const paths = readPaths(
      cache.get('paths'),
      stage,
      conversion,
      (path) => !/[*?$[\]{}]/.test(path),
    );
    if (paths.length > 0 && stage.caches.length < 10) {
      stage.caches.push({
        key: plainKey(readKey(cache.get('key'), context), stage, cache, conversion),
        restoreKeys: [],
        paths: paths.map(escapeText),
      });
    }
    conversion.skipUnread(stage, cache, 'cache');
  }
}

/** A cache without a key is one for all jobs; a stored one never changes, so that it gets the branch. */
function readKey(node: SourceNode | undefined, context: JobContext): string {
  if (!node) return 'default';
  if (node.kind === 'text') {
    const text = node.readText() ?? '';
    return text === '' ? 'default' : fillText(text, node, context);
  }
  const prefix = node.get('prefix');
  const start = prefix ? `${fillText(prefix.readText() ?? '', prefix, context)}-` : '';
  const files = node.texts('files').filter((file) => !/[*?"]/.test(file));
  if (files.length === 0) return `${start}default`;
  return `${start}{{ checksum ${files.map((file) => `"${file}"`).join(' ')} }}`;
}
