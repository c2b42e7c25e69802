import { type Attack, countOutcomes } from '../support/attack.ts';

const uploads = 36;
const chunk = Buffer.alloc(1_000_000, 'x');
const fileBytes = 10_000_000;

/** 360 MB at once where a build may have 12 and a repository 20. */
export const quotaRace: Attack = {
  name: 'uploads at once against a quota',
  settings: () => ({ MILLRACE_ARTIFACT_BUILD_MB: '12', MILLRACE_ARTIFACT_REPO_MB: '20' }),
  prepare: async (server) => {
    const { step } = await server.startStep('quota');
    return async () => {
      const outcomes = await Promise.all(
        Array.from({ length: uploads }, (_, at) => {
          const file = { kind: 'artifact' as const, path: `f${at}`, size: fileBytes, read };
          return server.api.sendFile(step.id, file, AbortSignal.timeout(60_000)).then(
            () => 'kept',
            () => 'refused',
          );
        }),
      );
      const kept: { size: number }[] = await server.ask(
        'GET',
        '/api/repos/admin/quota/builds/1/artifacts',
      );
      const bytes = kept.reduce((sum, { size }) => sum + size, 0);
      return `${countOutcomes(outcomes)}; ${bytes / 1e6} MB kept of 12 allowed`;
    };
  },
};

async function* read() {
  for (let sent = 0; sent < fileBytes; sent += chunk.length) yield chunk;
}
