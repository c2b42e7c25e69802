import { z } from 'zod/mini';
import { maxAnnouncement } from './announcement.ts';
import { defineDetails } from './endpoint.ts';

const time = z.number().check(z.int(), z.minimum(0));

/** Times are unix seconds. */
const fields = {
  text: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'An announcement needs a text'),
      z.maxLength(maxAnnouncement, `An announcement has at most ${maxAnnouncement} characters`),
    ),
  /** Time from which it is shown; 0 for now. */
  starts: z._default(time, 0),
  /** Time until which it is shown, and the server is read-only; 0 until it is deleted. */
  ends: z._default(time, 0),
  /** Time from which the server is read-only; 0 for never. */
  read_only_from: z._default(time, 0),
};

export const newAnnouncement = z.object(fields);

export const announcement = z.object({
  text: z.string(),
  starts: z.number(),
  ends: z.number(),
  read_only_from: z.number(),
  /** Whether the server is read-only now. */
  read_only: z.boolean(),
});

export const getAnnouncement = defineDetails({
  access: 'guest',
  summary: 'Get the announcement that is shown now; null if there is none',
  output: z.nullable(announcement),
});

export const readAnnouncement = defineDetails({
  access: 'system',
  summary: 'Get the announcement, also before it is shown; null if there is none',
  output: z.nullable(announcement),
});

export const setAnnouncement = defineDetails({
  access: 'system',
  summary: 'Announce something to all people, and optionally make the server read-only',
  audit: { action: 'announcement.set', fields: ['text', 'starts', 'ends', 'read_only_from'] },
  whileReadOnly: true,
  body: newAnnouncement,
  output: announcement,
});

export const deleteAnnouncement = defineDetails({
  access: 'system',
  summary: 'Delete the announcement, which ends the read-only mode',
  audit: { action: 'announcement.delete' },
  whileReadOnly: true,
});
