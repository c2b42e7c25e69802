import { type ForeignSystem, findForeignSystem } from '@millrace/pipeline';
import { readCircleci } from './circleci/read-circleci.ts';
import { Conversion, type Note } from './conversion.ts';
import { systemOfPath } from './detect-system.ts';
import { dropEmptyStages } from './drop-empty-stages.ts';
import { ForeignFileError } from './foreign-file-error.ts';
import { readWorkflow } from './github/read-workflow.ts';
import { readGitlab } from './gitlab/read-gitlab.ts';
import type { ConvertedPipeline } from './model.ts';
import { parseSource } from './source/parse-source.ts';
import type { SourceNode } from './source/source-node.ts';
import { readWoodpecker } from './woodpecker/read-woodpecker.ts';
import { writePipeline } from './write/write-pipeline.ts';

export interface ConvertedFile {
  system: ForeignSystem;
  /** The pipeline file, with a comment for each note. */
  pipeline: string;
  /** In the order of their lines. */
  notes: Note[];
  /** Steps of the source, on GitLab jobs, and how many of them the pipeline has. */
  steps: { found: number; carried: number };
}

type Reader = (root: SourceNode, conversion: Conversion, path: string) => ConvertedPipeline;

const readers: Readonly<Record<ForeignSystem, Reader>> = {
  'GitHub Actions': readWorkflow,
  'GitLab CI': readGitlab,
  CircleCI: readCircleci,
  Woodpecker: readWoodpecker,
};

/**
 * Converts a file of GitHub Actions, GitLab CI, CircleCI or Woodpecker to a pipeline file. Everything without an
 * equivalent becomes a comment and a note. Returns undefined if the text is a file of none of these systems.
 *
 * @throws ForeignFileError if it is such a file but cannot be read
 */
export function convertForeignFile(
  text: string,
  { path = '' }: { path?: string } = {},
): ConvertedFile | undefined {
  const named = systemOfPath(path);
  const system = named ?? findForeignSystem(text);
  if (!system) return undefined;
  const documents = parseSource(text);
  const root = documents.at(-1);
  if (root?.kind !== 'map')
    throw new ForeignFileError(`not a file of ${system}: its top level is no map`);
  const conversion = new Conversion();
  const converted = readers[system](root, conversion, path);
  for (const other of documents.slice(0, -1)) {
    conversion.skip(converted, other, `the document above: ${other.summarize()}`);
  }
  dropEmptyStages(converted);
  converted.comments.unshift(`Converted from ${system}. Search for "Not converted".`);
  return {
    system,
    pipeline: writePipeline(converted),
    notes: conversion.notes.sort((a, b) => a.line - b.line),
    steps: conversion.steps,
  };
}
