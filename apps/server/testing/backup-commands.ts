import { program } from '@millrace/test-support/program';
import { execa } from 'execa';

/** Settings of an installation, for its commands and its server. */
export type Installation = Record<string, string>;

/** Runs `millrace backup …` or `millrace restore …` in a separate process. */
export async function runMillrace(
  installation: Installation,
  args: readonly string[],
  { input = '' }: { input?: string } = {},
): Promise<{ exitCode: number | undefined; output: string }> {
  const { exitCode, all = '' } = await execa(process.execPath, [program, ...args], {
    all: true,
    reject: false,
    extendEnv: false,
    input,
    env: { PATH: process.env.PATH ?? '', ...installation },
  });
  return { exitCode, output: all };
}
