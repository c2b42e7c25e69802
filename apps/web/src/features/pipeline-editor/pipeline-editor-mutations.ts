import {
  commitPipelineFile,
  type NewPipelineCommit,
  type PipelineCommit,
} from '@millrace/contract/api';
import { useQueryClient } from '@tanstack/react-query';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';
import { branchFileQuery } from '../../api/pipeline-plan-queries.ts';
import { useMutation } from '../../api/use-mutation.ts';

/** Commits the edited file. The dialog shows errors itself. */
export function useCommitFile(
  { namespace, name }: RepoName,
  path: string,
  onCommitted: (made: PipelineCommit) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewPipelineCommit) =>
      callApi(commitPipelineFile, { params: { namespace, name }, body }),
    onSuccess: (made, { text }) => {
      const { branch, commit } = made;
      const file = { path, branch, commit, text };
      client.setQueryData(branchFileQuery({ namespace, name }, branch).queryKey, file);
      // The default branch is also cached without its name.
      const { queryKey } = branchFileQuery({ namespace, name }, '');
      client.setQueryData(queryKey, (known) => (known?.branch === branch ? file : known));
      onCommitted(made);
    },
    meta: { quiet: true },
  });
}
