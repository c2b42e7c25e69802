import {
  getRepoCause,
  listBuildCauses,
  listCauseFailures,
  listCauses,
  listRepoCauses,
  updateRepoCause,
} from '../../../api/index.ts';
import { on } from './on.ts';

export const causeHandlers = [
  on(listBuildCauses, ({ state }) => state.causes),
  on(listCauses, ({ state }) => state.causesOfWeek),
  on(listRepoCauses, ({ state }) => state.causesOfWeek),
  on(getRepoCause, ({ state }) => state.repoCause),
  on(listCauseFailures, ({ state }) => state.failuresOfCause),
  on(updateRepoCause, ({ state, body }) => {
    state.repoCause = { ...state.repoCause, ...body };
    return state.repoCause;
  }),
];
