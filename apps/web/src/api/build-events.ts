import type { RepoEvent } from '@millrace/contract/stream';

const name = 'millrace-build';

/** Hears of each change of a build that the page is told of; answers how to end that. */
export function onBuildEvent(listener: (event: RepoEvent) => void): () => void {
  const hear = (event: Event) => listener((event as CustomEvent<RepoEvent>).detail);
  addEventListener(name, hear);
  return () => removeEventListener(name, hear);
}

export function tellBuildEvent(detail: RepoEvent): void {
  dispatchEvent(new CustomEvent(name, { detail }));
}
