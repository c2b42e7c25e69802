// @vitest-environment happy-dom

import { sampleBuild } from '@millrace/contract/testing';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { InEnglish } from '../../testing/in-english.tsx';
import { FactTable } from './fact-table.tsx';

afterEach(cleanup);

test('names the events of both builds like the build filter', async () => {
  render(
    <InEnglish>
      <FactTable
        before={sampleBuild({ event: 'pull_request' })}
        after={sampleBuild({ number: 2, event: 'custom' })}
        renderBuild={({ number }) => `#${number}`}
      />
    </InEnglish>,
  );
  expect(await screen.findByText('Pull request')).toBeTruthy();
  expect(screen.getByText('Started by hand')).toBeTruthy();
});
