import { pipelineLimits } from '@millrace/contract/pipeline';
import type { BuildRequest } from '../../../builds/build-request.ts';
import type { Repo } from '../../../domain/repo.ts';
import type { Forge } from '../../../forges/forge.ts';
import { homeOfCommits } from '../../../forges/home-of-commits.ts';
import type { Ports } from '../../../ports.ts';
import { AppError, notFound } from '../../../shared/errors.ts';

interface Deps {
  forge: Forge;
  ports: Pick<Ports, 'convertConfig'>;
}

interface ReadConfig {
  /** Text of the file in the repository, before conversion. */
  source: string;
  config: string;
  /** Reason why the file could not be converted; empty if there is none. */
  error: string;
}

/** Reads the pipeline file for a build. Scripts and templates are converted to YAML. */
export class ConfigReader {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async read(repo: Repo, request: BuildRequest): Promise<ReadConfig> {
    // A restart uses the converted file of the first build.
    const converted = request.config;
    if (converted !== undefined) return { source: converted, config: converted, error: '' };
    const source = await this.readSource(repo, request.sourceRepo, request.commit.sha);
    if (isTooLong(source)) return { source, config: source, error: '' };
    try {
      const config = await this.deps.ports.convertConfig(repo, request, source);
      return { source, config, error: '' };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { source, config: source, error: error.message };
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

/** Returns whether a pipeline file is longer than any build accepts. */
export function isTooLong(config: string): boolean {
  return config.length > pipelineLimits.characters;
}
