import type { Data } from '@millrace/contract/pipeline';
import type { ScriptFacts } from './script-facts.ts';

/** A script as it can be sent to another thread. */
export interface Script {
  /** Names it in errors. */
  file: string;
  source: string;
  facts: ScriptFacts;
  /** What a pipeline file gives to a template. */
  input?: { [key: string]: Data };
}
