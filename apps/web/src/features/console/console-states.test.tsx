// @vitest-environment happy-dom
import { type Build, getLogs } from '@millrace/contract/api';
import { linesOf, recentBuild, recentStage, recentStep } from '@millrace/contract/testing';
import {
  logPath,
  type MockApi,
  publishUpdate,
  setBuild,
} from '@millrace/contract/testing/mock-api';
import { type ConsoleCase, consoleCases } from '../../../testing/console-cases.ts';
import { giveHeight } from '../../testing/give-height.ts';
import { atBothWidths, expect, screen, test, waitFor, within } from '../../testing/screen-test.tsx';

const isOnPhone = ({ stage, step }: ConsoleCase) =>
  step?.status !== 'skipped' || stage !== undefined;
const findPane = async () => within(await screen.findByRole('region', { name: /^Log of/ }));
const findLine = async (text: string) =>
  (await screen.findByRole('log')) && screen.findByText(text);

/** Builds of `octo/hello`, numbered from 1. */
function giveBuilds(mock: MockApi, builds: Partial<Build>[]): void {
  mock.state.builds['octo/hello'] = builds
    .map((fields, at) =>
      recentBuild({ id: at + 1, number: at + 1, title: `Case ${at + 1}`, ...fields }),
    )
    .reverse();
}

async function checkPane(row: ConsoleCase) {
  const pane = await findPane();
  if (row.footer) {
    await waitFor(() =>
      expect(pane.getAllByRole('paragraph').at(-1)?.textContent).toBe(row.footer),
    );
  }
  if (row.waiting) expect((await pane.findAllByText(row.waiting))[0]).toBeVisible();
  if (row.danger) {
    await waitFor(() => expect(pane.getByRole('alert').textContent).toBe(row.danger));
  }
  if (row.box) {
    const [tone, text] = row.box;
    const box = await pane.findByText((_, element) => element?.textContent === text, {
      selector: tone === 'danger' ? '[role=alert]' : '[role=status]',
    });
    expect(box.className).toMatch(new RegExp(tone));
  }
  if (row.hasLog) await findLine('out it comes');
  else expect(screen.queryByRole('log')).toBeNull();
  if (!row.danger && row.box?.[0] !== 'danger') expect(pane.queryByRole('alert')).toBeNull();
}

atBothWidths((width) => {
  test.describe('shows each state of a step', () => {
    for (const row of consoleCases.filter((each) => width !== 'phone' || isOnPhone(each))) {
      test(row.name, async ({ mock, open, user }) => {
        giveHeight();
        const { build, stage, step } = row;
        const steps = step === null ? [] : [recentStep(step)];
        giveBuilds(mock, [{ ...build, stages: [recentStage({ ...stage, steps })] }]);
        mock.state.log = row.hasLog ? linesOf(['out it comes']) : [];
        if (row.logFailure) mock.fail(getLogs, row.logFailure, 500);
        await open('/octo/hello/1');
        if (width === 'phone') {
          const tree = await screen.findByRole('navigation', { name: 'Stages and steps' });
          await user.click(within(tree).getAllByRole('link')[0] as HTMLElement);
          await screen.findByRole('dialog');
        }
        await checkPane(row);
      });
    }
  });
});

test('fetches no log for a step that has not started, or for a stage', async ({ mock, open }) => {
  const cases = [
    ['pending', 'pending'],
    ['skipped', 'success'],
    ['waiting_on_dependencies', 'success'],
    ['success', 'skipped'],
    ['success', 'pending'],
    ['success', 'waiting_on_dependencies'],
    ['success', 'success'],
  ] as const;
  giveBuilds(
    mock,
    cases.map(([stage, step]) => ({
      stages: [recentStage({ status: stage, steps: [recentStep({ status: step })] })],
    })),
  );
  for (const at of cases.keys()) {
    await open(`/octo/hello/${at + 1}/1/1`);
    await findPane();
  }
  await waitFor(() => expect(mock.calls(getLogs).length).toBe(1));
  expect(mock.calls(getLogs)[0]?.params.build).toBe(cases.length);
});

test('fetches lines that the stream did not send once the step has finished', async ({
  mock,
  open,
}) => {
  giveHeight();
  const running = { status: 'running', stopped: 0 } as const;
  const build = setBuild(mock, {
    status: 'running',
    finished: 0,
    stages: [recentStage({ ...running, steps: [recentStep(running)] })],
  });
  await open('/octo/hello/1/1/1');
  await screen.findByText('Waiting for output');
  await waitFor(() => expect(mock.listeners).toBe(1));
  await waitFor(() => expect(mock.followers(logPath)).toBe(1));
  mock.state.log = linesOf(['one', 'two']);
  mock.publishLine(logPath, { pos: 0, out: 'one\n', time: 0 });
  await findLine('one');
  publishUpdate(mock, build, {
    status: 'success',
    stages: [recentStage({ steps: [recentStep()] })],
  });
  await findLine('two');
  await screen.findByText('Exit Code 0');
});
