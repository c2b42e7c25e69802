// @vitest-environment happy-dom
import type { Artifact } from '@millrace/contract/api';
import { sampleBuild } from '@millrace/contract/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { InEnglish } from '../../testing/in-english.tsx';
import { BuildFiles } from './build-files.tsx';

afterEach(cleanup);

const total = 2500;
const paths = Array.from({ length: total }, (_, at) => `file-${at}.txt`);
const toFile = (path: string): Artifact => ({
  stage: 1,
  step: 1,
  path,
  size: 10,
  sha256: path,
  type: 'application/zip',
  created: 1,
});

/** Responds like the server, which searches 1,000 paths in a request. */
function respond(url: URL): Response {
  const { searchParams: query } = url;
  const one = query.get('file');
  if (one) return Response.json(paths.filter((path) => one === `1/1/${path}`).map(toFile));
  const from = paths.indexOf((query.get('after') ?? '').slice('1/1/'.length)) + 1;
  const page = paths.slice(from, from + 1000);
  const found = page.filter((path) => path.includes(query.get('search') ?? ''));
  const next = from + 1000 < total && `<?after=1/1/${page.at(-1)}&per_page=1000>; rel="next"`;
  return Response.json(found.map(toFile), next ? { headers: { link: next } } : {});
}

function show(address = '/') {
  vi.stubGlobal('fetch', async (url: string) => respond(new URL(url, 'http://here')));
  render(
    <InEnglish>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={[address]}>
          <BuildFiles
            address={{ namespace: 'octo', name: 'hello', build: 1 }}
            build={sampleBuild({ artifacts: total })}
            canDelete={false}
          />
        </MemoryRouter>
      </QueryClientProvider>
    </InEnglish>,
  );
}

const more = () => screen.findByRole('button', { name: 'Show more' });

test('shows how many files are loaded, and loads the others', async () => {
  show();
  await screen.findByText('First 1,000 of 2,500 files');
  fireEvent.click(await more());
  await screen.findByText('First 2,000 of 2,500 files');
  fireEvent.click(await more());
  await screen.findByText('2,500 files, 25 kB');
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('filters all files, not only loaded ones', async () => {
  show();
  const filter = await screen.findByRole('searchbox');
  fireEvent.change(filter, { target: { value: 'file-2499' } });
  await screen.findByText('1 file, 10 bytes');
  fireEvent.change(filter, { target: { value: 'nothing' } });
  await screen.findByText('No file matches');
});

test('shows the file in the URL if the list has not loaded it', async () => {
  show('/?file=1/1/file-2400.txt');
  expect(await screen.findByRole('region', { name: 'file-2400.txt' })).toBeTruthy();
});
