import { expect, test } from 'vitest';
import { environmentPath, readEnvironmentName } from './environment-path.ts';

test.each([
  ['production', '/octo/hello/deployments/production'],
  ['eu/prod', '/octo/hello/deployments/eu/prod'],
  ['..', '/octo/hello/deployments/~..'],
  ['a/../b', '/octo/hello/deployments/a/~../b'],
  ['/a//', '/octo/hello/deployments/~/a/~/~'],
  ['~', '/octo/hello/deployments/~~'],
  ['~~..', '/octo/hello/deployments/~~~..'],
  ['a~b', '/octo/hello/deployments/a~b'],
  ['a%2Fb', '/octo/hello/deployments/a%252Fb'],
  ['100% sure?#x', '/octo/hello/deployments/100%25%20sure%3F%23x'],
  ['产品', '/octo/hello/deployments/%E4%BA%A7%E5%93%81'],
])('the path of %o leads back to it', (name, path) => {
  expect(environmentPath('octo/hello', name)).toBe(path);
  expect(new URL(path, 'http://ci.example').pathname).toBe(path);
  expect(readEnvironmentName(path)).toBe(name);
});

test('ignores a slash at the end, and accepts paths that are not encoded', () => {
  expect(readEnvironmentName('/octo/hello/deployments/live/')).toBe('live');
  expect(readEnvironmentName('/octo/hello/deployments/100%')).toBe('100%');
});
