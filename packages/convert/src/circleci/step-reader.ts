import type { Commented, OutputText } from '../model.ts';
import type { CircleScope } from './scope.ts';

export interface JobSteps {
  scope: CircleScope;
  image: OutputText;
  shell: string | undefined;
  /** Path of the clone folder on CircleCI. */
  cloneFolder: string;
}

/** State of a job whose steps are read. */
export interface StepReader extends JobSteps {
  /** Comments about steps that are not carried over, for the next step. */
  pending: Commented;
  used: Set<string>;
  hasCheckout: boolean;
  /** Keys of restored caches, as written in the file and as here, until a cache is saved. */
  restored: { source: string; key: OutputText }[];
}
