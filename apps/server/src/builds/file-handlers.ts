import type { FileVerdict } from '@millrace/build-rules';
import type { Build as BuildJson } from '@millrace/contract/api';
import type { BuildEvent } from '@millrace/contract/vocabulary';
import type { Repo } from '../domain/repo.ts';
import { askFirst } from '../shared/ask.ts';
import type { BuildRequest } from './build-request.ts';

/** A part of the way from a commit to the pipeline file that a build runs. All functions throw an `AppError` to refuse. */
export interface FileHandler {
  /** Returns a file that replaces that of the commit. */
  supply?: (repo: Repo, build: BuildJson) => Promise<string | undefined>;
  /**
   * Converts a file to YAML, also for plans.
   *
   * @param addScriptMs receives the processor time of its scripts
   */
  convert?: (
    repo: Repo,
    request: BuildRequest,
    text: string,
    addScriptMs?: (usedMs: number) => void,
  ) => Promise<string>;
  /** Returns whether the result of {@link convert} may differ between builds, because it is a script or uses a template. */
  isConvertedPerBuild?: (repo: Pick<Repo, 'configPath'>, text: string) => boolean;
  /** Returns whether the other functions ask services that plans do not ask. */
  asksServices?: (repo: Repo) => boolean;
  /** Converts the YAML of a build by services. */
  convertForBuild?: (repo: Repo, build: BuildJson, yaml: string) => Promise<string>;
  validate?: (repo: Repo, build: BuildJson, yaml: string) => Promise<FileVerdict>;
  /**
   * Returns why stages of a file cannot run.
   *
   * @param build event, target of a deployment, and login of the person who asks
   */
  findProblem?: (
    repo: Repo,
    yaml: string,
    stages: readonly string[],
    build: { event: BuildEvent; target: string; person: string },
  ) => Promise<string | undefined>;
  /** Returns whether the unconverted file contains a valid signature for the repository. */
  isSigned?: (repo: Repo, text: string) => Promise<boolean>;
}

/** Lets the handlers of pipeline files act in their order. */
export class FileHandlers {
  private readonly handlers: readonly FileHandler[];

  /** @param handlers may be completed until the first call */
  constructor(handlers: readonly FileHandler[]) {
    this.handlers = handlers;
  }

  async supply(repo: Repo, build: BuildJson): Promise<string | undefined> {
    return askFirst(this.list('supply'), repo, build);
  }

  async convert(...[repo, request, text, addScriptMs]: CallOf<'convert'>): Promise<string> {
    let converted = text;
    for (const { convert } of this.handlers) {
      converted = (await convert?.(repo, request, converted, addScriptMs)) ?? converted;
    }
    return converted;
  }

  isConvertedPerBuild(...question: CallOf<'isConvertedPerBuild'>): boolean {
    return this.handlers.some((handler) => handler.isConvertedPerBuild?.(...question));
  }

  asksServices(repo: Repo): boolean {
    return this.handlers.some((handler) => handler.asksServices?.(repo));
  }

  async convertForBuild(repo: Repo, build: BuildJson, yaml: string): Promise<string> {
    let converted = yaml;
    for (const { convertForBuild } of this.handlers) {
      converted = (await convertForBuild?.(repo, build, converted)) ?? converted;
    }
    return converted;
  }

  /** Skips the build if one handler does, else blocks it if one does. */
  async validate(...question: CallOf<'validate'>): Promise<FileVerdict> {
    let verdict: FileVerdict = { kind: 'accept' };
    for (const { validate } of this.handlers) {
      const one = await validate?.(...question);
      if (one?.kind === 'skip') return one;
      if (one?.kind === 'block') verdict = one;
    }
    return verdict;
  }

  async findProblem(...question: CallOf<'findProblem'>): Promise<string | undefined> {
    return askFirst(this.list('findProblem'), ...question);
  }

  async isSigned(repo: Repo, text: string): Promise<boolean> {
    for (const { isSigned } of this.handlers) {
      if (await isSigned?.(repo, text)) return true;
    }
    return false;
  }

  private list<Name extends keyof FileHandler>(name: Name): FileHandler[Name][] {
    return this.handlers.map((handler) => handler[name]);
  }
}

type CallOf<Name extends keyof FileHandler> = Parameters<NonNullable<FileHandler[Name]>>;
