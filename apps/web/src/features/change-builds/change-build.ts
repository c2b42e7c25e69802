import { cancelBuild, restartBuild } from '@millrace/contract/api';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';
import { callOnce } from '../../api/call-once.ts';
import type { BuildChange } from './build-changes.ts';

/** Changes one build. The build is null if the server has started none. */
export function changeBuild(change: BuildChange, repo: RepoName, build: number) {
  const params = { ...repo, build };
  if (change === 'cancel') return callApi(cancelBuild, { params });
  return callOnce(restartBuild, { params, query: change === 'restart' ? {} : { only: 'failed' } });
}
