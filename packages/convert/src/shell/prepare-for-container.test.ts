import { expect, it } from 'vitest';
import { createStage, createStep } from '../model.ts';
import { prepareForContainer } from './prepare-for-container.ts';

function prepare(...commands: string[]): string[] {
  const step = { ...createStep('a'), commands };
  prepareForContainer({ ...createStage('b'), steps: [step] });
  return step.commands;
}

it.each([
  ['sudo make install', 'make install'],
  ['if true; then sudo -E make; fi', 'if true; then make; fi'],
  ['echo x | sudo tee /etc/x && sudo -- ls', 'echo x | tee /etc/x && ls'],
  ['sudo -u postgres psql', 'sudo -u postgres psql'],
  ['echo "use sudo make"', 'echo "use sudo make"'],
])('%s', (command, expected) => {
  expect(prepare(command)).toEqual([expected]);
});

it('updates the lists of apt before the first installation, and answers its question', () => {
  expect(prepare('echo', 'sudo apt-get -q install make', 'apt install -qy sudo gcc')).toEqual([
    'echo',
    'apt-get update',
    'apt-get -q install -y make',
    'apt install -qy sudo gcc',
  ]);
  expect(prepare('apt update', 'apt install -y make')).toEqual([
    'apt update',
    'apt install -y make',
  ]);
  expect(prepare('apt-get -q update && apt-get install --yes make')).toHaveLength(1);
  expect(prepare('apt-get install -y make; apt-get update')[0]).toBe('apt-get update');
});
