import type { Build } from '@millrace/contract/api';
import type { RepoName } from '../api/build-queries.ts';
import { FileChange } from '../features/pipeline-changes/file-change.tsx';
import { ExpiredNotice } from '../features/retention/expired-notice.tsx';

/** Notices of few builds, in one file that only their pages load. */
export function RareNotices({ repo, build }: { repo: RepoName; build: Build }) {
  return (
    <>
      {build.expired && <ExpiredNotice data={build.expired} />}
      {build.file_base !== undefined && <FileChange repo={repo} build={build} />}
    </>
  );
}
