import type { RepoEvent } from '@millrace/contract/stream';
import type { EventStream } from '../http/event-stream.ts';
import type { Events } from '../shared/events.ts';

interface BuildSource {
  /** The only repository that the viewer asks for. */
  repoId?: number;
  /** The repository and build as they are now, or null when the viewer may not see them. */
  read(change: { repoId: number; buildId: number }): Promise<RepoEvent | null>;
}

/**
 * Sends every change of a build that the viewer may see. Changes wait by build, the newest state
 * replacing an older one, so that a slow reader costs no more memory than there are builds.
 */
export async function streamBuilds(
  stream: EventStream,
  events: Events,
  source: BuildSource,
): Promise<void> {
  const changed = new Map<number, { repoId: number; buildId: number }>();
  let wake = () => {};
  const onChange = (change: { repoId: number; buildId: number }) => {
    if (source.repoId !== undefined && source.repoId !== change.repoId) return;
    changed.set(change.buildId, change);
    wake();
  };
  events.on('buildChanged', onChange);
  stream.signal.addEventListener('abort', () => wake(), { once: true });
  try {
    while (!stream.signal.aborted) {
      const [next] = changed.values();
      if (!next) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      changed.delete(next.buildId);
      const event = await source.read(next);
      if (event) await stream.send([{ data: JSON.stringify(event) }]);
    }
  } finally {
    events.off('buildChanged', onChange);
  }
}
