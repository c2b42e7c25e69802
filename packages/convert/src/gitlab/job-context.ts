import type { Conversion } from '../conversion.ts';
import type { OutputText, Stage } from '../model.ts';
import { replaceInText } from '../shell/replace-variables.ts';
import type { SourceNode } from '../source/source-node.ts';
import type { Templates } from './templates.ts';
import { gitlabVariables } from './variables.ts';

/** A job while it is read. */
export interface JobContext {
  conversion: Conversion;
  stage: Stage;
  templates: Templates;
  /** Variables of the whole file. */
  variables: ReadonlyMap<string, SourceNode>;
}

/** Replaces variables in a text that no shell reads. */
export function fillText(
  text: string,
  node: SourceNode,
  { stage, conversion }: JobContext,
): OutputText {
  return replaceInText(text, gitlabVariables, {
    node,
    target: stage,
    conversion,
    known: stage.environment,
    replaced: new Set(stage.matrix.axes.keys()),
  });
}
