import { expect, test } from 'vitest';
import { deployQuery, emptyDeployment } from './deploy-form.ts';
import { noParameters } from './parameter-form.ts';

test('an empty target means production', () => {
  expect(deployQuery({ ...emptyDeployment, target: '  ' })).toEqual({ target: 'production' });
});

test('parameters go along, but never over the target', () => {
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
