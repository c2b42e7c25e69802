import type { StepSpec, Workspace } from '../engines/engine.ts';

/** Opens a terminal for a step, and collects what it shows. */
export async function openSession(
  workspace: Workspace,
  step: StepSpec,
  signal: AbortSignal = new AbortController().signal,
) {
  const terminal = await workspace.openTerminal(step, { columns: 90, rows: 20 }, signal);
  let shown = '';
  let changed = Promise.withResolvers<void>();
  const reading = (async () => {
    for await (const chunk of terminal.output) {
      shown += Buffer.from(chunk).toString();
      changed.resolve();
      changed = Promise.withResolvers();
    }
  })();
  return {
    terminal,
    shown: () => shown,
    type: (keys: string) => terminal.write(Buffer.from(keys)),
    untilShown: async (text: string) => {
      while (!shown.includes(text)) await changed.promise;
    },
    ended: async () => {
      await reading;
      return terminal.exited;
    },
  };
}
