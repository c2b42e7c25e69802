import { plainKey } from '../cache-key.ts';
import { isCachePath } from '../cache-path.ts';
import { addArtifactRule, lastCertainStep, type OutputText } from '../model.ts';
import { isInside } from '../names.ts';
import type { SourceNode } from '../source/source-node.ts';
import { escapeText } from '../write/escape-text.ts';
import { fillExpressions } from './expressions.ts';
import type { StepReader } from './step-reader.ts';

function listLines(text: string | undefined): string[] {
  return (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Converts actions/cache to a cache of the pipeline. */
export function readCache(
  node: SourceNode,
  inputs: SourceNode | undefined,
  reader: StepReader,
): boolean {
  const { conversion, pending, stage } = reader;
  const paths = listLines(inputs?.get('path')?.value);
  const inside = paths.filter((path) => isCachePath(path, stage) && !/[*?${}]/.test(path));
  if (!inputs || inside.length === 0 || stage.caches.length >= 10) {
    conversion.skip(
      pending,
      node,
      `the cache ${inputs?.summarize() ?? ''}, because only paths in the clone folder and folders such as ~/.npm can be cached; point the tool to one`,
    );
    return false;
  }
  inputs.text('path');
  node.text('name');
  const outside = paths.filter((path) => !inside.includes(path));
  if (outside.length > 0) {
    conversion.remark(
      stage,
      node,
      `Not converted: the cached paths ${outside.join(', ')}, because they are neither in the clone folder nor folders such as ~/.npm`,
    );
  }
  const key = (text: string) => plainKey(cacheKey(text, node, reader), stage, node, conversion);
  stage.caches.push({
    key: key(inputs.text('key') ?? 'cache'),
    restoreKeys: listLines(inputs.text('restore-keys')).map(key),
    paths: inside.map(escapeText),
  });
  conversion.skipUnread(stage, inputs, 'actions/cache');
  return true;
}

/** Fills a key: `hashFiles` of files becomes `checksum`. */
function cacheKey(text: string, node: SourceNode, { scope, stage }: StepReader): OutputText {
  const parts = text.split(/\$\{\{\s*hashFiles\(([^)$]*)\)\s*\}\}/);
  return parts
    .map((part, index) => {
      if (index % 2 === 0) return fillExpressions(part, scope, { node, target: stage });
      const files = [...part.matchAll(/'([^']*)'/g)].map(([, file = '']) =>
        file.replace(/^\.\//, ''),
      );
      const fixed = files.filter((file) => !/[?!["]/.test(file));
      if (fixed.length < files.length) {
        const reason = 'because a checksum has names of files and patterns with *';
        const message = `Not converted: the patterns of hashFiles(${part}), ${reason}`;
        scope.conversion.remark(stage, node, message);
      }
      return fixed.length === 0
        ? ''
        : `{{ checksum ${fixed.map((file) => `"${file}"`).join(' ')} }}`;
    })
    .join('');
}

/** Gives the step before it the files of actions/upload-artifact. */
export function readArtifacts(
  node: SourceNode,
  inputs: SourceNode | undefined,
  reader: StepReader,
): boolean {
  const { conversion, pending, scope, stage } = reader;
  const paths = listLines(inputs?.get('path')?.value)
    .map((path) => fillExpressions(path, scope, { node, target: pending }))
    .map((path) => path.replace(/^\/drone\/src\/|^\.\//, ''));
  const inside = paths.map((path) => path.replace(/\/$/, '')).filter(isInside);
  const step = lastCertainStep(stage);
  if (!inputs || !step || inside.length === 0) {
    conversion.skip(
      pending,
      node,
      `the artifacts ${inputs?.summarize() ?? ''}, because they are not files in the clone folder that a step leaves`,
    );
    return false;
  }
  inputs.text('path');
  inputs.text('name');
  inputs.text('if-no-files-found');
  node.text('name');
  let when: 'success' | 'failure' | undefined;
  if (
    /^\$?\{?\{?\s*(?:always|success|!cancelled)\(\)|^!\s*cancelled\(\)$/.test(
      node.get('if')?.value.trim() ?? '',
    )
  )
    node.text('if');
  else if (/^\$?\{?\{?\s*failure\(\)/.test(node.get('if')?.value.trim() ?? '')) {
    node.text('if');
    when = 'failure';
  } else if (!node.get('if')) when = 'success';
  addArtifactRule(step, { when, days: Number(inputs.text('retention-days')) || undefined });
  step.artifacts.push(...inside.filter((path) => !step.artifacts.includes(path)));
  const outside = paths.length - inside.length;
  if (outside > 0) {
    conversion.remark(
      step,
      node,
      `Not converted: ${outside} paths of ${inputs.summarize()}, because they are not in the clone folder`,
    );
  }
  conversion.skipUnread(step, inputs, 'actions/upload-artifact');
  return true;
}

/** Gives the pipeline the artifacts of an earlier job, if their files are where actions/download-artifact puts them. */
export function readDownload(
  node: SourceNode,
  inputs: SourceNode | undefined,
  { stage, uploads, conversion }: StepReader,
): boolean {
  const name = inputs?.get('name')?.value;
  if (node.get('if') || !inputs || name === undefined) return false;
  const jobs = uploads.find(stage.name, name, inputs.get('path')?.value ?? '');
  if (jobs.length === 0) return false;
  stage.artifactsFrom.push(...jobs.filter((job) => !stage.artifactsFrom.includes(job)));
  inputs.text('name');
  inputs.text('path');
  node.text('name');
  conversion.skipUnread(stage, inputs, 'actions/download-artifact');
  return true;
}
