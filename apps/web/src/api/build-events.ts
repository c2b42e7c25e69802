import type { RepoEvent } from '@millrace/contract/stream';

const name = 'millrace-build';

/** Subscribes to the build events of the event stream. Returns a function that unsubscribes. */
export function onBuildEvent(listener: (event: RepoEvent) => void): () => void {
  const onEvent = (event: Event) => listener((event as CustomEvent<RepoEvent>).detail);
  addEventListener(name, onEvent);
  return () => removeEventListener(name, onEvent);
}

export function publishBuildEvent(detail: RepoEvent): void {
  dispatchEvent(new CustomEvent(name, { detail }));
}
