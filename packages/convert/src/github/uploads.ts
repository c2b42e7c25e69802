import { withDependencies } from '@millrace/pipeline';
import type { SourceNode } from '../source/source-node.ts';

/** An artifact that a job uploads. */
interface Upload {
  job: string;
  /** Folder of its files in the clone folder, which GitHub leaves out of their paths; empty for the clone folder. */
  folder: string;
}

/** Artifacts of the jobs of a workflow, and the jobs that each job waits for. */
export class Uploads {
  private readonly uploads = new Map<string, Upload[]>();
  private readonly needs = new Map<string, readonly string[]>();

  constructor(jobs: readonly (readonly [id: string, job: SourceNode])[]) {
    for (const [id, job] of jobs) {
      this.needs.set(id, valuesOf(job.get('needs')));
      for (const step of job.get('steps')?.items ?? []) {
        if (!/^actions\/upload-artifact(?:@|$)/.test(step.get('uses')?.value ?? '')) continue;
        const inputs = step.get('with');
        const name = inputs?.get('name')?.value ?? 'artifact';
        const folder = folderOf((inputs?.get('path')?.value ?? '').split('\n'));
        this.uploads.set(name, [...(this.uploads.get(name) ?? []), { job: id, folder }]);
      }
    }
  }

  /** Returns the jobs before this one with an artifact of this name whose files are in this folder. */
  find(job: string, name: string, folder: string): string[] {
    const listNeeds = (each: string) => this.needs.get(each) ?? [];
    const before = withDependencies(listNeeds(job), listNeeds);
    return (this.uploads.get(name) ?? [])
      .filter((upload) => before.has(upload.job) && upload.folder === clean(folder))
      .map((upload) => upload.job);
  }
}

function valuesOf(node: SourceNode | undefined): string[] {
  if (!node) return [];
  return node.kind === 'list' ? node.items.map((item) => item.value) : [node.value];
}

/** Returns the folder that all files have in common. A last name without a dot is taken for a folder. */
function folderOf(paths: readonly string[]): string {
  const folders = paths.filter((path) => path.trim() !== '').map(folderOfPath);
  const [first = [], ...others] = folders;
  const isShared = (at: number) => others.every((other) => other[at] === first[at]);
  const end = first.findIndex((_, at) => !isShared(at));
  return (end < 0 ? first : first.slice(0, end)).join('/');
}

function folderOfPath(path: string): string[] {
  const names = clean(path).split('/');
  const pattern = names.findIndex((name) => /[*?[]/.test(name));
  if (pattern >= 0) return names.slice(0, pattern);
  const isFolder = path.trim().endsWith('/') || !names.at(-1)?.includes('.');
  return isFolder ? names : names.slice(0, -1);
}

function clean(path: string): string {
  const relative = path.trim().replace(/^\$\{\{\s*github\.workspace\s*\}\}\//, '');
  return relative
    .split('/')
    .filter((name) => name !== '' && name !== '.')
    .join('/');
}
