import { z } from 'zod/mini';
import type { ForgeNews } from '../forge.ts';

/** Payload readers by event name. Events without a reader are ignored. */
export type NewsReaders = ReadonlyMap<string, (payload: unknown) => ForgeNews[]>;

/** Returns null for ignored events, and undefined for an invalid payload. */
export function readNews(
  readers: NewsReaders,
  event: string,
  payload: unknown,
): ForgeNews[] | null | undefined {
  try {
    return readers.get(event)?.(payload) ?? null;
  } catch (error) {
    if (error instanceof z.core.$ZodError) return undefined;
    throw error;
  }
}
