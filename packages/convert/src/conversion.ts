import { pipelineLimits } from '@millrace/pipeline';
import { ForeignFileError } from './foreign-file-error.ts';
import { type Commented, createStage, type Stage } from './model.ts';
import type { SourceNode } from './source/source-node.ts';

export interface Note {
  /** Line in the source, from 1. */
  line: number;
  message: string;
}

/**
 * Notes, counts and limits of one conversion. Each note is also a comment in the pipeline. The limits are those of
 * pipeline files: a small file can ask for much with commands, templates and values that use each other.
 */
export class Conversion {
  readonly notes: Note[] = [];
  readonly steps = { found: 0, carried: 0 };
  private stages = 0;
  private characters = 0;
  private readonly messages = new WeakMap<Commented, Set<string>>();

  createStage(name: string): Stage {
    if (++this.stages > pipelineLimits.pipelines)
      throw tooMany('pipelines', pipelineLimits.pipelines);
    return createStage(name);
  }

  /** Counts a step of the source. */
  findStep(): void {
    if (++this.steps.found > pipelineLimits.steps) throw tooMany('steps', pipelineLimits.steps);
  }

  /** Counts the characters of a value that is put into a text. */
  spend(characters: number): void {
    this.characters += characters;
    const limit = pipelineLimits.filledCharacters;
    if (this.characters > limit) throw tooMany('characters, with values filled in', limit);
  }

  /** Notes that a value has no equivalent. `what` completes the sentence "Not converted: …". */
  skip(target: Commented, node: SourceNode, what: string): void {
    node.mark();
    this.add(target, node.line, `Not converted: ${what}`);
  }

  /** Notes that the value of a key, if there is one, has no equivalent, with the reason. */
  skipKey(target: Commented, parent: SourceNode, key: string, reason: string): void {
    const node = parent.get(key);
    if (node) this.skip(target, node, `${key}: ${node.summarize()}, because ${reason}`);
  }

  /** Notes that a value is converted, but needs a look. */
  remark(target: Commented, node: SourceNode, message: string): void {
    this.add(target, node.line, message);
  }

  /** Notes each value below a node that no reader has read. */
  skipUnread(target: Commented, node: SourceNode | undefined, prefix = ''): void {
    for (const { path, node: unread } of node?.listUnread() ?? []) {
      const name = [prefix, path].filter((part) => part !== '').join('.');
      const value = unread.summarize();
      this.skip(target, unread, value === '' ? name : `${name}: ${value}`);
    }
  }

  private add(target: Commented, line: number, message: string): void {
    const messages = this.messages.get(target) ?? new Set();
    this.messages.set(target, messages);
    if (messages.has(message)) return;
    messages.add(message);
    target.comments.push(message);
    this.notes.push({ line, message });
  }
}

function tooMany(what: string, limit: number): ForeignFileError {
  return new ForeignFileError(`the file needs more than ${limit.toLocaleString('en')} ${what}`);
}
