import type { StageReporter } from '../stage-reporter.ts';
import type { StepExtension } from './step-extension.ts';

/** Sends the card that the step printed. */
export function createCardExtension({ reporter }: { reporter: StageReporter }): StepExtension {
  return {
    onFinished: async ({ id, log: { card } }) => {
      if (!card) return;
      await reporter.call((api) => api.createCard({ params: { step: id }, body: card }));
    },
  };
}
