import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { program } from '@millrace/test-support/program';
import { execa } from 'execa';
import { expect } from 'vitest';

export const platform = `platform: { os: ${process.platform}, arch: ${process.arch === 'arm64' ? 'arm64' : 'amd64'} }`;

/** Writes a pipeline file of type exec. */
export function execPipeline(steps: string, more = ''): string {
  return `kind: pipeline\ntype: exec\nname: default\n${platform}\n${more}\nsteps:\n${steps}`;
}

/** A folder in which a test runs `millrace exec`. */
export class ExecTree {
  readonly parent: string;
  readonly dir: string;
  /** Folder for temporary files of the program, to find what it leaves. */
  readonly temporary: string;

  private constructor(parent: string) {
    this.parent = parent;
    [this.dir, this.temporary] = [join(parent, 'tree'), join(parent, 'tmp')];
  }

  static async create(): Promise<ExecTree> {
    const tree = new ExecTree(await mkdtemp(join(tmpdir(), 'millrace-exec-test-')));
    await mkdir(tree.dir);
    await mkdir(tree.temporary);
    return tree;
  }

  remove(): Promise<void> {
    return rm(this.parent, { recursive: true, force: true });
  }

  git(...args: string[]) {
    const config = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    return execa('git', [...config, ...args], { cwd: this.dir });
  }

  async write(files: Record<string, string>): Promise<void> {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(this.dir, path)), { recursive: true });
      await writeFile(join(this.dir, path), text);
    }
  }

  async commit(files: Record<string, string>, message = 'Change'): Promise<void> {
    if (!existsSync(join(this.dir, '.git'))) {
      await this.git('init', '--quiet', '--initial-branch=main');
    }
    await this.write(files);
    await this.git('add', '--all');
    await this.git('commit', '--quiet', '--allow-empty', '--message', message);
  }

  get env(): Record<string, string> {
    return {
      TMPDIR: this.temporary,
      MILLRACE_SERVER: '',
      XDG_CACHE_HOME: join(this.parent, 'cache'),
    };
  }

  start(args: readonly string[], env: Record<string, string> = {}) {
    return execa(process.execPath, [program, 'exec', ...args], {
      cwd: this.dir,
      env: { ...this.env, ...env },
      reject: false,
    });
  }

  /** Runs the program to its end, and checks that it leaves no files. */
  async exec(args: readonly string[], env: Record<string, string> = {}) {
    const { exitCode, stdout, stderr } = await this.start(args, env);
    expect(await readdir(this.temporary)).toEqual([]);
    return { exitCode, stdout, stderr };
  }
}
