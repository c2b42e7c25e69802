import { z } from 'zod/mini';

/** Maximum number of outputs of a stage, and of characters in the value of one. */
export const outputLimits = { variables: 100, characters: 32_768 } as const;

/** Names of variables, except those that describe the build or are parameters of a plugin. */
export const outputNamePattern = /^(?!DRONE_|CI_|PLUGIN_|(?:DRONE|CI)$)[A-Za-z_][A-Za-z0-9_]*$/;

/** A variable that a step has passed on. */
export const stepOutput = z.object({
  name: z.string().check(z.maxLength(200), z.regex(outputNamePattern)),
  data: z.string().check(z.maxLength(outputLimits.characters)),
  /** Whether its value is masked in logs. */
  isMasked: z.boolean(),
});
export type StepOutput = z.infer<typeof stepOutput>;
