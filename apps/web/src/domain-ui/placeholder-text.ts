import type { Stage } from '@millrace/contract/api';
import type { Texts } from '../lib/i18n/texts.ts';
import type { waitingMessages } from './waiting-messages.ts';

/** Returns when the stages are decided that replace a stage; undefined if it is none that others replace. */
export function placeholderText(
  { placeholder = false, depends_on: dependsOn = [] }: Pick<Stage, 'placeholder' | 'depends_on'>,
  text: Pick<Texts<typeof waitingMessages>, 'matrix'>,
): string | undefined {
  return placeholder ? text.matrix(dependsOn.join(', ')) : undefined;
}

/** Returns the shown name of a stage, which says that a matrix has more stages than this one. */
export function stageLabel({ name, placeholder = false }: Pick<Stage, 'name' | 'placeholder'>) {
  return placeholder ? `${name} (…)` : name;
}
