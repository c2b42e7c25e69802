import { nearestKey } from './yaml/nearest-key.ts';

/** A suggestion is expensive, and more of them would not help. */
const maxHints = 20;

/** Returns a function that asks whether a similar one of these names was meant. Its result is empty if there is none. */
export function createNameHint(names: readonly string[]): (name: string) => string {
  let hints = 0;
  return (name) => {
    hints++;
    const nearest = hints > maxHints ? undefined : nearestKey(name, names);
    return askFor(nearest);
  };
}

/** Returns the end of a message that asks whether a name was meant; empty if there is none. */
export function askFor(name: string | undefined): string {
  return name === undefined ? '' : `; did you mean "${name}"?`;
}
