import { expect, test } from 'vitest';
import { newBuildQuery } from './new-build-form.ts';
import { noParameters } from './parameter-form.ts';

test('sends the values of the filled-in fields', () => {
  const parameters = { ...noParameters, pairs: [{ key: 'LEVEL', value: 'debug' }] };
  expect(
    newBuildQuery({ target: ' main ', commit: '', parameters, declared: { DRY: 'true' } }),
  ).toEqual({
    LEVEL: 'debug',
    DRY: 'true',
    branch: 'main',
  });
  expect(
    newBuildQuery({ target: '', commit: '7fd1a60', parameters: noParameters, declared: {} }),
  ).toEqual({
    commit: '7fd1a60',
  });
});
