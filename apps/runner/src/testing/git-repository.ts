import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A real repository that steps can clone by its path. */
export class GitRepository {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
    this.git('init', '--quiet', '--initial-branch=main');
  }

  /** Commits a file and returns the commit's hash. */
  commit(fileName: string, text: string): string {
    writeFileSync(join(this.path, fileName), text);
    this.git('add', '.');
    this.git('commit', '--quiet', '--message', `Add ${fileName}`);
    return this.git('rev-parse', 'HEAD').trim();
  }

  git(...args: string[]): string {
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    return execFileSync('git', [...identity, ...args], { cwd: this.path, encoding: 'utf8' });
  }
}
