/** Where the time comes from, so that tests can set it. */
export interface Clock {
  nowSec(): number;
}

export const systemClock: Clock = { nowSec: () => Math.floor(Date.now() / 1000) };
