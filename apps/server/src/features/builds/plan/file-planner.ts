import type { BackTest, FilePlan, PlanFacts } from '@millrace/contract/api';
import { branchRef } from '@millrace/contract/git-ref';
import type { Core } from '../../../core.ts';
import type { Repo } from '../../../domain/repo.ts';
import type { EarlierBuild } from '../../../dry-run/back-test.ts';
import type { DryRunThreads } from '../../../dry-run/dry-run-thread.ts';
import type { PlanInput } from '../../../dry-run/plan-file.ts';
import type { Ports } from '../../../ports.ts';
import { toRepoJson } from '../../../repositories/repo-mapper.ts';
import { notFound } from '../../../shared/errors.ts';
import type { ConfigReader } from '../start/config-reader.ts';
import { draftBuild } from '../start/draft-build.ts';
import { requestFrom } from '../start/new-build.ts';
import { readEarlierBuilds } from './earlier-builds-reader.ts';
import { EditedFile } from './edited-file.ts';
import { describeServer } from './server-facts.ts';
import { simulateRequests } from './simulated-requests.ts';

interface Deps extends Pick<Core, 'db' | 'forge' | 'clock' | 'publicUrl'> {
  configReader: Pick<ConfigReader, 'readSource' | 'convertText'>;
  findCommit: Core['forge']['findCommit'];
  threads: DryRunThreads;
  ports: Pick<Ports, 'isConvertedPerBuild' | 'hasFileExtension'>;
}

/** The person who edits a file, and the place by which threads are shared. */
export interface Editor {
  login: string;
  place: string;
}

/** An edited pipeline file that is in no commit, beside the other files of a branch. */
export interface EditedText {
  text: string;
  branch: string;
}

/** Plans and back-tests an edited pipeline file. */
export class FilePlanner {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Plans a build of each event. */
  async plan(repo: Repo, editor: Editor, edited: EditedText, facts: PlanFacts): Promise<FilePlan> {
    const { commit, source, file, input } = await this.open(repo, edited);
    const builds: PlanInput['builds'][number][] = [];
    const { branch } = edited;
    for (const request of simulateRequests({ ...facts, branch }, commit, editor.login)) {
      const build = draftBuild(this.deps, repo, request);
      builds.push({ build, ...(await file.convert(request)) });
    }
    const plans = await this.deps.threads.plan(editor.place, {
      ...input,
      ...{ source, isYaml: this.isYaml(repo), texts: file.texts, builds },
    });
    return {
      problems: nameProblems(plans.problems, repo),
      builds: plans.builds,
      left_out: this.listLeftOut(repo),
    };
  }

  /** Compares the newest builds with what they would have run under the file. */
  async backTest(repo: Repo, editor: Editor, edited: EditedText, limit: number): Promise<BackTest> {
    const { source, file, input } = await this.open(repo, edited);
    const builds: EarlierBuild[] = [];
    for (const stored of await readEarlierBuilds(this.deps.db, repo.id, limit)) {
      const { build, json, config, changedPaths } = stored;
      const request = { ...requestFrom(build), sender: editor.login };
      const { text, error } = await file.convert(request);
      builds.push({ build: json, stored: file.add(config), edited: text, error, changedPaths });
    }
    const { threads } = this.deps;
    const texts = file.texts;
    const { problems } = await threads.plan(editor.place, {
      ...input,
      ...{ source, isYaml: this.isYaml(repo), texts: [], builds: [] },
    });
    return {
      problems: nameProblems(problems, repo),
      builds: await threads.backTest(editor.place, { ...input, texts, builds }),
      left_out: this.listLeftOut(repo),
    };
  }

  private async open(repo: Repo, { text, branch }: EditedText) {
    const { configReader, findCommit, forge, publicUrl } = this.deps;
    const commit = await findCommit(repo, branchRef(branch));
    if (!commit) throw notFound(`There is no branch ${branch}`);
    const source = await configReader.readSource(repo, undefined, commit.sha, text);
    const file = new EditedFile(this.deps, repo, source);
    const system = describeServer(publicUrl());
    return { commit, source, file, input: { repo: toRepoJson(repo, forge), system } };
  }

  private isYaml(repo: Repo): boolean {
    return /\.ya?ml$/.test(repo.configPath) || !this.deps.ports.isConvertedPerBuild(repo, '');
  }

  private listLeftOut(repo: Repo): FilePlan['left_out'] {
    return this.deps.ports.hasFileExtension(repo) ? ['extensions'] : [];
  }
}

/** Only findings in other files name their file. */
function nameProblems(problems: FilePlan['problems'], { configPath }: Repo): FilePlan['problems'] {
  return problems.map(({ file, ...problem }) => ({
    ...problem,
    ...(file === undefined || file === configPath ? {} : { file }),
  }));
}
