import type { Stage, Step } from '@millrace/contract/api';
import type { LogAddress } from './engine/open-log.ts';

/** Returns the command that runs a step of a build on the viewer's machine. */
export function replayCommand(
  server: string,
  { namespace, name, build }: Pick<LogAddress, 'namespace' | 'name' | 'build'>,
  stage: Pick<Stage, 'name' | 'number'>,
  step: Pick<Step, 'name' | 'number'>,
): string {
  const place = `--stage ${wordOf(stage)} --step ${wordOf(step)}`;
  return `millrace exec --build ${build} ${place} --repo ${namespace}/${name} --server ${server}`;
}

/** Returns the name, or the number if a shell would change the name. */
function wordOf({ name, number }: { name: string; number: number }): string {
  return /^[a-z][\w.-]*$/i.test(name) ? name : String(number);
}
