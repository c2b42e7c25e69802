// @vitest-environment happy-dom
import { getBuild, getCard, getCardTemplate } from '@millrace/contract/api';
import { recentStage, recentStep } from '@millrace/contract/testing';
import { type MockApi, setBuild } from '@millrace/contract/testing/mock-api';
import { expect, screen, test, waitFor } from '../../testing/screen-test.tsx';

function giveCard(mock: MockApi) {
  mock.state.card = { count: 42, suite: 'wheels' };
  mock.state.cardTemplate = {
    type: 'AdaptiveCard',
    version: '1.5',
    body: [{ type: 'TextBlock', text: '${count} tests of ${suite}', wrap: true }],
  };
  const steps = [recentStep({ name: 'step-1', schema: 'https://ci.example/card.json' })];
  setBuild(mock, { stages: [recentStage({ steps })] });
  localStorage.setItem('millrace.build-view', 'cards');
}

const findCard = () => screen.findByText('42 tests of wheels');

test('shows CARD LOADING... while the card or its template is loading', async ({ mock, open }) => {
  giveCard(mock);
  const release = mock.hold(getCard);
  await open('/octo/hello/1');
  await screen.findByText('CARD LOADING...');
  release();
  await findCard();
});

test('shows LOADING... while the build is loading', async ({ mock, open }) => {
  giveCard(mock);
  const release = mock.hold(getBuild);
  await open('/octo/hello/1');
  await screen.findByText('LOADING...');
  release();
  await findCard();
});

for (const [name, fail] of [
  ['the data cannot be loaded', (mock: MockApi) => mock.fail(getCard, 'gone', 404)],
  ['the template cannot be loaded', (mock: MockApi) => mock.fail(getCardTemplate, 'gone', 404)],
  ['the template is not a card', (mock: MockApi) => mock.reply(getCardTemplate, () => 'a word')],
  ['the template is null', (mock: MockApi) => mock.reply(getCardTemplate, () => null)],
] as const) {
  test(`shows CARD ERROR if ${name}, without affecting the rest of the page`, async ({
    mock,
    open,
  }) => {
    giveCard(mock);
    fail(mock);
    await open('/octo/hello/1');
    await screen.findByText('CARD ERROR');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('#1 Say hello');
  });
}

test('retries a card that failed to load', async ({ mock, open, user }) => {
  giveCard(mock);
  mock.fail(getCard, 'busy', 503);
  await open('/octo/hello/1');
  await screen.findByText('CARD ERROR');
  mock.restore(getCard);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await findCard();
  await waitFor(() => expect(screen.queryByText('CARD ERROR')).toBeNull());
});
