import type { Conversion } from '../conversion.ts';
import { findDependencies } from '../find-dependencies.ts';
import { lastCertainStep, type Stage } from '../model.ts';
import { isInside } from '../names.ts';
import type { SourceNode } from '../source/source-node.ts';

interface Attached {
  folder: string;
  node: SourceNode;
}

/** Files that jobs pass on in a workspace. Here they are artifacts, which keep their paths in the clone folder. */
export class Workspaces {
  /** Folder of the files that a job adds, relative to the clone folder. */
  private readonly persisted = new Map<Stage, string>();
  private readonly attached = new Map<Stage, Attached>();

  /** Returns whether the files are in the clone folder, and a step leaves them. */
  persist(stage: Stage, root: string, paths: readonly string[], cloneFolder: string): boolean {
    const folder = relativeTo(cloneFolder, root);
    const step = lastCertainStep(stage);
    const files = paths.map((path) => clean(folder ? `${folder}/${path}` : path));
    if (folder === undefined || !step || files.length === 0 || !files.every(isInside)) return false;
    step.artifacts.push(...files.filter((file) => !step.artifacts.includes(file)));
    this.persisted.set(stage, folder);
    return true;
  }

  /** Returns whether the files are in the clone folder. */
  attach(stage: Stage, at: string, cloneFolder: string, node: SourceNode): boolean {
    const folder = relativeTo(cloneFolder, at);
    if (folder === undefined) return false;
    this.attached.set(stage, { folder, node });
    return true;
  }

  /** Gives jobs the artifacts of those that they depend on. */
  connect(stages: readonly Stage[], conversion: Conversion): void {
    for (const [stage, { folder, node }] of this.attached) {
      const before = findDependencies(stage, stages);
      for (const source of stages.filter(({ name }) => before.has(name))) {
        const root = this.persisted.get(source);
        if (root === folder) stage.artifactsFrom.push(source.name);
        else if (root !== undefined) {
          const message = `Not converted: the files of ${source.name} are not in another folder here, as attach_workspace wants.`;
          conversion.remark(stage, node, message);
        }
      }
    }
  }
}

/** Returns a path relative to the clone folder, empty for the folder itself; undefined if it is elsewhere. */
function relativeTo(cloneFolder: string, path: string): string | undefined {
  const [folder, wanted] = [clean(cloneFolder), clean(path)];
  if (wanted === folder || wanted === '') return '';
  if (wanted.startsWith(`${folder}/`)) return wanted.slice(folder.length + 1);
  return isInside(wanted) ? wanted : undefined;
}

/** Leaves out empty names and `.`. */
function clean(path: string): string {
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  return `${path.startsWith('/') ? '/' : ''}${names.join('/')}`;
}
