import type { PlanAudience } from '@millrace/build-host/builds/build-input';
import { AppError } from '@millrace/contract/api-errors';
import { wallLimitMs } from '@millrace/node-kit/processor-budget';
import { isConfigTooLong } from '@millrace/pipeline';
import type { BuildRequest } from '../../../builds/build-request.ts';
import type { FileHandlers } from '../../../builds/file-handlers.ts';
import type { Repo } from '../../../domain/repo.ts';
import type { ConfigReader } from '../start/config-reader.ts';

interface Deps {
  configReader: Pick<ConfigReader, 'convertText'>;
  fileHandlers: Pick<FileHandlers, 'isConvertedPerBuild'>;
  audience: PlanAudience;
}

/** Maximum processor time for scripts and templates, which run once for each build. */
const maxScriptMs = 10_000;
const tooSlow = `Scripts and templates need more than ${maxScriptMs / 1000} seconds of processor time for all builds`;

/** Position in `texts` of a file as converted for a build, or the reason why it could not be converted. */
export interface ConvertedText {
  text: number;
  error: string;
}

/** Converts an edited pipeline file for several builds, once if all of them have the same result. */
export class EditedFile {
  /** The results, and texts that callers add. */
  readonly texts: string[] = [];
  private readonly deps: Deps;
  private readonly repo: Repo;
  private readonly source: string;
  private shared: Promise<ConvertedText> | undefined;
  private scriptMs = 0;
  /** Ends conversions that wait for the scripts of others, the forge or extensions. */
  private readonly deadlineMs = performance.now() + wallLimitMs(maxScriptMs);

  /** @param source text as written, with the other files of the folder of pipeline files */
  constructor(deps: Deps, repo: Repo, source: string) {
    this.deps = deps;
    this.repo = repo;
    this.source = source;
  }

  /** Whether the conversions have taken so long that no other one should begin. */
  get isOverTime(): boolean {
    return this.scriptMs >= maxScriptMs || performance.now() > this.deadlineMs;
  }

  convert(request: BuildRequest): Promise<ConvertedText> {
    if (this.deps.fileHandlers.isConvertedPerBuild(this.repo, this.source))
      return this.run(request);
    this.shared ??= this.run(request);
    return this.shared;
  }

  /** Returns the position of a text, which is added unless it exists. */
  add(text: string): number {
    const known = this.texts.indexOf(text);
    return known === -1 ? this.texts.push(text) - 1 : known;
  }

  private async run(request: BuildRequest): Promise<ConvertedText> {
    if (isConfigTooLong(this.source)) return { text: this.add(this.source), error: '' };
    if (this.isOverTime) return { text: this.add(''), error: tooSlow };
    try {
      const text = await this.deps.configReader.convertText(
        this.repo,
        { ...request, dryRunFor: this.deps.audience },
        this.source,
        (usedMs) => {
          this.scriptMs += usedMs;
        },
      );
      return { text: this.add(text), error: '' };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { text: this.add(''), error: error.message };
    }
  }
}
