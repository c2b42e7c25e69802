import { type Attack, countOutcomes } from '../support/attack.ts';

const uploads = 36;
const chunk = Buffer.alloc(1_000_000, 'x');
const fileBytes = 10_000_000;

/** Uploads 360 MB concurrently; the quota is 12 MB per build and 20 MB per repository. */
export const quotaRace: Attack = {
  name: 'concurrent uploads against a quota',
  settings: () => ({ MILLRACE_ARTIFACT_BUILD_MB: '12', MILLRACE_ARTIFACT_REPO_MB: '20' }),
  prepare: async (server) => {
    const { step } = await server.startStep('quota');
    return async () => {
      const outcomes = await Promise.all(
        Array.from({ length: uploads }, (_, at) => {
          const query = { kind: 'artifact' as const, path: `f${at}` };
          const input = { params: { step: step.id }, query, file: { size: fileBytes, read } };
          return server.api.sendFile(input, AbortSignal.timeout(60_000)).then(
            () => 'stored',
            () => 'refused',
          );
        }),
      );
      const stored: { size: number }[] = await server.ask(
        'GET',
        '/api/repos/admin/quota/builds/1/artifacts',
      );
      const bytes = stored.reduce((sum, { size }) => sum + size, 0);
      return `${countOutcomes(outcomes)}; ${bytes / 1e6} MB stored, 12 MB allowed`;
    };
  },
};

async function* read() {
  for (let sent = 0; sent < fileBytes; sent += chunk.length) yield chunk;
}
