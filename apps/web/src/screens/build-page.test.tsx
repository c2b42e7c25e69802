// @vitest-environment happy-dom
import type { Step } from '@millrace/contract/api';
import { linesOf, recentStage, recentStep } from '@millrace/contract/testing';
import { publishUpdate, setBuild } from '@millrace/contract/testing/mock-api';
import {
  expect,
  findAddress,
  findDialog,
  screen,
  test,
  textsOf,
  waitFor,
  within,
} from '../testing/screen-test.tsx';

const findTree = async () =>
  within(await screen.findByRole('navigation', { name: 'Stages and steps' }));
const findPane = async () => within(await screen.findByRole('region', { name: /^Log of/ }));
const findView = async () => within(await screen.findByRole('group', { name: 'View' }));
const findToggle = async (name: string) => (await findView()).findByRole('button', { name });
const findGraph = () => screen.findByRole('region', { name: 'Stages and steps as a graph' });

test.describe('head', () => {
  test('shows build, stage and step in the page title', async ({ mock, open }) => {
    setBuild(mock, { stages: [recentStage({ steps: [recentStep(), recentStep({ number: 2 })] })] });
    await open('/octo/hello/1');
    await waitFor(() => expect(document.title).toBe('Build #1.1.1 - octo/hello - Millrace'));
    await open('/octo/hello/1/1/2');
    await waitFor(() => expect(document.title).toBe('Build #1.1.2 - octo/hello - Millrace'));
  });

  test('shows commit, author, status and duration', async ({ mock, open }) => {
    setBuild(mock, { status: 'failure', deploy_to: 'staging', event: 'promote', parent: 7 });
    await open('/octo/hello/1');
    const head = await screen.findByRole('heading', { level: 1, name: /#1 Say hello/ });
    within(head).getByRole('img', { name: /failure/i });
    const crumbs = screen.getByRole('navigation', { name: /breadcrumb/i });
    const list = within(crumbs).getByRole('link', { name: 'Builds' });
    expect(list).toHaveAttribute('href', '/octo/hello');
    expect(crumbs).toHaveTextContent('#1');
    const main = within(screen.getByRole('main'));
    for (const fact of ['ada', '7fd1a60b', 'main', 'staging']) {
      expect(main.getAllByText(fact, { exact: false })[0]).toBeVisible();
    }
    expect(main.getByTitle('Duration')).toHaveTextContent('1:00');
  });

  test('shows who restarted, approved and canceled it, and the full commit message', async ({
    mock,
    open,
    user,
  }) => {
    setBuild(mock, {
      status: 'killed',
      parent: 7,
      trigger: 'grace',
      canceled_by: 'ada',
      debug: true,
      message: 'Say hello\n\nNobody had said it.',
      stages: [recentStage({ status: 'killed', decided_by: 'linus' })],
    });
    await open('/octo/hello/1');
    const main = within(await screen.findByRole('main'));
    await main.findByText('Restarted by grace from');
    expect(main.getByRole('link', { name: '#7' })).toHaveAttribute('href', '/octo/hello/7');
    for (const fact of ['Approved by linus', 'Canceled by ada', 'Debug', 'Nobody had said it.']) {
      expect(main.getByText(fact)).toBeInTheDocument();
    }
    await user.click(main.getByRole('button', { name: 'Copy the commit hash' }));
    expect(await navigator.clipboard.readText()).toMatch(/^7fd1a60b/);
    await main.findByRole('button', { name: 'Copied!' });
  });

  test('says that a canceled build still cleans up', async ({ mock, open }) => {
    setBuild(mock, { status: 'running', canceled_by: 'ada' });
    await open('/octo/hello/1');
    await screen.findByText('Canceled by ada, cleaning up');
  });

  test('remembers the selected view', async ({ mock, open, user }) => {
    setBuild(mock);
    await open('/octo/hello/1');
    expect(await findToggle('Log View')).toHaveAttribute('aria-pressed', 'true');
    await user.click(await findToggle('Graph View'));
    await findGraph();
    await open('/octo/hello/1');
    expect(await findToggle('Graph View')).toHaveAttribute('aria-pressed', 'true');
    await findGraph();
    await user.click(await findToggle('Log View'));
    await open('/octo/hello/1');
    await findPane();
  });

  test('prefers the view in the URL to the remembered one', async ({ mock, open, user }) => {
    setBuild(mock);
    localStorage.setItem('millrace.build-view', 'graph');
    await open('/octo/hello/1');
    await findGraph();
    await findAddress('/octo/hello/1?view=graph');
    await open('/octo/hello/1/1/1');
    await findPane();
    await open('/octo/hello/1#L2');
    await findPane();
    await user.click(await findToggle('Graph View'));
    await findAddress('/octo/hello/1?view=graph#L2');
    await user.click(await findToggle('Log View'));
    await findPane();
    await findAddress('/octo/hello/1?view=logs#L2');
    await open('/octo/hello/1/1/1?view=graph');
    await findGraph();
  });

  test('returns to the previous view on going back', async ({ mock, open, user }) => {
    setBuild(mock);
    await open('/octo/hello/1');
    await findPane();
    await user.click(await findToggle('Graph View'));
    await findGraph();
    history.back();
    await findPane();
  });

  test('offers Card View only if a step has a schema', async ({ mock, open }) => {
    const build = setBuild(mock, { stages: [recentStage({ steps: [recentStep()] })] });
    await open('/octo/hello/1');
    const view = await findView();
    expect(textsOf(view.getAllByRole('button'))).toEqual(['Log View', 'Graph View']);
    await waitFor(() => expect(mock.listeners).toBe(1));
    const steps = [recentStep({ schema: 'https://ci.example/card.json' })];
    publishUpdate(mock, build, { stages: [recentStage({ steps })] });
    const names = ['Log View', 'Graph View', 'Card View'];
    await waitFor(() => expect(textsOf(view.getAllByRole('button'))).toEqual(names));
  });

  test('shows the log instead of a remembered Card View if there is no card', async ({
    mock,
    open,
  }) => {
    setBuild(mock);
    localStorage.setItem('millrace.build-view', 'cards');
    await open('/octo/hello/1');
    await findPane();
  });

  test('expands the warnings of the pipeline file on click', async ({ mock, open, user }) => {
    setBuild(mock, { warnings: ['line 3: wat means nothing', 'line 9: huh means nothing'] });
    await open('/octo/hello/1');
    const summary = await screen.findByText('The pipeline file has 2 warnings');
    expect(screen.getByText('line 3: wat means nothing')).not.toBeVisible();
    await user.click(summary);
    expect(screen.getByText('line 3: wat means nothing')).toBeVisible();
    expect(screen.getByText('line 9: huh means nothing')).toBeVisible();
  });
});

test.describe('stages and steps', () => {
  const manyStages = () => [
    recentStage({ name: 'first', steps: [recentStep({ name: 'alpha' })] }),
    recentStage({
      number: 2,
      id: 2,
      name: 'second',
      status: 'failure',
      steps: [
        recentStep({ name: 'beta' }),
        recentStep({ number: 2, name: 'gamma', status: 'failure', exit_code: 1 }),
        recentStep({ number: 3, name: 'delta', status: 'skipped' }),
      ],
    }),
    ...(['skipped', 'blocked', 'pending', 'waiting_on_dependencies'] as const).map((status, at) =>
      recentStage({
        number: 3 + at,
        id: 3 + at,
        name: `closed-${status}`,
        status,
        steps: [recentStep({ name: `in-${status}` })],
      }),
    ),
    recentStage({ number: 7, id: 7, name: 'empty', steps: [] }),
  ];

  test('expands only started stages with steps', async ({ mock, open }) => {
    setBuild(mock, { status: 'failure', stages: manyStages() });
    await open('/octo/hello/1');
    const tree = await findTree();
    expect(tree.getAllByRole('button')).toHaveLength(2);
    for (const name of ['skipped', 'blocked', 'pending', 'waiting_on_dependencies']) {
      tree.getByRole('link', { name: new RegExp(`closed-${name}`) });
      expect(tree.queryByText(`in-${name}`)).toBeNull();
    }
    tree.getByRole('link', { name: /empty/ });
  });

  test('expands the stage in the URL, and does not link skipped steps', async ({
    mock,
    open,
    user,
  }) => {
    setBuild(mock, { status: 'failure', stages: manyStages() });
    await open('/octo/hello/1/2/2');
    const tree = await findTree();
    const [first, second] = [/first/, /second/].map((name) => tree.getByRole('button', { name }));
    expect(second).toHaveAttribute('aria-expanded', 'true');
    expect(first).toHaveAttribute('aria-expanded', 'false');
    expect(tree.getByRole('link', { name: /gamma/ })).toHaveAttribute('aria-current', 'page');
    tree.getByText('delta');
    expect(tree.queryByRole('link', { name: /delta/ })).toBeNull();
    await user.click(tree.getByRole('button', { name: /second/ }));
    expect(tree.queryByText('gamma')).toBeNull();
    await user.click(tree.getByRole('button', { name: /first/ }));
    await user.click(tree.getByRole('link', { name: /alpha/ }));
    await findAddress('/octo/hello/1/1/1');
    const pane = await findPane();
    expect(pane.getByRole('heading').textContent).toBe('first / alpha');
  });

  test('expands the viewed stage when it starts', async ({ mock, open }) => {
    const pending = { status: 'pending', started: 0, stopped: 0 } as const;
    const build = setBuild(mock, {
      status: 'pending',
      started: 0,
      finished: 0,
      stages: [recentStage({ ...pending, steps: [] })],
    });
    await open('/octo/hello/1');
    const tree = await findTree();
    await tree.findByRole('link', { name: /default/ });
    await waitFor(() => expect(mock.listeners).toBe(1));
    const running = { status: 'running', stopped: 0 } as const;
    publishUpdate(mock, build, {
      status: 'running',
      stages: [recentStage({ ...running, steps: [recentStep({ ...running, name: 'compile' })] })],
    });
    await tree.findByRole('link', { name: /compile/ });
    const footer = async () => (await findPane()).getAllByRole('paragraph').at(-1)?.textContent;
    await waitFor(async () => expect(await footer()).toBe('Step is running...'));
  });

  test('shows the stages that replace a placeholder, without a reload', async ({ mock, open }) => {
    const plan = recentStage({ name: 'plan', status: 'running', stopped: 0 });
    const waiting = {
      status: 'waiting_on_dependencies' as const,
      started: 0,
      stopped: 0,
      steps: [],
    };
    const test = recentStage({ ...waiting, id: 2, number: 2, name: 'test', depends_on: ['plan'] });
    const placeholder = {
      ...test,
      placeholder: true,
      waiting: { reason: 'dependencies' as const, stages: ['plan'] },
    };
    const begun = { status: 'running', finished: 0 } as const;
    const build = setBuild(mock, { ...begun, stages: [plan, placeholder] });
    await open('/octo/hello/1/2/1');
    const tree = await findTree();
    tree.getByRole('link', { name: /test \(…\)/ });
    await screen.findByText('The stages of its matrix are decided when plan has finished.', {
      exact: false,
    });
    await waitFor(() => expect(mock.listeners).toBe(1));
    const stages = ['linux', 'darwin'].map((value, at) =>
      recentStage({
        ...test,
        id: 2 + at,
        number: 2 + at,
        name: `test (${value})`,
        status: 'pending',
      }),
    );
    publishUpdate(mock, build, { stages: [{ ...plan, status: 'success', stopped: 2 }, ...stages] });
    await tree.findByRole('button', { name: /test 0\/2/ });
    await tree.findByRole('link', { name: /darwin/ });
    tree.getByRole('link', { name: /linux/ });
    expect(tree.queryByRole('link', { name: /…/ })).toBeNull();
  });

  test('follows the running step until the viewer selects another one', async ({
    mock,
    open,
    user,
  }) => {
    const names = ['compile', 'test', 'pack'];
    const stagesAt = (running: number) => [
      recentStage({
        status: 'running',
        stopped: 0,
        steps: names.map((name, at) =>
          recentStep({
            number: at + 1,
            name,
            stopped: at < running ? 2 : 0,
            status: at < running ? 'success' : at === running ? 'running' : 'pending',
          }),
        ),
      }),
    ];
    const begun = { status: 'running', finished: 0 } as const;
    const build = setBuild(mock, { ...begun, stages: stagesAt(0) });
    await open('/octo/hello');
    await user.click(await screen.findByRole('link', { name: /#1 Say hello/ }));
    await findAddress('/octo/hello/1/1/1');
    await findTree();
    await waitFor(() => expect(mock.listeners).toBe(1));
    const second = publishUpdate(mock, build, { stages: stagesAt(1) });
    await findAddress('/octo/hello/1/1/2');
    await user.click((await findTree()).getByRole('link', { name: /compile/ }));
    await findAddress('/octo/hello/1/1/1');
    publishUpdate(mock, second, { stages: stagesAt(2) });
    const tree = await findTree();
    await within(tree.getByRole('link', { name: /pack/ })).findByRole('img', { name: 'Running' });
    await findAddress('/octo/hello/1/1/1');
  });

  test('opens at the first failed step if the address names none', async ({ mock, open }) => {
    setBuild(mock, { status: 'failure', stages: manyStages() });
    await open('/octo/hello/1?attempt=1');
    await findAddress('/octo/hello/1/2/2?attempt=1');
  });

  test('opens at the step that begins, and stays at the one that fails', async ({ mock, open }) => {
    const stagesOf = (...statuses: Step['status'][]) => [
      recentStage({
        status: 'running',
        steps: statuses.map((status, at) => recentStep({ number: at + 1, name: `s${at}`, status })),
      }),
    ];
    const build = setBuild(mock, { status: 'pending', stages: stagesOf('pending', 'pending') });
    await open('/octo/hello/1');
    await findTree();
    await waitFor(() => expect(mock.listeners).toBe(1));
    await findAddress('/octo/hello/1');
    const running = { status: 'running', finished: 0 } as const;
    const first = publishUpdate(mock, build, {
      ...running,
      stages: stagesOf('success', 'running'),
    });
    await findAddress('/octo/hello/1/1/2');
    publishUpdate(mock, first, { stages: stagesOf('success', 'failure', 'running') });
    const tree = await findTree();
    await tree.findByRole('link', { name: /s2/ });
    await findAddress('/octo/hello/1/1/2');
  });

  test('opens at the summary of a successful build, unless the viewer has chosen the log', async ({
    mock,
    open,
    user,
  }) => {
    setBuild(mock, {
      stages: [recentStage({ steps: [recentStep({ summary: true })] })],
    });
    await open('/octo/hello/1');
    await findAddress('/octo/hello/1?view=summary');
    await user.click(await findToggle('Log View'));
    await findAddress('/octo/hello/1');
    await open('/octo/hello/1');
    await findPane();
    await findAddress('/octo/hello/1');
  });

  test('moves between the rows with the arrow keys', async ({ mock, open, user }) => {
    setBuild(mock, { stages: manyStages() });
    await open('/octo/hello/1');
    const tree = await findTree();
    const first = tree.getByRole('button', { name: /first/ });
    await user.click(first);
    await user.keyboard('{ArrowDown}');
    expect(tree.getByRole('link', { name: /alpha/ })).toHaveFocus();
    await user.keyboard('{End}');
    expect(tree.getByRole('link', { name: /empty/ })).toHaveFocus();
    await user.keyboard('{Home}');
    expect(first).toHaveFocus();
  });

  test('opens the failed step with f, and offers a link to it', async ({ mock, open, user }) => {
    setBuild(mock, { status: 'failure', stages: manyStages() });
    await open('/octo/hello/1');
    await screen.findByRole('link', { name: /Go to the failing step/ });
    await user.keyboard('f');
    await findAddress('/octo/hello/1/2/2');
    const heading = async () => (await findPane()).getByRole('heading').textContent;
    await waitFor(async () => expect(await heading()).toBe('second / gamma'));
  });

  test('opens the log of the failed step with f from every view', async ({ mock, open, user }) => {
    setBuild(mock, { status: 'failure', stages: manyStages() });
    mock.state.log = linesOf(['error: stuck']);
    await open('/octo/hello/1?view=graph');
    await findGraph();
    await user.keyboard('f');
    await findAddress('/octo/hello/1/2/2');
    await waitFor(async () => expect(await screen.findByRole('log')).toHaveFocus());
  });

  test('offers no link to an allowed failure', async ({ mock, open }) => {
    const steps = [recentStep({ status: 'failure', errignore: true })];
    setBuild(mock, { stages: [recentStage({ steps })] });
    await open('/octo/hello/1');
    await findTree();
    expect(screen.queryByRole('link', { name: /Go to the failing step/ })).toBeNull();
  });

  test('lists the shortcuts with ?', async ({ mock, open, user }) => {
    setBuild(mock);
    await open('/octo/hello/1');
    await findTree();
    await user.keyboard('?');
    const dialog = await findDialog('Keyboard shortcuts');
    dialog.getByText('Go to the failing step of a build');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
