import type { BackTest, Build, TestedBuild } from '@millrace/contract/api';
import { WorkTree } from '../support/work-tree.ts';
import { give } from './give.ts';
import type { Scenario } from './scenario.ts';
import type { Setting } from './setting.ts';

/** Runs the events of a scenario in its repository. */
export class Play {
  readonly slug: string;
  private readonly setting: Setting;
  private readonly scenario: Scenario;
  readonly tree: WorkTree;
  private commits = 0;
  private lastPush = 0;

  private constructor(setting: Setting, scenario: Scenario, tree: WorkTree) {
    this.setting = setting;
    this.scenario = scenario;
    this.slug = `admin/${scenario.name}`;
    this.tree = tree;
  }

  static async begin(setting: Setting, scenario: Scenario): Promise<Play> {
    const tree = await WorkTree.create(setting.millrace, `admin/${scenario.name}`);
    const play = new Play(setting, scenario, tree);
    // The first push creates the repository, and must not start a build.
    await tree.commit({ 'README.md': 'A project\n' }, 'Begin');
    await play.push('main');
    for (const given of scenario.givens) {
      await give(play.fillPlaceholders(given), { setting, slug: play.slug, tree });
    }
    return play;
  }

  /** Triggers an event of the scenario and returns the finished builds. */
  async act(what: string): Promise<Build[]> {
    const before = await this.setting.admin.newestBuild(this.slug);
    await this.start(what);
    const after = await this.setting.admin.newestBuild(this.slug);
    if (what.startsWith('push') && after > before) this.lastPush = after;
    const numbers = Array.from({ length: after - before }, (_, index) => before + 1 + index);
    return Promise.all(numbers.map((number) => this.end(number, what)));
  }

  /** Compares all builds with what they would run under the file of the newest one. */
  async backTest(): Promise<TestedBuild[]> {
    const { admin } = this.setting;
    const path = `/api/repos/${this.slug}`;
    const newest = await admin.newestBuild(this.slug);
    if (newest === 0) return [];
    const { text } = await admin.call<{ text: string }>(
      'GET',
      `${path}/builds/${newest}/file/source`,
    );
    const body = { text, builds: newest };
    const { builds } = await admin.call<BackTest>('POST', `${path}/pipeline/history`, body);
    return builds;
  }

  private async end(number: number, what: string): Promise<Build> {
    const { admin } = this.setting;
    const [, started] = /, then start (\S+)$/.exec(what) ?? [];
    if (started !== undefined) return this.startStage(number, started);
    if (!what.endsWith(', then cancel')) return admin.finishedBuild(this.slug, number);
    for (;;) {
      const build = await admin.findBuild(this.slug, number);
      if (build.stages?.some(({ waiting }) => waiting)) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await admin.call('DELETE', `/api/repos/${this.slug}/builds/${number}`);
    return admin.finishedBuild(this.slug, number);
  }

  /** Starts a manual stage of a build when nothing else of it goes on. */
  private async startStage(number: number, name: string): Promise<Build> {
    const { admin } = this.setting;
    const { stages = [] } = await admin.finishedBuild(this.slug, number);
    const stage = stages.find((each) => each.name === name);
    const path = `/api/repos/${this.slug}/builds/${number}/approve/${stage?.number}`;
    await admin.call('POST', path);
    return admin.finishedBuild(this.slug, number);
  }

  private async start(what: string): Promise<void> {
    const { admin } = this.setting;
    const words = what.replace(/,.*/, '').split(' ');
    const [verb = '', second] = words;
    const last = words.at(-1) ?? '';
    const path = `/api/repos/${this.slug}`;
    switch (verb) {
      case 'push':
        if (second === 'changing') return this.commitAndPush('main', words.slice(2));
        await this.commitAndPush(second === 'to' ? last : 'main');
        if (second === 'twice') await this.commitAndPush('main');
        return;
      case 'tag':
        await this.tree.git('tag', last);
        return this.push(last);
      case 'promote':
      case 'rollback': {
        const build = `${path}/builds/${this.lastPush}`;
        return admin.call('POST', `${build}/${verb}?target=${last}&BY_HAND=yes`);
      }
      case 'cron':
        await admin.call('POST', `${path}/cron`, { name: last, expr: '@yearly', branch: 'main' });
        return admin.call('POST', `${path}/cron/${last}`);
      case 'custom':
        return admin.call('POST', `${path}/builds?branch=main&BY_HAND=yes`);
      default:
        throw new Error(`${this.scenario.name}: unknown event "${what}"`);
    }
  }

  private async commitAndPush(branch: string, paths: string[] = []): Promise<void> {
    const count = ++this.commits;
    if (branch !== 'main') await this.tree.git('checkout', '--quiet', '-B', branch);
    const files = paths.map((path): [string, string] => [path, `change ${count}\n`]);
    const pipeline = await this.fillIn(this.scenario.text);
    await this.tree.commit(
      { '.drone.yml': pipeline, ...Object.fromEntries(files) },
      `Change ${count}`,
    );
    await this.push(branch);
    if (branch !== 'main') await this.tree.git('checkout', '--quiet', 'main');
  }

  private async push(ref: string): Promise<void> {
    const { exitCode, stderr } = await this.tree.push(ref);
    if (exitCode !== 0) throw new Error(stderr);
  }

  private async fillIn(source: string): Promise<string> {
    const { admin } = this.setting;
    const path = `/api/repos/${this.slug}`;
    let text = forThisArchitecture(this.fillPlaceholders(source));
    for (const [place, plain] of text.matchAll(/@encrypted (.+?)@/g)) {
      const { data } = await admin.call<{ data: string }>('POST', `${path}/encrypt`, {
        data: plain,
      });
      text = text.replace(place, data);
    }
    if (!text.includes('@hmac@')) return text;
    const { data } = await admin.call<{ data: string }>('POST', `${path}/sign`, {
      data: text.replace(/^kind: signature\nhmac: @hmac@\n/m, ''),
    });
    return text.replace('@hmac@', data);
  }

  /** Replaces the placeholders of a text with values of this run. */
  readonly fillPlaceholders = (text: string): string =>
    text.replace(/@(\w+)@/g, (place, name) => this.setting.places[name] ?? place);
}

/** Replaces amd64, the default of pipeline files without a platform. */
function forThisArchitecture(text: string): string {
  if (process.arch !== 'arm64') return text;
  return text
    .split(/^---$/m)
    .map((part) => {
      if (!/^kind: pipeline$/m.test(part)) return part;
      if (/^platform:/m.test(part)) return part.replace('arch: amd64', 'arch: arm64');
      return `${part.trimEnd()}\nplatform: { arch: arm64 }\n`;
    })
    .join('---');
}
