import type { StepExtension } from './step-extension.ts';

/** Stores the lines of extensions before the step starts, and the last lines when it has finished. */
export const logExtension: StepExtension = {
  onReady: ({ log }) => log.flush(),
  onFinished: ({ log }) => log.end(),
};
