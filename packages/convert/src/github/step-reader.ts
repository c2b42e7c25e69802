import type { Conversion } from '../conversion.ts';
import {
  type Commented,
  createStep,
  type OutputText,
  type Setting,
  type Stage,
  type Step,
} from '../model.ts';
import { minutes, uniqueName } from '../names.ts';
import type { SourceNode } from '../source/source-node.ts';
import { readIf } from './conditions.ts';
import { readVariables } from './environment.ts';
import { type ExpressionScope, fillExpressions } from './expressions.ts';
import type { Uploads } from './uploads.ts';

/** Settings of a registry, by the names of plugins/docker. */
export interface RegistryLogin {
  settings: Map<string, Setting>;
}

export interface JobSteps {
  scope: ExpressionScope;
  image: OutputText;
  uploads: Uploads;
  /** Job and workflow, for `defaults.run`. */
  defaults: SourceNode[];
}

/** State of a job whose steps are read. */
export interface StepReader extends JobSteps {
  stage: Stage;
  conversion: Conversion;
  /** Comments about steps that are not carried over, for the next step. */
  pending: Commented;
  used: Set<string>;
  login?: RegistryLogin;
  hasSetup: boolean;
  hasCheckout: boolean;
}

/** Adds a step, with the comments that wait for one. */
export function addStep(node: SourceNode, reader: StepReader, title: string): Step {
  const { scope, pending, stage, conversion } = reader;
  const name = fillExpressions(node.text('name') ?? title, scope, { node, target: pending });
  const step = createStep(uniqueName(name, reader.used));
  step.comments.push(...pending.comments.splice(0));
  readIf(node.get('if'), step.when, step, conversion);
  readVariables(node.get('env'), step.environment, scope, step);
  step.timeout = minutes(node.text('timeout-minutes'));
  step.ignoresFailure = node.text('continue-on-error') === 'true';
  stage.steps.push(step);
  return step;
}
