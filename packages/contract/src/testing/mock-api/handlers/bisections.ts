import {
  cancelBisection,
  getBisection,
  getBisectionRange,
  getBisectionSettings,
  listBisections,
  startBisection,
  updateBisectionSettings,
} from '../../../api/index.ts';
import { notFound } from '../refusal.ts';
import { sampleBisection } from '../sample-bisection.ts';
import { on } from './on.ts';

export const bisectionHandlers = [
  on(listBisections, ({ state, query }) =>
    state.bisections.filter(({ build }) => !query.build || String(build) === query.build),
  ),
  on(getBisectionRange, ({ state }) => state.bisectionRange),
  on(startBisection, ({ state, body }) => {
    const started = { ...sampleBisection(), id: state.bisections.length + 1, build: body.build };
    state.bisections.unshift(started);
    return started;
  }),
  on(getBisection, ({ state, params }) => {
    const found = state.bisections.find(({ id }) => id === params.bisection);
    if (!found) throw notFound();
    return found;
  }),
  on(cancelBisection, ({ state, params }) => {
    state.bisections = state.bisections.map((each) =>
      each.id === params.bisection ? { ...each, status: 'canceled', canceled_by: 'octo' } : each,
    );
    return undefined;
  }),
  on(getBisectionSettings, ({ state }) => state.bisectionSettings),
  on(updateBisectionSettings, ({ state, body }) => {
    const { automatic = state.bisectionSettings.automatic } = body;
    const { comments = state.bisectionSettings.comments } = body;
    state.bisectionSettings = { ...state.bisectionSettings, automatic, comments };
    return state.bisectionSettings;
  }),
];
