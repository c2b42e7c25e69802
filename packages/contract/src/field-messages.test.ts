import { expect, test } from 'vitest';
import { endpointOf } from './api/endpoints.ts';
import {
  changePassword,
  createCron,
  createSecret,
  createTemplate,
  createUser,
  type Schema,
} from './api/index.ts';
import { fieldMessages, type RefusedField, refusedFields } from './field-messages.ts';

const long = 'a'.repeat(300);
const cron = { name: 'nightly', branch: 'main', expr: '@daily' };
const user = { login: 'carl', email: 'carl@example.com' };
const password = { current: 'old-password', password: 'new-password' };

const refused: [field: RefusedField, schema: Schema | undefined, body: object][] = [
  ['secretName', endpointOf(createSecret).body, { data: 'x' }],
  ['secretName', endpointOf(createSecret).body, { name: 'a b', data: 'x' }],
  ['secretName', endpointOf(createSecret).body, { name: long, data: 'x' }],
  ['secretValue', endpointOf(createSecret).body, { name: 'key', data: '' }],
  ['cronName', endpointOf(createCron).body, { ...cron, name: '///' }],
  ['cronBranch', endpointOf(createCron).body, { ...cron, branch: ' ' }],
  ['cronBranch', endpointOf(createCron).body, { ...cron, branch: long }],
  ['cronExpression', endpointOf(createCron).body, { ...cron, expr: long }],
  ['templateName', endpointOf(createTemplate).body, { name: '', data: 'x' }],
  ['templateName', endpointOf(createTemplate).body, { name: 'a/b.yaml', data: 'x' }],
  ['templateName', endpointOf(createTemplate).body, { name: 'a.txt', data: 'x' }],
  ['templateName', endpointOf(createTemplate).body, { name: `${long}.yaml`, data: 'x' }],
  ['templateData', endpointOf(createTemplate).body, { name: 'a.yaml', data: '' }],
  ['login', endpointOf(createUser).body, { ...user, login: 'a b' }],
  ['newPassword', endpointOf(changePassword).body, { ...password, password: 'short' }],
];

test.each(refused)(
  'finds the field %s of a rejected value by the message (%#)',
  (field, schema, body) => {
    const result = schema?.safeParse(body);
    expect(result?.success).toBe(false);
    const message = result?.error?.issues[0]?.message ?? '';
    const fields = Object.entries(refusedFields).filter(([, pattern]) => pattern.test(message));
    expect(fields.map(([name]) => name)).toEqual([field]);
  },
);

test('finds the field of a rejected new build', () => {
  expect(fieldMessages.noBranch('x')).toMatch(refusedFields.branch);
  expect(fieldMessages.noCommit('x')).toMatch(refusedFields.commit);
  expect(fieldMessages.noEnvironment).toMatch(refusedFields.environment);
});
