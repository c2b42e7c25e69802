import type { PlanAudience } from '@millrace/build-host/builds/build-input';
import { hookTrigger } from '@millrace/build-host/builds/build-input';
import { requestFrom } from '@millrace/build-host/builds/new-build';
import { type EventFacts, type Reader, refuseEvent } from '@millrace/build-rules';
import type { BackTest, FilePlan, PlanFacts, PlannedBuild } from '@millrace/contract/api';
import { callerGone, missing, TooManyError } from '@millrace/contract/api-errors';
import { starterOf } from '@millrace/contract/starter-of';
import { branchRef } from '@millrace/pipeline/git-ref';
import { type BuildRequest, rulesOf } from '../../../builds/build-request.ts';
import type { FileHandlers } from '../../../builds/file-handlers.ts';
import type { Core } from '../../../core.ts';
import type { Repo } from '../../../domain/repo.ts';
import type { EarlierBuild } from '../../../dry-run/back-test.ts';
import type { DryRunThreads } from '../../../dry-run/dry-run-thread.ts';
import type { PlanInput } from '../../../dry-run/plan-file.ts';
import { toRepoJson } from '../../../repositories/repo-mapper.ts';
import { describeServer } from '../../../shared/describe-server.ts';
import { SlotsPerKey } from '../../../shared/slots-per-key.ts';
import type { ConfigReader } from '../start/config-reader.ts';
import { draftBuild } from '../start/draft-build.ts';
import { readEarlierBuilds } from './earlier-builds-reader.ts';
import { EditedFile } from './edited-file.ts';
import { simulateRequests } from './simulated-requests.ts';

interface Deps extends Pick<Core, 'db' | 'forge' | 'clock' | 'publicUrl'> {
  configReader: Pick<ConfigReader, 'readSource' | 'convertText'>;
  findCommit: Core['forge']['findCommit'];
  threads: DryRunThreads;
  audience: PlanAudience;
  fileHandlers: Pick<FileHandlers, 'isConvertedPerBuild' | 'asksServices' | 'findProblem'>;
}

/** Whole plans wait, because their scripts run outside of the thread of dry runs. */
const turns = {
  perKey: 1,
  waiting: 256,
  refusal: () => new TooManyError('too many pipeline files are planned concurrently', 5),
};

/** The person who edits a file. */
export interface Editor {
  /** Account whose permissions decide on files of other repositories; empty for none. */
  login: string;
  /** Empty for a guest, who has no login. */
  reader: Reader;
  /** Whether templates of the organization are used. Their texts show in the plan. */
  mayUseTemplates: boolean;
  /** Account or address, by which time is shared. */
  callerKey: string;
  /** Aborts when the client has disconnected. */
  gone: AbortSignal;
}

/** An edited pipeline file that is in no commit, beside the other files of a branch. */
export interface EditedText {
  text: string;
  branch: string;
  /** Commit with the other files; by default the newest one of the branch. */
  revision?: string;
}

/** Plans and back-tests the edited pipeline files of one audience. */
export class FilePlanner {
  private readonly deps: Deps;
  private readonly plans = new SlotsPerKey({ ...turns, count: 2 });
  private readonly backTests = new SlotsPerKey({ ...turns, count: 1 });

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Plans a build of each event. */
  plan(repo: Repo, editor: Editor, edited: EditedText, facts: PlanFacts): Promise<FilePlan> {
    return this.plans.run(editor.callerKey, () => this.runPlan(repo, editor, edited, facts));
  }

  /** Compares the newest builds with what they would have run under the file. */
  backTest(repo: Repo, editor: Editor, edited: EditedText, limit: number): Promise<BackTest> {
    return this.backTests.run(editor.callerKey, () =>
      this.runBackTest(repo, editor, edited, limit),
    );
  }

  private async runPlan(
    repo: Repo,
    editor: Editor,
    edited: EditedText,
    facts: PlanFacts,
  ): Promise<FilePlan> {
    refuseGone(editor);
    const { commit, source, file, input } = await this.open(repo, edited);
    const builds: PlanInput['builds'][number][] = [];
    const { branch } = edited;
    for (const request of simulateRequests({ ...facts, branch }, commit, editor.login)) {
      refuseGone(editor);
      const build = draftBuild(this.deps, repo, request);
      const refusal = refuseEvent(rulesOf(repo), eventFacts(request));
      const { text, error } = await file.convert(withRights(request, editor));
      builds.push({ build, text, error: refusal ?? error });
    }
    const plans = await this.deps.threads.plan(editor.callerKey, {
      ...input,
      source,
      isYaml: this.isYaml(repo),
      texts: file.texts,
      builds,
    });
    const refused = plans.builds.map((planned, at) =>
      this.refuseForbidden(repo, planned, builds[at], file.texts),
    );
    return {
      problems: nameProblems(plans.problems, repo),
      builds: await Promise.all(refused),
      left_out: this.listOmitted(repo),
    };
  }

  /** A build that cannot run, for example by a policy, is refused like one with an error of its file. */
  private async refuseForbidden(
    repo: Repo,
    planned: PlannedBuild,
    input: PlanInput['builds'][number] | undefined,
    texts: readonly string[],
  ): Promise<PlannedBuild> {
    const names = planned.pipelines.filter(({ runs }) => runs).map(({ name }) => name);
    if (names.length === 0 || !input) return planned;
    const { event, deploy_to: target = '' } = input.build;
    const config = texts[input.text ?? 0] ?? '';
    const build = { event, target, person: starterOf(input.build) };
    const error = await this.deps.fileHandlers.findProblem(repo, config, names, build);
    return error === undefined ? planned : { ...planned, error, pipelines: [] };
  }

  private async runBackTest(
    repo: Repo,
    editor: Editor,
    edited: EditedText,
    limit: number,
  ): Promise<BackTest> {
    refuseGone(editor);
    const { source, file, input } = await this.open(repo, edited);
    const builds: EarlierBuild[] = [];
    for (const stored of await readEarlierBuilds(this.deps.db, repo.id, limit)) {
      const { build, json, config, changedPaths, matrices } = stored;
      refuseGone(editor);
      // Older builds are not compared.
      if (file.isOverTime) break;
      const { text, error } = await file.convert(withRights(requestFrom(build), editor));
      const position = file.add(config);
      builds.push({ build: json, stored: position, edited: text, error, changedPaths, matrices });
    }
    const { threads } = this.deps;
    const texts = file.texts;
    const { problems } = await threads.plan(editor.callerKey, {
      ...input,
      source,
      isYaml: this.isYaml(repo),
      texts: [],
      builds: [],
    });
    return {
      problems: nameProblems(problems, repo),
      builds: await threads.backTest(editor.callerKey, { ...input, texts, builds }),
      left_out: this.listOmitted(repo),
    };
  }

  private async open(repo: Repo, { text, branch, revision = branchRef(branch) }: EditedText) {
    const { configReader, findCommit, forge, publicUrl } = this.deps;
    const commit = await findCommit(repo, revision);
    if (!commit) throw missing(`There is no branch ${branch}`);
    const source = await configReader.readSource(repo, undefined, commit.sha, text);
    const file = new EditedFile(this.deps, repo, source);
    const system = describeServer(publicUrl());
    return { commit, source, file, input: { repo: toRepoJson(repo, forge), system } };
  }

  private isYaml(repo: Repo): boolean {
    return (
      /\.ya?ml$/.test(repo.configPath) || !this.deps.fileHandlers.isConvertedPerBuild(repo, '')
    );
  }

  private listOmitted(repo: Repo): FilePlan['left_out'] {
    return this.deps.fileHandlers.asksServices(repo) ? ['extensions'] : [];
  }
}

/** The message is not known: the edited file is in no commit. */
function eventFacts({ event, trigger }: BuildRequest): EventFacts {
  return { event, isHook: trigger === hookTrigger, isFork: false, title: '', message: '' };
}

/** Other files are read with the rights of the editor, whoever the request is of. */
function withRights(
  request: BuildRequest,
  { login, reader, mayUseTemplates }: Editor,
): BuildRequest {
  return { ...request, sender: login, reader, refusesTemplates: !mayUseTemplates };
}

/** A client that has disconnected, for example because its text changed, needs no answer. */
function refuseGone({ gone }: Editor): void {
  if (gone.aborted) throw callerGone();
}

/** Only findings in other files name their file. */
function nameProblems(problems: FilePlan['problems'], { configPath }: Repo): FilePlan['problems'] {
  return problems.map(({ file, ...problem }) => ({
    ...problem,
    ...(file === undefined || file === configPath ? {} : { file }),
  }));
}
