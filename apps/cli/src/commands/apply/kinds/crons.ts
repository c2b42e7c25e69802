import { createCron, deleteCron, listCrons, updateCron } from '@millrace/contract/api';
import { bodyOf } from '../../../command-line/body-of.ts';
import { callServer } from '../../../command-line/call-server.ts';
import type { KindHandler } from '../kind-handler.ts';
import type { Path } from '../resource.ts';
import { nameOf, repoOf } from './of-path.ts';

const paramsOf = (path: Path) => ({ ...repoOf(path), cron: nameOf(path) });

export const cronKind: KindHandler = {
  async read(server, section) {
    const found = await callServer(server, listCrons, { params: repoOf(section) });
    return found.map(({ name, expr, branch, time_zone = '', target = '', disabled }) => ({
      kind: 'cron',
      path: [...section, name],
      values: { expr, branch, time_zone, target, disabled },
      secrets: [],
      ...(time_zone === 'UTC' && { fulfills: { time_zone: [''] } }),
    }));
  },
  create: (server, { path, values }) =>
    callServer(server, createCron, {
      params: repoOf(path),
      body: bodyOf(createCron, { name: nameOf(path), ...values }),
    }),
  update: (server, { path }, values) =>
    callServer(server, updateCron, { params: paramsOf(path), body: bodyOf(updateCron, values) }),
  delete: (server, { path }) => callServer(server, deleteCron, { params: paramsOf(path) }),
};
