import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { formatSize } from '@millrace/contract/format-size';
import type { EarlierArtifact, RunnerApi, StageDetails } from '@millrace/contract/runner';
import type { Clock } from '@millrace/node-kit/clock';
import type { ArtifactSource } from '@millrace/pipeline';
import type { WorkspaceFiles } from '../../engines/engine.ts';
import { describeReason } from '../describe-reason.ts';
import { DamagedDownload, inSpoolFolder, writeDownload } from '../spool.ts';
import type { StepControl } from '../stage-control.ts';
import type { StageReporter } from '../stage-reporter.ts';
import { unpackArtifacts } from './artifacts/unpack-artifacts.ts';
import { type WantedArtifact, WantedArtifacts } from './artifacts/wanted-artifacts.ts';
import type { ReportedStep, StepExtension } from './step-extension.ts';

interface ArtifactStage {
  reporter: StageReporter;
  control: StepControl;
  clock: Clock;
  details: Pick<StageDetails, 'build'>;
}

/** The running step that downloads artifacts. */
interface DownloadStep extends Pick<ReportedStep, 'id' | 'log'> {
  files: WorkspaceFiles;
}

/** Downloads at the same time, because most artifacts are small. */
const maxDownloads = 8;
/** Tries of a download whose connection ends early. The server ends it if its store has other content. */
const maxTries = 3;

/** Downloads the artifacts of other stages that the pipeline takes. The step fails unless it gets all of them. */
export class ArtifactExtension implements StepExtension {
  private readonly stage: ArtifactStage;

  constructor(stage: ArtifactStage) {
    this.stage = stage;
  }

  async onReady({ plan, id, log }: ReportedStep, files: WorkspaceFiles): Promise<void> {
    if (plan.artifactsFrom) await this.download(plan.artifactsFrom, { id, log, files });
  }

  private async download(sources: readonly ArtifactSource[], step: DownloadStep): Promise<void> {
    const { clock, control } = this.stage;
    const { files, log } = step;
    const startedMs = clock.nowMs();
    const artifacts = await this.listWanted(sources, step);
    if (artifacts.length === 0) return;
    await inSpoolFolder(files.spoolDir, async (folder) => {
      const pathOf = ({ id }: EarlierArtifact) => join(folder, String(id));
      const contents = new Map(artifacts.map((artifact) => [artifact.id, artifact]));
      await inGroups([...contents.values()], (artifact) =>
        this.load(artifact, pathOf(artifact), step),
      );
      await unpackArtifacts(artifacts, pathOf, { files, signal: control.stopped });
    });
    const time = ((clock.nowMs() - startedMs) / 1000).toFixed(1);
    await log.addNote(`[millrace] Downloaded ${describe(artifacts)} in ${time} s`);
  }

  private async listWanted(
    sources: readonly ArtifactSource[],
    step: DownloadStep,
  ): Promise<WantedArtifact[]> {
    const { details, control } = this.stage;
    const wanted = new WantedArtifacts();
    const names = new Set(details.build.stages?.map(({ name }) => name));
    for (const source of sources) {
      for (const stage of source.stages) {
        if (!names.has(stage)) {
          await step.log.addNote(`[millrace] "${stage}" is not part of this build`);
          continue;
        }
        const artifacts = await this.list(stage, step);
        const added = await wanted.add(artifacts, source, control.stopped);
        await step.log.addNote(`[millrace] "${stage}": ${describe(added)}`);
      }
    }
    return wanted.list();
  }

  private async list(stage: string, { id }: DownloadStep): Promise<EarlierArtifact[]> {
    const all: EarlierArtifact[] = [];
    let after: string | null | undefined;
    do {
      const query = { stage, ...(after ? { after } : {}) };
      const page = await this.call(`The artifacts of "${stage}" cannot be downloaded`, (api) =>
        api.listEarlierArtifacts({ params: { step: id }, query }),
      );
      all.push(...page.artifacts);
      after = page.next;
    } while (after);
    return all;
  }

  private async load(artifact: WantedArtifact, path: string, { id }: DownloadStep): Promise<void> {
    if (artifact.linkTarget !== null) return;
    const { stopped } = this.stage.control;
    const params = { step: id, artifact: artifact.id };
    let tries = 0;
    await this.call(`The artifact ${artifact.path} cannot be downloaded`, async (api) => {
      try {
        const content = await api.loadEarlierArtifact({ params }, stopped);
        tries++;
        await rm(path, { force: true });
        await writeDownload(content, { ...artifact, path }, stopped);
        return 'done';
      } catch (error) {
        const isFinal = stopped.aborted || tries === maxTries || error instanceof DamagedDownload;
        if (isFinal && error instanceof Error) return error;
        throw error;
      }
    });
  }

  /** Makes a call with retries. Throws if the server refuses it, or if it returns an error. */
  private async call<Result extends object | string>(
    problem: string,
    request: (api: RunnerApi) => Promise<Result | Error>,
  ): Promise<Result> {
    const { reporter, control } = this.stage;
    const result = await reporter.callOptional(request);
    control.stopped.throwIfAborted();
    if (result instanceof Error) throw new Error(`${problem}: ${describeReason(result)}`);
    if (result === undefined) throw new Error(`${problem}: the stage is lost`);
    return result;
  }
}

function describe(artifacts: readonly EarlierArtifact[]): string {
  const bytes = artifacts.reduce((sum, { size }) => sum + size, 0);
  const count = artifacts.length.toLocaleString('en');
  return `${count} ${artifacts.length === 1 ? 'artifact' : 'artifacts'}, ${formatSize(bytes)}`;
}

/** Calls a function for some items at a time. After a failure, it waits for those that have begun. */
async function inGroups<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < items.length; at += maxDownloads) {
    const results = await Promise.allSettled(items.slice(at, at + maxDownloads).map(work));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }
}
