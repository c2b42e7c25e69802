import { expect, test } from 'vitest';
import { text, textsIn } from './texts.ts';

const messages = {
  title: text('Builds', '构建'),
  states: { failed: text('Failed', '失败') },
  count: text(
    (count: number) => (count === 1 ? '1 build' : `${count} builds`),
    (count) => `${count} 个构建`,
  ),
  keys: text(['Up', 'Down'], ['上', '下']),
};

test('reads all texts of a language', () => {
  const english = textsIn('en', messages);
  expect(english).toMatchObject({ title: 'Builds', states: { failed: 'Failed' } });
  expect(english.count(1)).toBe('1 build');
  expect(english.keys).toEqual(['Up', 'Down']);
  const chinese = textsIn('zh-CN', messages);
  expect(chinese).toMatchObject({ title: '构建', states: { failed: '失败' } });
  expect(chinese.count(1)).toBe('1 个构建');
});

test('returns the same object each time, and single texts too', () => {
  expect(textsIn('en', messages)).toBe(textsIn('en', messages));
  expect(textsIn('zh-CN', messages.title)).toBe('构建');
});
