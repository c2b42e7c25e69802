import type { Reader } from '@millrace/build-rules';
import type { Viewer } from './user.ts';

/** Rights that an access token withholds: nothing, the rights of a system admin, or what is not public. */
const limits = { none: '', admin: ' without admin', private: ' only public' } as const;

interface ParsedReader {
  accountId: number;
  withheld: keyof typeof limits;
}

/** The account that asks, with the limits of its access token. */
export interface Asker extends Pick<Viewer, 'id' | 'login' | 'tokenLimits'> {
  /** Whether it administers the repository. */
  isAdmin?: boolean;
}

/** Returns the reader for what a person asks. A token for one repository reads only what is public of others. */
export function readerOf({ id, tokenLimits }: Pick<Viewer, 'id' | 'tokenLimits'>): Reader {
  if (!tokenLimits) return String(id);
  if (tokenLimits.repoId !== null) return `${id}${limits.private}`;
  return `${id}${tokenLimits.scope === 'admin' ? limits.none : limits.admin}`;
}

/** Returns the rights of a build for which a person asks. */
export function rightsOf(person: Asker): { reader: Reader; isByAdmin: boolean } {
  return { reader: readerOf(person), isByAdmin: person.isAdmin ?? false };
}

/** Returns null if the form is not known. */
export function parseReader(reader: Reader): ParsedReader | null {
  const [, id, text] = /^(\d+)(.*)$/.exec(reader) ?? [];
  const withheld = Object.entries(limits).find(([, limit]) => limit === text)?.[0];
  if (id === undefined || withheld === undefined) return null;
  return { accountId: Number(id), withheld: withheld as keyof typeof limits };
}
