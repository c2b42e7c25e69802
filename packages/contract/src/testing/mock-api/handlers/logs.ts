import {
  deleteLogs,
  getCard,
  getCardTemplate,
  getFirstError,
  getLogs,
  getSummary,
  searchLogs,
} from '../../../api/index.ts';
import { findFirstError } from '../../../failure-lines/index.ts';
import { on } from './on.ts';

/** Logs, and the summaries and cards beside them. */
export const logHandlers = [
  on(getLogs, ({ state }) => state.log),
  on(getFirstError, ({ state }) => findFirstError(state.log) ?? null),
  on(deleteLogs, ({ state }) => {
    state.log = [];
  }),
  on(searchLogs, ({ state }) => state.search),
  on(getSummary, ({ state }) => ({ text: state.summary })),
  on(getCard, ({ state }) => state.card),
  on(getCardTemplate, ({ state }) => state.cardTemplate),
];
