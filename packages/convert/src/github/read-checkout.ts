import { clonedPathPattern, clonedRefPattern, repositoryPattern } from '@millrace/pipeline';
import type { ClonedRepository } from '../model.ts';
import type { SourceNode } from '../source/source-node.ts';
import type { StepReader } from './step-reader.ts';

/** References of the commit that a pipeline clones anyway. */
const ownRef =
  /^\$\{\{\s*github\.(?:sha|ref|ref_name|head_ref|event\.pull_request\.head\.(?:sha|ref))\s*\}\}$/;

/** Reads `actions/checkout`; returns whether it is carried over. */
export function readCheckout(
  node: SourceNode,
  inputs: SourceNode | undefined,
  reader: StepReader,
): boolean {
  const { conversion, stage, pending } = reader;
  node.text('name');
  if (inputs?.get('repository')) {
    if (readOther(inputs, reader)) return true;
  } else if (!inputs?.get('path') && isOwnRef(inputs?.get('ref'))) {
    inputs?.text('ref');
    reader.hasCheckout = true;
    const depth = Number(inputs?.text('fetch-depth') ?? '1');
    if (depth > 0) stage.clone = { ...stage.clone, depth };
    conversion.skipUnread(stage, inputs, 'actions/checkout');
    return true;
  }
  conversion.skip(
    pending,
    node,
    `the checkout of ${inputs?.summarize()}, because a pipeline clones its own commit; clone it with git in a step`,
  );
  return false;
}

function isOwnRef(ref: SourceNode | undefined): boolean {
  return ref === undefined || ownRef.test(ref.value);
}

/** Reads the checkout of another repository into a folder. Only the runner of GitHub knows the values of expressions. */
function readOther(inputs: SourceNode, { conversion, stage }: StepReader): boolean {
  const [repository, ref, path] = (['repository', 'ref', 'path'] as const).map(
    (key) => inputs.get(key)?.value ?? '',
  );
  const repositories = stage.clone.repositories ?? [];
  const isReadable =
    repository !== undefined &&
    path !== undefined &&
    !/[$]/.test(`${repository}${ref}${path}`) &&
    repositoryPattern.test(repository) &&
    path !== '' &&
    clonedPathPattern.test(path) &&
    clonedRefPattern.test(ref ?? '') &&
    !repositories.some((other) => overlaps(other.path, path));
  if (!isReadable) return false;
  for (const key of ['repository', 'ref', 'path']) inputs.text(key);
  if (inputs.get('fetch-depth')?.value === '1') inputs.text('fetch-depth');
  const cloned: ClonedRepository = { repository, ...(ref ? { ref } : {}), path };
  stage.clone = { ...stage.clone, repositories: [...repositories, cloned] };
  stage.comments.push(
    `${repository} is a repository of the same server here. If it stays on GitHub, write https://github.com/${repository}`,
  );
  conversion.skipUnread(stage, inputs, 'actions/checkout');
  return true;
}

function overlaps(one: string, other: string): boolean {
  return `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);
}
