import { encryptSecret, encryptText, signPipeline } from '@millrace/contract/api';
import { badRequest } from '@millrace/contract/api-errors';
import type { Repo } from '../../domain/repo.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { PipelineKeys } from './pipeline-keys.ts';
import { isSignable, signPipeline as sign } from './pipeline-signature.ts';

/** Calls that encrypt values and sign pipeline files of a repository. They store nothing. */
export function registerEncryptRoutes(routes: ApiRoutes, keys: PipelineKeys): void {
  const encrypt = (repo: Repo, value: string) => ({ data: keys.sealerOf(repo).seal(value) });
  routes.repo(encryptText, ({ repo, body }) => encrypt(repo, body.data));
  routes.repo(encryptSecret, ({ repo, body }) => encrypt(repo, body.data));
  routes.repo(signPipeline, ({ repo, body }) => {
    if (!body.data.trim()) throw badRequest('The file to sign is empty');
    if (!isSignable(body.data)) {
      throw badRequest('Lines must end with LF or CRLF in a file that is signed');
    }
    return { data: sign(keys.sealerOf(repo), body.data) };
  });
}
