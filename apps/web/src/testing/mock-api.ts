import type { Build } from '@millrace/contract/api';
import { makeBuild, makeLines, makeStages, mockRepos, mockUser } from './mock-data.ts';

export interface MockAnswer {
  status: number;
  body: unknown;
}

const ok = (body: unknown): MockAnswer => ({ status: 200, body });
const missing: MockAnswer = { status: 404, body: { message: 'Not Found' } };

/** Answers a call of the contract from made-up data. `isGuest` answers as to a visitor. */
export function answerMockCall(method: string, url: URL, isGuest = false): MockAnswer {
  const [, api, area, ...rest] = url.pathname.split('/');
  if (api !== 'api') return missing;
  if (isGuest) return { status: 401, body: { message: 'Unauthorized' } };
  if (area === 'user') return ok(rest[0] === 'repos' ? mockRepos : mockUser);
  const [namespace, name, builds, number, logs, , step] = rest;
  const repo = mockRepos.find((candidate) => candidate.slug === `${namespace}/${name}`);
  if (area !== 'repos' || !repo) return missing;
  if (!builds) return ok(method === 'POST' ? { ...repo, active: true } : repo);
  if (logs) return ok(makeLines(step === '4' ? 1200 : 40));
  if (!number) return ok(method === 'POST' ? makeBuild(133, 0) : pageOfBuilds(repo.counter, url));
  return method === 'GET' ? getBuild(Number(number), repo.counter) : ok(makeBuild(Number(number)));
}

function getBuild(number: number, counter: number): MockAnswer {
  if (number > counter) return { status: 404, body: { message: 'sql: no rows in result set' } };
  const build = makeBuild(number);
  return ok({ ...build, stages: makeStages(build) });
}

function pageOfBuilds(counter: number, url: URL): Build[] {
  const page = Number(url.searchParams.get('page') ?? 1);
  const size = Number(url.searchParams.get('per_page') ?? 25);
  const newest = counter - (page - 1) * size;
  return Array.from({ length: Math.max(0, Math.min(size, newest)) }, (_, index) =>
    makeBuild(newest - index),
  );
}
