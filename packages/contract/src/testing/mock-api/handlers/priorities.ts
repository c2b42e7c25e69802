import { getRepoPriority, prioritizeBuild, setRepoPriority } from '../../../api/index.ts';
import { sampleBuild } from '../../samples.ts';
import { on } from './on.ts';

/** Priorities of builds in the queue. */
export const priorityHandlers = [
  on(getRepoPriority, ({ state }) => state.priority),
  on(setRepoPriority, ({ state, body }) => {
    state.priority = body;
    return body;
  }),
  on(prioritizeBuild, ({ params }) => sampleBuild({ number: Number(params.build) })),
];
