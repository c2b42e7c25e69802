import type { StageSecret } from '@millrace/contract/runner';
import type { PipelineStep } from '@millrace/pipeline';
import { fillSecrets } from './fill-secrets.ts';
import { pluginEnvironment } from './plugin-environment.ts';

/** Finds the uses of secrets that only steps may use which run nothing but their image. */
export function secretsForImages(secrets: readonly StageSecret[]) {
  const names = new Set(
    secrets.filter(({ isForImages }) => isForImages).map(({ name }) => name.toLowerCase()),
  );
  return {
    /** Returns the name of such a secret that the step uses. */
    usedIn({ settings, environment }: PipelineStep): string | undefined {
      const used: string[] = [];
      const note = (name: string) => {
        used.push(name);
        return '';
      };
      pluginEnvironment(settings, note);
      fillSecrets(environment, note);
      return used.find((name) => names.has(name.toLowerCase()));
    },
  };
}
