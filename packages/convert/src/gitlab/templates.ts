import { pipelineLimits } from '@millrace/pipeline';
import type { Conversion } from '../conversion.ts';
import { ForeignFileError } from '../foreign-file-error.ts';
import type { Commented } from '../model.ts';
import { SourceNode } from '../source/source-node.ts';

/** Deeper chains of `extends` and `!reference` are not followed. GitLab has limits of 11 and 10. */
const maxDepth = 12;

/** Resolves `extends` and `!reference` in the jobs of a file. */
export class Templates {
  private readonly root: SourceNode;
  private readonly conversion: Conversion;
  private readonly extended = new Map<SourceNode, SourceNode>();
  private entries = 0;

  constructor(root: SourceNode, conversion: Conversion) {
    this.root = root;
    this.conversion = conversion;
  }

  /** Returns a job with the keys of those that it extends. */
  extend(job: SourceNode, target: Commented, depth = 0): SourceNode {
    const extended = job.get('extends');
    if (!extended) return job;
    const known = this.extended.get(job);
    if (known) return known;
    let merged = new SourceNode('map', job.line);
    for (const name of extended.readTexts()) {
      const base = this.root.get(name);
      if (!base || depth > maxDepth) {
        this.conversion.skip(
          target,
          extended,
          `extends: ${name}, because this file has no such job; it may be in an included file`,
        );
      } else merged = this.merge(merged, this.extend(base, target, depth + 1));
    }
    const own = new SourceNode('map', job.line);
    for (const [key, value] of job.entries) if (key !== 'extends') own.entries.set(key, value);
    const result = this.merge(merged, own);
    this.extended.set(job, result);
    return result;
  }

  /** Lists the items of a list or a text, with references and nested lists replaced by theirs. */
  items(node: SourceNode | undefined, target: Commented, depth = 0): SourceNode[] {
    if (!node) return [];
    this.spend(1);
    if (node.tag !== '!reference') {
      return node.kind === 'list'
        ? node.items.flatMap((item) => this.items(item, target, depth))
        : [node];
    }
    const path = node.items.map((item) => item.readText() ?? '');
    let found: SourceNode | undefined = this.root;
    for (const [index, key] of path.entries()) {
      const next: SourceNode | undefined = found?.get(key);
      found = next && index === 0 ? this.extend(next, target) : next;
    }
    if (!found || depth > maxDepth) {
      this.conversion.skip(
        target,
        node,
        `!reference [${path.join(', ')}], because this file has no such key`,
      );
      return [];
    }
    return this.items(found, target, depth + 1);
  }

  /** Merges maps key by key; lists and texts of `over` replace those of `base`. */
  private merge(base: SourceNode, over: SourceNode): SourceNode {
    if (base.kind !== 'map' || over.kind !== 'map') return over;
    this.spend(base.entries.size + over.entries.size);
    const merged = new SourceNode('map', over.line);
    for (const [key, value] of base.entries) {
      const other = over.get(key);
      merged.entries.set(key, other ? this.merge(value, other) : value);
      // A replaced value counts as read, because its job ignores it.
      if (other && (value.kind !== 'map' || other.kind !== 'map')) value.mark();
    }
    for (const [key, value] of over.entries) if (!base.get(key)) merged.entries.set(key, value);
    return merged;
  }

  /** Counts the values of templates, each as often as it is used. */
  private spend(entries: number): void {
    this.entries += entries;
    if (this.entries > pipelineLimits.texts) {
      const limit = pipelineLimits.texts.toLocaleString('en');
      throw new ForeignFileError(`the templates of the file have more than ${limit} values`);
    }
  }
}
