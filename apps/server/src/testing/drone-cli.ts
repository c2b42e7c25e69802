import { execa } from 'execa';
import { describe } from 'vitest';
import type { TestServer } from './test-server.ts';

const program = process.env.MILLRACE_TEST_DRONE_CLI;

/** Tests of the command line client of existing servers; skipped where there is none. */
export function describeDroneCli(title: string, tests: () => void): void {
  if (program) describe(title, tests);
  else describe.skip(`${title} (MILLRACE_TEST_DRONE_CLI names no program)`, tests);
}

/** Runs the real client as this account; resolves with its exit code and all that it printed. */
export async function runDroneCli(
  server: Pick<TestServer, 'url' | 'tempDir'>,
  account: { token: string },
  args: readonly string[],
): Promise<{ code: number | undefined; text: string }> {
  const { exitCode, all } = await execa(program ?? '', args, {
    cwd: server.tempDir,
    extendEnv: false,
    env: { HOME: server.tempDir, DRONE_SERVER: server.url, DRONE_TOKEN: account.token },
    reject: false,
    all: true,
  });
  return { code: exitCode, text: all };
}
