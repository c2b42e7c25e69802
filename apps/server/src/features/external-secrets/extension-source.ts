import type { Ports } from '../../ports.ts';
import type { SecretSource } from './secret-source.ts';

/**
 * Asks the secret extensions. To withhold a secret from a pull request, some answer without content, as if they
 * did not have it.
 */
export function createExtensionSource(
  ports: Pick<Ports, 'hasSecretExtension' | 'findExtensionSecret'>,
): SecretSource {
  return {
    isFor: (repo) => ports.hasSecretExtension(repo),
    find: async ({ repo, build, path, key }) => {
      const value = await ports.findExtensionSecret(repo, build, { path, name: key });
      if (value) return { kind: 'value', value };
      if (value === null || build.event === 'pull_request') return { kind: 'withheld' };
      return { kind: 'absent', reason: 'no secret extension has it' };
    },
  };
}
