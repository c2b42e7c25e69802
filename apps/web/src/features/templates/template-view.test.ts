import type { Template } from '@millrace/contract/api';
import { expect, it } from 'vitest';
import { languageOf, withTemplate } from './template-view.ts';

const template = (name: string, data = '') => ({ name, data }) as Template;

it('moves new and edited templates to the top', () => {
  const list = [template('a.yaml'), template('b.yaml')];
  expect(withTemplate(list, template('c.yaml')).map((item) => item.name)).toEqual([
    'c.yaml',
    'a.yaml',
    'b.yaml',
  ]);
  expect(withTemplate(list, template('b.yaml', 'new'))).toEqual([
    template('b.yaml', 'new'),
    template('a.yaml'),
  ]);
});

it.each([
  ['x.jsonnet', 'jsonnet'],
  ['x.starlark', 'starlark'],
  ['x.star', 'starlark'],
  ['x.yaml', 'yaml'],
  ['x.yml', 'yaml'],
])('reads %s as %s', (name, language) => {
  expect(languageOf(name)).toBe(language);
});
