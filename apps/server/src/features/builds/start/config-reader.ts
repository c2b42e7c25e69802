import { branchRef } from '@millrace/contract/git-ref';
import { type Include, pipelineLimits } from '@millrace/contract/pipeline';
import type { Clock } from '@millrace/node-kit/clock';
import type { UserService } from '../../../accounts/user-service.ts';
import { type BuildRequest, cronTrigger } from '../../../builds/build-request.ts';
import type { Repo } from '../../../domain/repo.ts';
import type { Forge } from '../../../forges/forge.ts';
import { homeOfCommits } from '../../../forges/home-of-commits.ts';
import { fillIncludes } from '../../../pipeline-files/fill-includes.ts';
import type { PipelineReader } from '../../../pipeline-files/pipeline-reader.ts';
import type { Ports } from '../../../ports.ts';
import type { RepoAccessStore } from '../../../repositories/repo-access-store.ts';
import type { RepoStore } from '../../../repositories/repo-store.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import { draftBuild } from './draft-build.ts';
import { readSourceFiles, TooManyFilesError } from './read-source-files.ts';

interface Deps {
  forge: Pick<Forge, 'readFile' | 'listFolder' | 'findCommit' | 'commitUrl' | 'lacksPullRefs'>;
  clock: Clock;
  pipelineReader: PipelineReader;
  repos: Pick<RepoStore, 'findBySlug'>;
  repoAccess: Pick<RepoAccessStore, 'findReaders'>;
  users: Pick<UserService, 'findByLogin'>;
  ports: Pick<Ports, 'convertConfig' | 'findExtensionConfig' | 'convertWithExtension'>;
}

interface ReadConfig {
  /** Text of the file in the repository or of an extension, before conversion. */
  source: string;
  config: string;
  /** Reason why an extension has failed or the file could not be converted; empty if there is none. */
  error: string;
}

/**
 * Reads the pipeline file for a build, from an extension or from the repository. Scripts and templates are
 * converted to YAML, which extensions may convert further.
 */
export class ConfigReader {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async read(repo: Repo, request: BuildRequest): Promise<ReadConfig> {
    // A restart uses the converted file of the first build.
    const converted = request.config;
    if (converted !== undefined) return { source: converted, config: converted, error: '' };
    const { findExtensionConfig, convertConfig, convertWithExtension } = this.deps.ports;
    const build = draftBuild(this.deps, repo, request);
    let source: string | undefined;
    try {
      source = await findExtensionConfig(repo, build);
    } catch (error) {
      return failed(error, '');
    }
    try {
      source ??= await this.readSource(repo, request.sourceRepo, request.commit.sha);
    } catch (error) {
      if (error instanceof TooManyFilesError) return failed(error, '');
      throw error;
    }
    if (isTooLong(source)) return { source, config: source, error: '' };
    try {
      source = await this.includeFiles(repo, request, source);
      const yaml = await convertConfig(repo, request, source);
      return { source, config: await convertWithExtension(repo, build, yaml), error: '' };
    } catch (error) {
      return failed(error, source);
    }
  }

  /** Reads the unconverted file of a build from its commit, with the included files. */
  async readFilled(repo: Repo, request: BuildRequest): Promise<string> {
    const source = await this.readSource(repo, request.sourceRepo, request.commit.sha);
    return this.includeFiles(repo, request, source);
  }

  /**
   * Converts a text that is in no commit like the pipeline file of a build, without asking extensions. Throws an
   * `AppError` with the reason if it cannot be converted.
   *
   * @param addScriptMs receives the processor time of its scripts
   */
  async convertText(
    repo: Repo,
    request: BuildRequest,
    text: string,
    addScriptMs?: (usedMs: number) => void,
  ): Promise<string> {
    const filled = await this.includeFiles(repo, request, text);
    return this.deps.ports.convertConfig(repo, request, filled, addScriptMs);
  }

  /**
   * Replaces includes. The result is what a signature would have to approve, because a signature of the file alone
   * says nothing about the included files.
   */
  private includeFiles(repo: Repo, request: BuildRequest, text: string): Promise<string> {
    const { pipelineReader } = this.deps;
    const read = (include: Include) => this.readInclude(repo, request, include);
    const { slug: place, configPath: file } = repo;
    return fillIncludes({ pipelineReader, read }, { place, file, text });
  }

  private async readInclude(
    repo: Repo,
    { sourceRepo, sender, commit }: BuildRequest,
    { path, repository, ref }: Include,
  ): Promise<string> {
    const { forge, repos, repoAccess } = this.deps;
    const isOwn = repository === '' || repository === repo.slug;
    if (isOwn && ref === '') {
      const home = homeOfCommits(forge, repo, sourceRepo);
      const text = await forge.readFile(home, commit.sha, path);
      if (text === null) throw notFound(`there is no ${path} in commit ${commit.sha.slice(0, 8)}`);
      return text;
    }
    const other = isOwn ? repo : await repos.findBySlug(repository);
    const mayRead =
      other &&
      (await repoAccess.findReaders(other))(await this.findReader(repo, sourceRepo, sender));
    if (!other || (!isOwn && !mayRead)) {
      throw notFound(
        `there is no repository ${repository} that ${sender || 'this build'} may read`,
      );
    }
    const found = await forge.findCommit(other, ref || branchRef(other.defaultBranch));
    const text = found && (await forge.readFile(other, found.sha, path));
    if (!text)
      throw notFound(
        `there is no ${path} in ${repository || repo.slug} at ${ref || other.defaultBranch}`,
      );
    return text;
  }

  /**
   * Returns the account whose permission decides on files of other repositories, or null for a guest. Everyone who
   * sees the build sees the files, so a fork gets only what is public.
   */
  private async findReader(
    repo: Repo,
    sourceRepo: string | undefined,
    sender: string,
  ): Promise<number | null> {
    if (sourceRepo && sourceRepo !== repo.slug) return null;
    if (sender === cronTrigger) return repo.ownerId;
    return (await this.deps.users.findByLogin(sender))?.id ?? null;
  }

  /**
   * Reads the unconverted file from a commit, with those of the folder of pipeline files. Throws 404 if the commit has
   * none, and a {@link TooManyFilesError}.
   *
   * @param edited text that replaces the pipeline file of the commit
   */
  async readSource(
    repo: Repo,
    sourceRepo: string | undefined,
    sha: string,
    edited?: string,
  ): Promise<string> {
    const { configPath } = repo;
    const home = homeOfCommits(this.deps.forge, repo, sourceRepo);
    const source = await readSourceFiles(repo, { forge: this.deps.forge, home, sha }, edited);
    if (source === null) {
      throw notFound(`There is no ${configPath} in commit ${sha.slice(0, 8)}`);
    }
    return source;
  }
}

function failed(error: unknown, source: string): ReadConfig {
  if (!(error instanceof AppError)) throw error;
  return { source, config: source, error: error.message };
}

/** Returns whether a pipeline file is longer than any build accepts. */
export function isTooLong(config: string): boolean {
  return config.length > pipelineLimits.characters;
}
