import { expect, it } from 'vitest';
import { createStage, createStep } from '../model.ts';
import { joinSteps } from './join-steps.ts';

function join(name: string, ...commands: string[]): number {
  const stage = createStage('a');
  stage.steps = [
    { ...createStep(name), commands },
    { ...createStep('test'), commands: ['make test'] },
  ];
  joinSteps(stage);
  return stage.steps.length;
}

it.each([
  ['Install', 'npm ci'],
  ['Install', 'yarn'],
  ['Set up', 'yarn install --frozen-lockfile --cache-folder ~/.cache/yarn'],
  ['build', 'make'],
  ['build', 'cat README.md | sort'],
])('%s: %s fills the clone folder alone', (name, command) => {
  expect(join(name, command)).toBe(2);
});

it.each([
  ['Install dependencies', 'make'],
  ['Setup', 'npm ci\n./tools/fetch'],
  ['build', 'make install'],
  ['build', 'bundle install'],
  ['build', 'python -m venv ~/.venv'],
  ['build', 'curl -o "$HOME/bin/tool" https://example.com'],
  ['build', 'wget -O /usr/local/bin/tool https://example.com'],
  ['build', 'npm config set loglevel error'],
  ['build', 'npx playwright install --with-deps'],
])('%s: %s also changes the container', (name, command) => {
  expect(join(name, command)).toBe(1);
});
