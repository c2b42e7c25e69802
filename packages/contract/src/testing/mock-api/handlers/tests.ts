import { getBuildTest, getTestHistory, listBuildTests, listRepoTests } from '../../../api/index.ts';
import { errorMessages } from '../../../errors.ts';
import { Refusal } from '../refusal.ts';
import { on } from './on.ts';

/** Test results. */
export const testHandlers = [
  on(listBuildTests, ({ state, query }) => {
    const [page, size] = [Number(query.page ?? 1), Number(query.per_page ?? 100)];
    const tests = state.tests.tests.slice((page - 1) * size, page * size);
    return { ...state.tests, found: state.tests.tests.length, tests };
  }),
  on(getBuildTest, ({ state, params }) => {
    const test = state.tests.tests.find(({ id }) => id === params.test);
    if (!test) throw new Refusal(404, errorMessages.noRows);
    return { ...test, runs: state.testRuns };
  }),
  on(listRepoTests, ({ state }) => state.repoTests),
  on(getTestHistory, ({ state }) => state.testHistory),
];
