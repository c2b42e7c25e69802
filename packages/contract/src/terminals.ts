/** Limits of kept steps and their terminals. */
export const terminalLimits = {
  /** Seconds for which the environment of a failed step is kept. */
  keptSec: 900,
  /** Seconds after which it is removed when the last terminal in it has ended. */
  abandonedSec: 60,
  /** Seconds after which a terminal ends whose page no longer asks for output. */
  unseenSec: 45,
  /** Seconds after which it counts as removed if its runner no longer asks for orders. */
  lostSec: 90,
  /** Environments that exist at the same time: on one runner, and of one repository. */
  keptPerRunner: 5,
  keptPerRepo: 10,
  /** Terminals that are open at the same time in one environment. */
  open: 3,
  /** Size in characters. */
  columns: 1000,
  rows: 500,
  /** Bytes of one input, which must fit into a notification of Postgres, and of one piece of output. */
  inputBytes: 4096,
  outputBytes: 65_536,
  /** Bytes of recorded output, after which a terminal ends. */
  recordedBytes: 10_000_000,
} as const;
