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
  /** As the repository holds it. */
  source: string;
  config: string;
  /** Why it could not be converted, or nothing. */
  error: string;
}

/** Reads the pipeline file that a build is asked of, and converts what is none yet. */
export class ConfigReader {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async read(repo: Repo, request: BuildRequest): Promise<ReadConfig> {
    // A restart brings the file as it was converted then.
    const kept = request.config;
    if (kept !== undefined) return { source: kept, config: kept, error: '' };
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

  /** Reads the file of a commit as the repository holds it; throws a 404 if the commit has none. */
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

/** No build could use the file, whatever it says. */
export function isTooLong(config: string): boolean {
  return config.length > pipelineLimits.characters;
}
