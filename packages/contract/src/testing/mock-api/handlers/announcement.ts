import {
  deleteAnnouncement,
  getAnnouncement,
  readAnnouncement,
  setAnnouncement,
} from '../../../api/index.ts';
import { on } from './on.ts';

/** The announcement to everybody. */
export const announcementHandlers = [
  on(getAnnouncement, ({ state }) => state.announcement),
  on(readAnnouncement, ({ state }) => state.announcement),
  on(setAnnouncement, ({ state, body }) => {
    const { starts = 0, ends = 0, read_only_from = 0 } = body;
    state.announcement = { ...body, starts, ends, read_only_from, read_only: false };
    return state.announcement;
  }),
  on(deleteAnnouncement, ({ state }) => {
    state.announcement = null;
  }),
];
