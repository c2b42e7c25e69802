import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { usesOf } from './secret-lines.ts';

it.each([
  ['docker_password', 'DOCKER_PASSWORD'],
  ['npm-token.v2', 'NPM_TOKEN_V2'],
  ['1st', '_1ST'],
  ['true', 'TRUE'],
  ['a "b": c', 'A_B_C'],
  ['密钥', '_'],
])('gives %s to the variable %s', (name, variable) => {
  expect(parse(usesOf(name))).toEqual({ environment: { [variable]: { from_secret: name } } });
});
