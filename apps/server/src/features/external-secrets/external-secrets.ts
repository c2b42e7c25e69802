import type { PipelineReader } from '@millrace/build-host/pipeline-files/pipeline-reader';
import { processOfRunner, type Stage } from '@millrace/build-rules';
import type { Build } from '@millrace/contract/api';
import { ServiceError } from '@millrace/contract/api-errors';
import type { StageSecret } from '@millrace/contract/runner';
import type { OutsideSecret } from '@millrace/pipeline';
import type { SecretSource } from '../../builds/secret-source.ts';
import type { Repo } from '../../domain/repo.ts';

/** Maximum number of secrets from outside of the server that one stage may use. */
const maxPerStage = 100;

interface Deps {
  pipelineReader: PipelineReader;
  /** In the order in which they are asked. */
  sources: () => readonly SecretSource[];
  /** Whether runners may connect that have secret extensions of their own, as those of existing servers. */
  mayRunnersHaveSources: () => Promise<boolean>;
}

/** Reads the secrets of a pipeline file that are stored outside of the server: `kind: secret` with `get.path`. */
export class ExternalSecrets {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Returns why the stages cannot run, if they use a secret that no source could have; otherwise undefined. */
  async findProblem(
    repo: Repo,
    config: string,
    stages: readonly string[],
  ): Promise<string | undefined> {
    const { mayRunnersHaveSources } = this.deps;
    if (this.sourcesFor(repo).length > 0 || (await mayRunnersHaveSources())) return undefined;
    const [secret] = await this.listUsed(repo, config, stages);
    return secret && describeMissingSource(secret);
  }

  /**
   * Without a source, an existing runner gets no secrets, because it may have a source of its own.
   *
   * @throws ServiceError if a source fails, or a secret does not exist
   */
  async listFor(
    repo: Repo,
    build: Build,
    config: string,
    stage: Pick<Stage, 'name' | 'runner'>,
  ): Promise<StageSecret[]> {
    if (processOfRunner(stage.runner) === '' && this.sourcesFor(repo).length === 0) return [];
    const secrets = await this.listUsed(repo, config, [stage.name]);
    if (secrets.length > maxPerStage) {
      throw new ServiceError(
        `The stage uses ${secrets.length} secrets from outside of the server; at most ${maxPerStage} are possible`,
      );
    }
    const reads = await Promise.allSettled(secrets.map((each) => this.find(repo, build, each)));
    return reads.flatMap((read) => {
      // Of several failures, the first one in the file is shown.
      if (read.status === 'rejected') throw read.reason;
      return read.value ?? [];
    });
  }

  /** Returns undefined if the build may not use the secret. */
  private async find(
    repo: Repo,
    build: Build,
    secret: OutsideSecret,
  ): Promise<StageSecret | undefined> {
    const { name, path, key } = secret;
    const sources = this.sourcesFor(repo);
    if (sources.length === 0) throw new ServiceError(describeMissingSource(secret));
    const reasons: string[] = [];
    for (const source of sources) {
      const found = await source.find({ repo, build, path, key });
      if (found.kind === 'value') return { name, data: found.value };
      if (found.kind === 'withheld') return undefined;
      reasons.push(found.reason);
    }
    throw new ServiceError(`The secret "${name}" (${describePath(secret)}): ${reasons.join('; ')}`);
  }

  private sourcesFor(repo: Repo): SecretSource[] {
    return this.deps.sources().filter((source) => source.isFor(repo));
  }

  private listUsed(
    { slug }: Repo,
    config: string,
    stages: readonly string[],
  ): Promise<OutsideSecret[]> {
    return this.deps.pipelineReader.run(slug, {
      name: 'findOutsideSecrets',
      input: [config, stages],
    });
  }
}

function describeMissingSource(secret: OutsideSecret): string {
  return (
    `The secret "${secret.name}" has no source: for its ${describePath(secret)} this server needs a secret ` +
    'extension, Vault or a folder of secrets. An administrator can configure one.'
  );
}

function describePath({ path, key }: OutsideSecret): string {
  return key ? `path "${path}" and name "${key}"` : `path "${path}"`;
}
