import type { Conversion } from '../conversion.ts';
import type { Commented, OutputText, Stage } from '../model.ts';
import type { SourceNode } from '../source/source-node.ts';
import type { Workspaces } from './workspaces.ts';

/** Names that the texts of a job or a command can use. */
export interface CircleScope {
  conversion: Conversion;
  root: SourceNode;
  stage: Stage;
  /** Gets the comments. */
  target: Commented;
  parameters: Map<string, OutputText>;
  /** Defaults of the parameters of the pipeline. */
  defaults: ReadonlyMap<string, string>;
  /** The `save_cache` steps of all jobs by their key. */
  savedCaches: ReadonlyMap<string, SourceNode>;
  workspaces: Workspaces;
}
