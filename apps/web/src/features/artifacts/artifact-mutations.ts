import { type Artifact, deleteArtifact, deleteArtifacts } from '@millrace/contract/api';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { attemptOf } from '../../lib/attempt.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import type { BuildAddress } from './artifact-queries.ts';
import { artifactMessages } from './messages.ts';

/** Deletes a file and refetches the list. Other viewers receive the build event of the server. */
export function useDeleteArtifact(address: BuildAddress) {
  const text = useTexts(artifactMessages);
  const client = useQueryClient();
  const { attempt, ...build } = address;
  return useMutation({
    mutationFn: ({ stage, step, path }: Artifact) =>
      callApi(deleteArtifact, {
        params: { ...build, stage, step, '*': path },
        query: attemptOf(attempt),
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['artifacts', address] }),
    meta: { done: text.deleted },
  });
}

/** Deletes the files of all attempts of a build. */
export function useDeleteAllArtifacts({ attempt: _, ...build }: BuildAddress) {
  const text = useTexts(artifactMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(deleteArtifacts, { params: build }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['artifacts'] }),
    meta: { done: text.allDeleted, failed: text.deleteAllFailed },
  });
}
