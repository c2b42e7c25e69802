import { keepHidden } from '@millrace/node-kit/environment';
import { hideSecrets } from './hidden-secrets.ts';

/** Removes secrets from the environment that child processes inherit. May restart the process. */
export function hideEnvironment(): void {
  keepHidden(hideSecrets(process.env));
}
