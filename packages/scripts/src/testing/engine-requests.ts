import { ScriptBudget } from '../script-budget.ts';

/** Returns the request for a script, as an engine gets it. */
export function scriptOf(source: string, language = 'starlark'): string {
  const { leftSteps, leftOutputBytes } = new ScriptBudget();
  return JSON.stringify({
    language,
    source,
    file: 'a',
    build: {},
    params: {},
    repo: {},
    maxSteps: leftSteps,
    maxOutputBytes: leftOutputBytes,
  });
}

/** Fills the memory ten times with pieces of 50 kB, and returns little. */
export const garbage = scriptOf(`
def main(ctx):
    for round in range(10):
        left = []
        for at in range(100):
            left.append("%d" % at + "x" * 50000)
    return {}
`);
