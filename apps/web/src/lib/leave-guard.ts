/** A link or the page itself opens another page, or the person goes back or forward in the history. */
type Way = 'push' | 'pop';

/** Asks whether to leave, and returns true; `leave` then goes on to where the person was going. */
type Ask = (leave: () => void, way: Way) => boolean;

const guards: Ask[] = [];

/** Has the person asked before another page is opened. Returns what ends that. */
export function guardLeaving(ask: Ask): () => void {
  guards.push(ask);
  return () => {
    guards.splice(guards.indexOf(ask), 1);
  };
}

/** True if something is not saved: the person is asked, and `leave` is called if they go on. */
export function asksToLeave(leave: () => void, way: Way): boolean {
  return guards.some((ask) => ask(leave, way));
}
