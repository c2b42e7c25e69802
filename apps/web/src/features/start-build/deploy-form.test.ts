import { expect, test } from 'vitest';
import { deployQuery, emptyDeployment } from './deploy-form.ts';
import { noParameters } from './parameter-form.ts';

test('deploys to production if the target is empty', () => {
  expect(deployQuery({ ...emptyDeployment, target: '  ' })).toEqual({ target: 'production' });
});

test('sends parameters, which cannot override the target', () => {
  const pairs = [
    { key: 'REGION', value: 'eu' },
    { key: 'target', value: 'other' },
  ];
  const parameters = { ...noParameters, pairs };
  expect(
    deployQuery({ ...emptyDeployment, action: 'rollback', target: ' staging ', parameters }),
  ).toEqual({
    REGION: 'eu',
    target: 'staging',
  });
});
