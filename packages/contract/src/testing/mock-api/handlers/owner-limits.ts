import {
  deleteOwnerLimits,
  getOwnerLimits,
  listOwnerLimits,
  setOwnerLimits,
} from '../../../api/index.ts';
import { on } from './on.ts';

/** Limits of organizations and accounts. */
export const ownerLimitHandlers = [
  on(listOwnerLimits, ({ state }) => state.ownerLimits),
  on(setOwnerLimits, ({ state, params: { namespace }, body }) => {
    const limits = { namespace, ...body, stored: 0 };
    const others = state.ownerLimits.filter((each) => each.namespace !== namespace);
    state.ownerLimits = [...others, limits];
    return limits;
  }),
  on(deleteOwnerLimits, ({ state, params: { namespace } }) => {
    state.ownerLimits = state.ownerLimits.filter((each) => each.namespace !== namespace);
  }),
  on(getOwnerLimits, () => ({ running: 0, storage: 0, stored: 0 })),
];
