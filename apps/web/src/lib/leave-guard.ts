/** `push`: a link or the page itself opens another page. `pop`: back or forward in the history. */
type Way = 'push' | 'pop';

/**
 * Asks the person whether to leave. Returns false if it lets the navigation proceed without asking; otherwise
 * `leave` continues it.
 */
type Ask = (leave: () => void, way: Way) => boolean;

const guards: Ask[] = [];

/** Registers a guard that is called before another page is opened. Returns a function that removes it. */
export function guardLeaving(ask: Ask): () => void {
  guards.push(ask);
  return () => {
    guards.splice(guards.indexOf(ask), 1);
  };
}

/** Returns true if a guard asks the person; `leave` is then called once they agree. */
export function askBeforeLeaving(leave: () => void, way: Way): boolean {
  return guards.some((ask) => ask(leave, way));
}
