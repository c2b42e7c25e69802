import { expect, test } from 'vitest';
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
  ['secretName', createSecret.body, { data: 'x' }],
  ['secretName', createSecret.body, { name: 'a b', data: 'x' }],
  ['secretName', createSecret.body, { name: long, data: 'x' }],
  ['secretValue', createSecret.body, { name: 'key', data: '' }],
  ['cronName', createCron.body, { ...cron, name: '///' }],
  ['cronBranch', createCron.body, { ...cron, branch: ' ' }],
  ['cronBranch', createCron.body, { ...cron, branch: long }],
  ['cronExpression', createCron.body, { ...cron, expr: long }],
  ['templateName', createTemplate.body, { name: '', data: 'x' }],
  ['templateName', createTemplate.body, { name: 'a/b.yaml', data: 'x' }],
  ['templateName', createTemplate.body, { name: 'a.txt', data: 'x' }],
  ['templateName', createTemplate.body, { name: `${long}.yaml`, data: 'x' }],
  ['templateData', createTemplate.body, { name: 'a.yaml', data: '' }],
  ['login', createUser.body, { ...user, login: 'a b' }],
  ['newPassword', changePassword.body, { ...password, password: 'short' }],
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
