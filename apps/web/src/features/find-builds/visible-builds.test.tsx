// @vitest-environment happy-dom
import { countFeedBuilds, listFeedBuilds } from '@millrace/contract/api';
import { expect, findAddress, screen, test, waitFor } from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

test('includes builds of other repositories on request', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  await open('/builds-feed');
  await user.click(await screen.findByRole('button', { name: 'More filters' }));
  const others = screen.getByRole('switch', { name: 'Other repositories too' });
  await waitFor(() => expect(mock.calls(listFeedBuilds)).not.toEqual([]));
  expect(mock.calls(listFeedBuilds).every(({ query }) => query.visible === undefined)).toBe(true);
  await user.click(others);
  await findAddress('/builds-feed?visible=true');
  await waitFor(() => expect(mock.calls(listFeedBuilds).at(-1)?.query.visible).toBe('true'));
  await waitFor(() => expect(mock.calls(countFeedBuilds).at(-1)?.query.visible).toBe('true'));
});

test('is not offered by an original server, and for one repository', async ({ open }) => {
  await open('/builds-feed');
  await screen.findByRole('button', { name: 'More filters' });
  expect(screen.queryByRole('switch', { name: 'Other repositories too' })).toBeNull();
  serveConfig({ extras: true });
  await open('/octo/hello');
  await screen.findByRole('button', { name: 'More filters' });
  expect(screen.queryByRole('switch', { name: 'Other repositories too' })).toBeNull();
});
