import {
  deleteAnnouncement,
  getAnnouncement,
  readAnnouncement,
  setAnnouncement,
} from '@millrace/contract/api';
import { badRequest, missing, ReadOnlyError } from '@millrace/contract/api-errors';
import type { CreateFeature } from '../../feature.ts';
import { AnnouncementStore } from './announcement-store.ts';
import {
  findTimeProblem,
  isReadOnly,
  isShown,
  retryAfterSec,
  toJson,
} from './announcement-times.ts';

/** An announcement to all people, which can make the server read-only. */
export const announcement: CreateFeature = ({ db, clock }) => {
  const store = new AnnouncementStore(db);
  const findShown = async () => {
    const found = await store.find();
    const now = clock.nowSec();
    return found && isShown(found, now) ? toJson(found, now) : null;
  };
  return {
    owns: { announcement: { reason: 'One row' } },
    pageFacts: async () => {
      const shown = await findShown();
      return shown ? { announcement: shown } : {};
    },
    refuseChanges: async () => {
      const found = await store.find();
      const now = clock.nowSec();
      if (found && isReadOnly(found, now)) {
        throw new ReadOnlyError(found.text, retryAfterSec(found, now));
      }
    },
    addRoutes: ({ api }) => {
      api.guest(getAnnouncement, findShown);
      api.session(readAnnouncement, async () => {
        const found = await store.find();
        return found ? toJson(found, clock.nowSec()) : null;
      });
      api.session(setAnnouncement, async ({ body }) => {
        const now = clock.nowSec();
        const problem = findTimeProblem(body, now);
        if (problem) throw badRequest(problem);
        await store.put(body);
        return toJson(body, now);
      });
      api.session(deleteAnnouncement, async () => {
        if (!(await store.delete())) throw missing('There is no announcement');
        return undefined;
      });
    },
  };
};
