// @vitest-environment happy-dom
import { linesOf, recentBuild, recentStage, recentStep } from '@millrace/contract/testing';
import { giveHeight } from '../../testing/give-height.ts';
import { expect, screen, test } from '../../testing/screen-test.tsx';

for (const status of ['failure', 'success'] as const) {
  test(`a step with the status ${status}: the command for a replay`, async ({
    mock,
    open,
    user,
  }) => {
    giveHeight();
    const steps = [recentStep({ name: 'unit', status })];
    const stages = [recentStage({ name: 'test', status, steps })];
    mock.state.builds['octo/hello'] = [recentBuild({ number: 1, status, stages })];
    mock.state.log = linesOf(['out it comes']);
    await open('/octo/hello/1/1/1');
    await screen.findByText('out it comes');
    if (status === 'success') {
      expect(screen.queryByRole('button', { name: 'Copy replay command' })).toBeNull();
      return;
    }
    await user.click(screen.getByRole('button', { name: 'Copy replay command' }));
    expect(await navigator.clipboard.readText()).toBe(
      `millrace exec --build 1 --stage test --step unit --repo octo/hello --server ${location.origin}`,
    );
  });
}
