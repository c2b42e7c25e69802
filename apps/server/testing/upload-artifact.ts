import type { RunnerApi } from '@millrace/contract/runner';

/** Uploads an artifact of a running step like its runner. */
export async function uploadArtifact(
  api: RunnerApi,
  stepId: number,
  path: string,
  content: string | Uint8Array,
  about: { kind?: 'artifact' | 'link'; executable?: 'true' } = {},
): Promise<void> {
  const bytes = Buffer.from(content);
  const file = {
    size: bytes.length,
    async *read() {
      yield bytes;
    },
  };
  const query = { kind: 'artifact', path, ...about } as const;
  await api.sendFile({ params: { step: stepId }, query, file });
}
