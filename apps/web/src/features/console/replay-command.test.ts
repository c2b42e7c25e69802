import { expect, it } from 'vitest';
import { replayCommand } from './replay-command.ts';

const address = { namespace: 'octo', name: 'hello', build: 118 };

it('names the build, its server, the stage and the step', () => {
  const command = replayCommand(
    'https://ci.example.com',
    address,
    { name: 'test', number: 2 },
    { name: 'unit', number: 3 },
  );
  expect(command).toBe(
    'millrace exec --build 118 --stage test --step unit --repo octo/hello --server https://ci.example.com',
  );
});

it('has the numbers of names that a shell would change', () => {
  const command = replayCommand(
    'http://ci',
    address,
    { name: 'a b', number: 2 },
    { name: '$(rm)', number: 3 },
  );
  expect(command).toContain(' --stage 2 --step 3 ');
});
