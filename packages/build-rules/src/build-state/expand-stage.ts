import { isReadyToExpand } from '../stage-graph.ts';
import { type BuildState, type Decision, noChanges } from './changes.ts';
import type { Expansion } from './command.ts';
import { errorTextLimit, lostExitCode } from './runner-reports.ts';

/**
 * Replaces a placeholder by the stages of its matrix. The first one takes over its number, and the others get the next
 * free ones: clients know the numbers of all other stages. Without a stage, the placeholder is skipped.
 */
export function expandStage(
  { stages }: BuildState,
  { stageId, expansion }: { stageId: number; expansion: Expansion },
  now: number,
): Decision {
  const placeholder = stages.find(({ id }) => id === stageId);
  // A cancel, or another server, was faster.
  if (!placeholder || !isReadyToExpand(placeholder, stages)) return null;
  const changes = noChanges();
  if ('error' in expansion) {
    const error = expansion.error.slice(0, errorTextLimit);
    const times = { started: now, stopped: now, updated: now };
    changes.stages.set(stageId, { status: 'error', error, exitCode: lostExitCode, ...times });
    return { changes };
  }
  const [first, ...others] = expansion.stages;
  if (!first) {
    changes.stages.set(stageId, { status: 'skipped', updated: now });
    return { changes };
  }
  // A waiting placeholder differs from a new stage only in what the pipeline file decides.
  const { number, status, attempt, decidedBy, decisionNote, priority, matrixOf, created } =
    placeholder;
  const inherited = { status, attempt, decidedBy, decisionNote, priority, matrixOf, created };
  changes.stages.set(stageId, { ...first, ...inherited, number });
  const last = Math.max(...stages.map((stage) => stage.number));
  changes.newStages = others.map((stage, at) => {
    return { ...stage, ...inherited, number: last + 1 + at };
  });
  const names = expansion.stages.map(({ name }) => name);
  for (const { id, dependsOn } of stages) {
    if (!dependsOn.includes(matrixOf)) continue;
    const replaced = dependsOn.flatMap((name) => (name === matrixOf ? names : name));
    changes.stages.set(id, { dependsOn: [...new Set(replaced)], updated: now });
  }
  return { changes };
}
