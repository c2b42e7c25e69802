import { requestFrom } from '@millrace/build-host/builds/new-build';
import type { Build } from '@millrace/build-rules';
import { type PipelineChangeResult, usualBackTestBuilds } from '@millrace/contract/api';
import type { FileHandlers } from '../../../builds/file-handlers.ts';
import type { Core } from '../../../core.ts';
import type { Repo } from '../../../domain/repo.ts';
import type { EarlierBuild } from '../../../dry-run/back-test.ts';
import type { DryRunThreads } from '../../../dry-run/dry-run-thread.ts';
import { toRepoJson } from '../../../repositories/repo-mapper.ts';
import { describeServer } from '../../../shared/describe-server.ts';
import type { ConfigReader } from '../start/config-reader.ts';
import { readEarlierBuilds } from './earlier-builds-reader.ts';
import { EditedFile } from './edited-file.ts';

interface Deps extends Pick<Core, 'db' | 'builds' | 'forge' | 'publicUrl'> {
  configReader: Pick<ConfigReader, 'readFilled'>;
  threads: Pick<DryRunThreads, 'summarize'>;
  fileHandlers: Pick<FileHandlers, 'convert' | 'isConvertedPerBuild' | 'asksServices'>;
}

/** Compares the latest builds before a build with what they would have run under its pipeline file. */
export async function backTestBuild(
  deps: Deps,
  repo: Repo,
  build: Build,
): Promise<PipelineChangeResult> {
  const { db, forge, publicUrl, threads } = deps;
  const file = await openFile(deps, repo, build);
  const earlier = await readEarlierBuilds(db, repo.id, usualBackTestBuilds, build.number);
  const builds: EarlierBuild[] = [];
  for (const { build: each, json, config, changedPaths, matrices } of earlier) {
    // Builds that are left are not compared.
    if (file.isOverTime) break;
    const { text, error } = await file.convert(requestFrom(each));
    const stored = file.add(config);
    builds.push({ build: json, stored, edited: text, error, changedPaths, matrices });
  }
  const input = { repo: toRepoJson(repo, forge), system: describeServer(publicUrl()) };
  return threads.summarize(`repo ${repo.id}`, { ...input, texts: file.texts, builds });
}

const account = { audience: 'account' } as const;

async function openFile(deps: Deps, repo: Repo, build: Build): Promise<EditedFile> {
  const { builds, configReader, fileHandlers } = deps;
  if (fileHandlers.asksServices(repo)) {
    // The stored text is what extensions returned for this build. They are not asked about earlier ones.
    const { config } = await builds.findFile(build.id);
    const unchanged = { convertText: async () => config };
    return new EditedFile(
      { ...account, configReader: unchanged, fileHandlers: { isConvertedPerBuild: () => false } },
      repo,
      config,
    );
  }
  const own = requestFrom(build);
  const { sender, sourceRepo, commit } = own;
  // Other files are read from the commit of the changed file, with the rights of its build.
  const convertText: ConfigReader['convertText'] = (_, request, ...rest) =>
    fileHandlers.convert(repo, { ...request, sender, sourceRepo, commit }, ...rest);
  const source = await configReader.readFilled(repo, own);
  return new EditedFile({ ...account, configReader: { convertText }, fileHandlers }, repo, source);
}
