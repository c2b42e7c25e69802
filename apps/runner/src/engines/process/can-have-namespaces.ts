import { createProcessWorkspace } from './process-workspace.ts';
import type { StepIsolation } from './step-isolation.ts';

/** Runs a step that compares its own process id with that in `/proc`. */
const commands = ['read -r pid rest < /proc/self/stat', 'test "$pid" = $$'];

/** Tests whether this system supports a process namespace for each stage. */
export async function canHaveNamespaces(
  workDir: string,
  isolation: StepIsolation,
): Promise<boolean> {
  // Accounts other than root need a user namespace for it, as for the view. Steps must not be root in it.
  const isPossible = process.getuid?.() === 0 || isolation.view !== undefined;
  if (process.platform !== 'linux' || !isPossible) return false;
  const workspace = await createProcessWorkspace(workDir, 0, 0, {
    ...isolation,
    hasNamespace: true,
  });
  try {
    const step = { number: 0, name: 'probe', commands, environment: {} };
    const { exitCode } = await workspace.runStep(step, () => {}, new AbortController().signal);
    return exitCode === 0;
  } catch {
    return false;
  } finally {
    await workspace.killLeftovers();
    await workspace.remove();
  }
}
