import { pipelineLimits } from '@millrace/contract/pipeline';
import type { Clock } from '@millrace/node-kit/clock';
import type { BuildRequest } from '../../../builds/build-request.ts';
import type { Repo } from '../../../domain/repo.ts';
import type { Forge } from '../../../forges/forge.ts';
import { homeOfCommits } from '../../../forges/home-of-commits.ts';
import type { Ports } from '../../../ports.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import { draftBuild } from './draft-build.ts';

interface Deps {
  forge: Forge;
  clock: Clock;
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
    source ??= await this.readSource(repo, request.sourceRepo, request.commit.sha);
    if (isTooLong(source)) return { source, config: source, error: '' };
    try {
      const yaml = await convertConfig(repo, request, source);
      return { source, config: await convertWithExtension(repo, build, yaml), error: '' };
    } catch (error) {
      return failed(error, source);
    }
  }

  /** Reads the unconverted file from a commit. Throws 404 if the commit has none. */
  async readSource(repo: Repo, sourceRepo: string | undefined, sha: string): Promise<string> {
    const { configPath } = repo;
    const home = homeOfCommits(this.deps.forge, repo, sourceRepo);
    const source = await this.deps.forge.readFile(home, sha, configPath);
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
