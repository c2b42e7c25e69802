import type { RepoEvent } from '@millrace/contract/stream';

const name = 'millrace-build';

/** Subscribes to the build events of the event stream. Returns a function that unsubscribes. */
export function onBuildEvent(listener: (event: RepoEvent) => void): () => void {
  const hear = (event: Event) => listener((event as CustomEvent<RepoEvent>).detail);
  addEventListener(name, hear);
  return () => removeEventListener(name, hear);
}

export function tellBuildEvent(detail: RepoEvent): void {
  dispatchEvent(new CustomEvent(name, { detail }));
}
