import {
  createCron,
  deleteCron,
  listCrons,
  previewCron,
  runCron,
  updateCron,
} from '../../../api/index.ts';
import { nowSec } from '../../now-sec.ts';
import { addBuild, slugOf } from './change-state.ts';
import { changeNamed, without } from './named-items.ts';
import { on } from './on.ts';

/** Cron jobs. */
export const cronHandlers = [
  on(listCrons, ({ state }) => state.crons),
  on(createCron, ({ state, body }) => {
    const { name = '', branch = '', expr = '' } = body;
    const times = { prev: 0, next: nowSec() + 1800, created: nowSec(), updated: nowSec() };
    const rest = { repo_id: 1, event: 'push', disabled: false, version: 1 };
    const cron = { id: state.crons.length + 1, name, branch, expr, ...times, ...rest };
    state.crons = [...state.crons, cron];
    return cron;
  }),
  on(updateCron, ({ state, params, body }) => {
    const cron = changeNamed(state.crons, params.cron, body);
    state.crons = state.crons.map((other) => (other.name === cron.name ? cron : other));
    return cron;
  }),
  on(previewCron, ({ query }) => ({
    time_zone: query.time_zone || 'UTC',
    times: [1, 2, 3].map((hours) => hours * 3600),
  })),
  on(runCron, ({ state, params }) =>
    addBuild(state, slugOf(params), { event: 'cron', cron: params.cron }),
  ),
  on(deleteCron, ({ state, params }) => {
    state.crons = without(state.crons, params.cron);
  }),
];
