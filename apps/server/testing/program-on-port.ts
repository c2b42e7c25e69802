import { execa } from 'execa';
import { isPortOpen } from './port.ts';

/** A real server of another project, which runs in the foreground and listens on a port. */
export interface ProgramOnPort {
  /** Resolves once the port is open. Rejects if the program ends before. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function programOnPort(
  program: string,
  args: readonly string[],
  port: number,
): ProgramOnPort {
  let running: ReturnType<typeof run> | undefined;
  const run = () => execa(program, args, { reject: false });
  return {
    start: async () => {
      running = run();
      const ended = running.then(({ stderr }) => {
        throw new Error(`${program} ended: ${stderr}`);
      });
      // After the start, the end is expected.
      ended.catch(() => {});
      while (!(await Promise.race([isPortOpen(port), ended])));
    },
    stop: async () => {
      running?.kill();
      await running;
    },
  };
}
