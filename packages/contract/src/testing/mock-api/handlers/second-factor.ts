import {
  createTotpSecret,
  getSecondFactor,
  getUserSecondFactor,
  removeSecondFactor,
  removeUserSecondFactor,
  renewRecoveryCodes,
  setSecondFactor,
} from '../../../api/index.ts';
import type { MockState } from '../mock-state.ts';
import { on } from './on.ts';

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const codes = Array.from({ length: 10 }, (_, at) => `abcde-fghjk-mnpqr-stuv${at}`);

/** The second factor of the viewer, and of every other account. */
export const secondFactorHandlers = [
  on(getSecondFactor, ({ state }) => state.secondFactor),
  on(createTotpSecret, () => ({ secret, url: `otpauth://totp/Millrace:ada?secret=${secret}` })),
  on(setSecondFactor, ({ state }) => {
    state.secondFactor = { ...state.secondFactor, on: true, created: 1, recovery_codes: 10 };
    return { recovery_codes: codes };
  }),
  on(renewRecoveryCodes, ({ state }) => {
    state.secondFactor = { ...state.secondFactor, recovery_codes: 10 };
    return { recovery_codes: codes };
  }),
  on(removeSecondFactor, ({ state }) => remove(state)),
  on(getUserSecondFactor, ({ state }) => state.secondFactor),
  on(removeUserSecondFactor, ({ state }) => remove(state)),
];

function remove(state: MockState): void {
  state.secondFactor = { ...state.secondFactor, on: false, created: 0, recovery_codes: 0 };
}
