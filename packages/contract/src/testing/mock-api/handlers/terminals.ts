import {
  closeTerminal,
  getTerminalSettings,
  listKeptSteps,
  openTerminal,
  readTerminal,
  releaseKeptStep,
  type Terminal,
  updateTerminalSettings,
  writeTerminal,
} from '../../../api/index.ts';
import type { MockState } from '../mock-state.ts';
import { notFound } from '../refusal.ts';
import { on } from './on.ts';

const ended = 1_794_787_260;

export const terminalHandlers = [
  on(listKeptSteps, ({ state }) => state.keptSteps),
  on(releaseKeptStep, ({ state, params }) => {
    state.keptSteps = state.keptSteps.map((kept) =>
      kept.id === params.kept
        ? {
            ...kept,
            ended,
            end_reason: 'released',
            terminals: kept.terminals.map((terminal) => end(terminal, 'released')),
          }
        : kept,
    );
    return undefined;
  }),
  on(openTerminal, ({ state, params }) => {
    const kept = state.keptSteps.find(({ id }) => id === params.kept);
    if (!kept) throw notFound();
    const id = kept.terminals.length + 1;
    const opened = { id, login: 'octo', created: ended - 60, ended: 0, output_bytes: 0 };
    kept.terminals.push(opened);
    return opened;
  }),
  on(readTerminal, ({ state, params, query }) => {
    const bytes = atob(state.terminalOutput);
    const data = btoa(bytes.slice(Number(query.from ?? 0)));
    const terminal = findTerminal(state, params.terminal);
    return { data, end: bytes.length, ...(terminal.ended > 0 ? { terminal } : {}) };
  }),
  on(writeTerminal, ({ state, body }) => {
    // Like a shell, it shows what is typed.
    state.terminalOutput = btoa(atob(state.terminalOutput) + atob(body.data ?? ''));
    return undefined;
  }),
  on(closeTerminal, ({ state, params }) => {
    for (const kept of state.keptSteps) {
      kept.terminals = kept.terminals.map((terminal) =>
        terminal.id === params.terminal ? end(terminal, 'closed') : terminal,
      );
    }
    return undefined;
  }),
  on(getTerminalSettings, ({ state }) => state.terminalSettings),
  on(updateTerminalSettings, ({ state, body }) => {
    const { keep_failed = state.terminalSettings.keep_failed } = body;
    state.terminalSettings = { keep_failed };
    return state.terminalSettings;
  }),
];

function findTerminal(state: MockState, id: number): Terminal {
  const found = state.keptSteps
    .flatMap(({ terminals }) => terminals)
    .find((terminal) => terminal.id === id);
  if (!found) throw notFound();
  return found;
}

function end(terminal: Terminal, end_reason: 'closed' | 'released'): Terminal {
  return terminal.ended > 0 ? terminal : { ...terminal, ended, end_reason };
}
