import type { ForeignFileThread } from '@millrace/build-host/foreign-files/foreign-file-thread';
import type { ForeignPipeline } from '@millrace/contract/api';
import { AppError } from '@millrace/contract/api-errors';
import type { Repo } from '../../domain/repo.ts';
import type { Forge } from '../../forges/forge.ts';

interface Deps {
  forge: Pick<Forge, 'listFolder' | 'readFile'>;
  foreignFiles: Pick<ForeignFileThread, 'convert'>;
}

const singleFiles = [
  '.gitlab-ci.yml',
  '.gitlab-ci.yaml',
  '.woodpecker.yml',
  '.woodpecker.yaml',
] as const;
const folders = ['.github/workflows', '.circleci', '.woodpecker'] as const;
/** Maximum number of files that are converted. */
const maxFiles = 10;
/** Maximum length of such a file in characters. */
const maxLength = 200_000;

/**
 * Converts the files of other CI systems in a commit.
 *
 * @param files names in the top folder
 */
export async function listForeignPipelines(
  { forge, foreignFiles }: Deps,
  repo: Repo,
  { sha, files }: { sha: string; files: readonly string[] },
): Promise<ForeignPipeline[]> {
  const found: string[] = singleFiles.filter((name) => files.includes(name));
  for (const folder of folders) {
    const names = (await forge.listFolder(repo, sha, folder))?.files ?? [];
    found.push(...names.filter((name) => /\.ya?ml$/.test(name)).map((name) => `${folder}/${name}`));
  }
  const pipelines: ForeignPipeline[] = [];
  for (const path of found.slice(0, maxFiles)) {
    const text = await forge.readFile(repo, sha, path);
    if (text === null || text.length > maxLength) continue;
    pipelines.push(...(await convert(path, text)));
  }
  return pipelines;

  async function convert(path: string, text: string): Promise<ForeignPipeline[]> {
    try {
      const answer = await foreignFiles.convert(repo.slug, { path, text });
      if ('problem' in answer) return [failed(path, answer.problem)];
      const { converted } = answer;
      if (!converted) return [];
      const { system, pipeline, steps, notes } = converted;
      return [{ path, system, text: pipeline, steps, notes: notes.length, problem: '' }];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return [failed(path, error.message)];
    }
  }
}

function failed(path: string, problem: string): ForeignPipeline {
  return { path, system: '', text: '', steps: { found: 0, carried: 0 }, notes: 0, problem };
}
