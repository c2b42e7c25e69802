import { describe, expect, it } from 'vitest';
import { StarlarkError } from './errors.ts';
import { errorIn, errorOf, run } from './testing/run.ts';

describe('errors', () => {
  it('of syntax name file, line and column', () => {
    const error = errorIn('x = 1\ny = (2 +\n', { filename: '.drone.star' });
    expect(error).toMatchObject({ filename: '.drone.star', line: 2, callStack: [] });
    expect(errorIn('def f(:): pass\n').describe()).toBe(
      'test.star:1:7: expected a name, found ":"',
    );
  });

  it('at run time name the calls that led there', () => {
    const module = run(
      'def divide(a, b):\n    return a // b\n\ndef main(ctx):\n    return [\n        divide(1, ctx),\n    ]\n',
    );
    const error = errorOf(() => module.call('main', [0n]));
    expect(error).toBeInstanceOf(StarlarkError);
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe('StarlarkError');
    expect(error.describe()).toBe(
      'test.star:2:14: division by zero\n  in divide (test.star:2:14)\n  in main (test.star:6:9)',
    );
    expect(error.callStack.map((call) => call.function)).toEqual(['divide', 'main']);
  });

  it('in functions of the language name who called', () => {
    const module = run(
      'def key(x):\n    return x.name\n\ndef main():\n    return sorted([1], key=key)\n',
    );
    expect(errorOf(() => module.call('main')).describe()).toBe(
      'test.star:2:14: an int has no attribute "name"\n  in key (test.star:2:14)\n  in main (test.star:5:12)',
    );
  });

  it.each([
    ['x = 1\n', 'main', 'the file defines no function "main"'],
    ['main = {}\n', 'main', '"main" is a dict, not a function'],
    ['def main(): pass\n', 'main', 'main() takes at most 0 positional arguments, got 1'],
    ['len2 = len\n', 'constructor', 'the file defines no function "constructor"'],
  ])('of the call itself name the file: %j', (source, name, message) => {
    const error = errorOf(() => run(source).call(name, [1n]));
    expect(error.message).toBe(message);
    expect(error.describe()).toBe(`test.star: ${message}`);
  });

  it('leave the module usable', () => {
    const module = run('def bad(): return 1 // 0\ndef good(): return bad2\nbad2 = 2\n');
    for (let turn = 0; turn < 300; turn++) errorOf(() => module.call('bad'));
    expect(module.call('good')).toBe(2n);
  });

  it('of the host pass through as they are', () => {
    const print = () => {
      throw new TypeError('from the host');
    };
    expect(() => run('print(1)\n', { print })).toThrow(TypeError);
  });
});
