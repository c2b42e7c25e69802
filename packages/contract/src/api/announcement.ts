import type { z } from 'zod/mini';
import type * as schema from './announcement.schema.ts';
import { defineCall } from './endpoint.ts';

/** Maximum length of an announcement. */
export const maxAnnouncement = 500;

export type Announcement = z.infer<typeof schema.announcement>;

export type NewAnnouncement = z.infer<typeof schema.newAnnouncement>;

export const getAnnouncement = defineCall<typeof schema.getAnnouncement>()(
  'GET',
  '/api/announcement',
);

const path = '/api/system/announcement';

export const readAnnouncement = defineCall<typeof schema.readAnnouncement>()('GET', path);

export const setAnnouncement = defineCall<typeof schema.setAnnouncement>()('PUT', path);

export const deleteAnnouncement = defineCall<typeof schema.deleteAnnouncement>()('DELETE', path);
