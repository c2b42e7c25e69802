import type { Build } from '@millrace/contract/api';
import { vi } from 'vitest';
import type { Person } from './forge-server.ts';

export const pipeline = `kind: pipeline
type: exec
name: default
clone: { disable: true }
steps:
  - name: work
    commands: [ "true" ]
    environment: { OPEN: { from_secret: open }, CLOSED: { from_secret: closed } }
`;

/** Waits until a repository has `count` builds with these fields, and returns them, newest first. */
export async function waitForBuilds(
  person: Person,
  slug: string,
  fields: Partial<Build>,
  count = 1,
): Promise<Build[]> {
  const find = async () => {
    const builds: Build[] = await person.listBuilds(slug);
    return builds.filter((build) =>
      Object.entries(fields).every(([name, value]) => build[name as keyof Build] === value),
    );
  };
  return vi.waitFor(
    async () => {
      const found = await find();
      if (found.length === count) return found;
      throw new Error(`${found.length} builds with ${JSON.stringify(fields)}, not ${count}`);
    },
    { timeout: 20_000, interval: 100 },
  );
}
