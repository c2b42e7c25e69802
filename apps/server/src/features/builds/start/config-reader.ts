import { fillIncludes } from '@millrace/build-host/pipeline-files/fill-includes';
import type { PipelineReader } from '@millrace/build-host/pipeline-files/pipeline-reader';
import type { Reader } from '@millrace/build-rules';
import { AppError, missing } from '@millrace/contract/api-errors';
import type { Clock } from '@millrace/node-kit/clock';
import { type Include, isConfigTooLong } from '@millrace/pipeline';
import { branchRef } from '@millrace/pipeline/git-ref';
import type { UserService } from '../../../accounts/user-service.ts';
import type { BuildRequest } from '../../../builds/build-request.ts';
import type { FileHandlers } from '../../../builds/file-handlers.ts';
import { parseReader } from '../../../domain/reader.ts';
import type { Repo } from '../../../domain/repo.ts';
import type { Viewer } from '../../../domain/user.ts';
import type { Forge } from '../../../forges/forge.ts';
import { homeOfCommits } from '../../../forges/home-of-commits.ts';
import type { RepoAccessStore } from '../../../repositories/repo-access-store.ts';
import type { RepoStore } from '../../../repositories/repo-store.ts';
import { draftBuild } from './draft-build.ts';
import { readSourceFiles, TooManyFilesError } from './read-source-files.ts';

interface Deps {
  forge: Pick<Forge, 'readFile' | 'listFolder' | 'findCommit' | 'commitUrl' | 'lacksPullRefs'>;
  clock: Clock;
  pipelineReader: PipelineReader;
  repos: Pick<RepoStore, 'findBySlug'>;
  repoAccess: Pick<RepoAccessStore, 'accessTo'>;
  users: Pick<UserService, 'findByLogin' | 'findById'>;
  fileHandlers: Pick<FileHandlers, 'supply' | 'convert' | 'convertForBuild'>;
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
    const { fileHandlers } = this.deps;
    const build = draftBuild(this.deps, repo, request);
    let source: string | undefined;
    try {
      source = await fileHandlers.supply(repo, build);
    } catch (error) {
      return failed(error, '');
    }
    try {
      source ??= await this.readSource(repo, request.sourceRepo, request.commit.sha);
    } catch (error) {
      if (error instanceof TooManyFilesError) return failed(error, '');
      throw error;
    }
    if (isConfigTooLong(source)) return { source, config: source, error: '' };
    try {
      source = await this.includeFiles(repo, request, source);
      const yaml = await fileHandlers.convert(repo, request, source);
      return { source, config: await fileHandlers.convertForBuild(repo, build, yaml), error: '' };
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
    return this.deps.fileHandlers.convert(repo, request, filled, addScriptMs);
  }

  /**
   * Replaces includes. The result is what a signature would have to approve, because a signature of the file alone
   * says nothing about the included files.
   */
  private includeFiles(repo: Repo, request: BuildRequest, text: string): Promise<string> {
    const { pipelineReader } = this.deps;
    const read = (include: Include, from: string) => this.readInclude(repo, request, include, from);
    const { slug: key, configPath: file } = repo;
    return fillIncludes({ pipelineReader, read }, { key, file, text });
  }

  private async readInclude(
    repo: Repo,
    request: BuildRequest,
    { path, repository, ref }: Include,
    from: string,
  ): Promise<string> {
    const { sourceRepo, sender, commit } = request;
    const { forge, repos, repoAccess } = this.deps;
    const isOwn = repository === '' || repository === repo.slug;
    if (isOwn && ref === '') {
      const home = homeOfCommits(forge, repo, sourceRepo);
      const text = await forge.readFile(home, commit.sha, path);
      if (text === null) throw missing(`there is no ${path} in commit ${commit.sha.slice(0, 8)}`);
      return text;
    }
    const other = isOwn ? repo : await repos.findBySlug(repository);
    // A file of another repository decides about its own repository alone: its authors have not asked for the build.
    const isForeign = from !== '' && from !== repo.slug && from !== repository;
    const viewer = isForeign ? null : await this.findViewer(repo, request);
    const mayRead = other && (await repoAccess.accessTo(other, viewer)).permissions.read;
    if (!other || (!isOwn && !mayRead)) {
      const who = isForeign ? `a file of ${from}` : viewer?.login || sender || 'this build';
      throw missing(`there is no repository ${repository} that ${who} may read`);
    }
    const found = await forge.findCommit(other, ref || branchRef(other.defaultBranch));
    const text = found && (await forge.readFile(other, found.sha, path));
    if (!text)
      throw missing(
        `there is no ${path} in ${repository || repo.slug} at ${ref || other.defaultBranch}`,
      );
    return text;
  }

  /**
   * Returns the account whose permissions decide on files of other repositories, or null for a guest. Everyone who
   * sees the build sees the files, so a fork gets only what is public.
   */
  private async findViewer(
    repo: Repo,
    { sourceRepo, sender, reader = '' }: BuildRequest,
  ): Promise<Viewer | null> {
    if (sourceRepo && sourceRepo !== repo.slug) return null;
    if (reader !== '') return this.findReader(reader);
    const user = await this.deps.users.findByLogin(sender);
    return user?.active ? user : null;
  }

  private async findReader(reader: Reader): Promise<Viewer | null> {
    const parsed = parseReader(reader);
    if (!parsed || parsed.withheld === 'private') return null;
    const user = await this.deps.users.findById(parsed.accountId);
    if (!user?.active) return null;
    return parsed.withheld === 'admin' ? { ...user, admin: false } : user;
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
      throw missing(`There is no ${configPath} in commit ${sha.slice(0, 8)}`);
    }
    return source;
  }
}

function failed(error: unknown, source: string): ReadConfig {
  if (!(error instanceof AppError)) throw error;
  return { source, config: source, error: error.message };
}
