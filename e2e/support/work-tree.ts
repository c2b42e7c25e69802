import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import type { Millrace } from './millrace.ts';

/** A work tree used through the real git client. */
export class WorkTree {
  readonly dir: string;
  readonly remote: string;

  private constructor(dir: string, remote: string) {
    this.dir = dir;
    this.remote = remote;
  }

  static async create(
    millrace: Millrace,
    slug: string,
    as = { login: 'admin', password: millrace.adminPassword },
  ): Promise<WorkTree> {
    const url = new URL(`${millrace.url}/git/${slug}.git`);
    url.username = as.login;
    url.password = as.password;
    const tree = new WorkTree(await mkdtemp(join(millrace.dir, 'work-')), url.href);
    await tree.git('init', '--quiet', '--initial-branch=main');
    return tree;
  }

  git(...args: string[]) {
    const identity = ['-c', 'user.name=Ada Lovelace', '-c', 'user.email=ada@example.com'];
    return execa('git', [...identity, ...args], {
      cwd: this.dir,
      reject: false,
      env: {
        HOME: this.dir,
        GIT_TERMINAL_PROMPT: '0',
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_CONFIG_NOSYSTEM: '1',
      },
    });
  }

  async commit(files: Record<string, string>, message: string): Promise<void> {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(this.dir, path)), { recursive: true });
      await writeFile(join(this.dir, path), text);
    }
    await this.git('add', '--all');
    await this.git('commit', '--quiet', '--allow-empty', '--message', message);
  }

  push(ref = 'main') {
    return this.git('push', this.remote, ref);
  }
}

/** Doubles backslashes, because reading the file removes one of two. */
function quoteCommand(command: string): string {
  return JSON.stringify(command).replaceAll('\\\\', '\\\\\\\\');
}

/** A pipeline with one stage and one step with these commands, one shell line each. */
export function pipelineOf(commands: string[], more = ''): string {
  const list = commands.map((command) => `      - ${quoteCommand(command)}\n`).join('');
  const arch = process.arch === 'arm64' ? 'arm64' : 'amd64';
  return `kind: pipeline
type: exec
name: default
platform: { os: linux, arch: ${arch} }
${more}steps:
  - name: work
    commands:
${list}`;
}
