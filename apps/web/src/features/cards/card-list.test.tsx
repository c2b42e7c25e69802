// @vitest-environment happy-dom

import { sampleBuild } from '@millrace/contract/testing';
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { InEnglish } from '../../testing/in-english.tsx';
import { CardList } from './card-list.tsx';

afterEach(cleanup);

const show = (list: ReactNode) => render(<InEnglish>{list}</InEnglish>);

test('reports that a build has no cards', async () => {
  show(<CardList namespace="octo" name="hello" build={sampleBuild({ stages: [] })} />);
  expect(await screen.findByText('NO ADAPTIVE CARDS FOUND')).toBeTruthy();
});

test('shows that the build is loading', async () => {
  show(<CardList namespace="octo" name="hello" build={undefined} />);
  expect(await screen.findByText('LOADING...')).toBeTruthy();
});
