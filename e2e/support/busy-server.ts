import { join } from 'node:path';
import { Gate } from './gate.ts';
import { Millrace } from './millrace.ts';
import { pipelineOf, WorkTree } from './work-tree.ts';

/** File that the step creates when it runs. */
export const markerIn = (dir: string) => join(dir, 'runs');

/** A server with a step that never finishes by itself. */
export async function startBusyServer(): Promise<Millrace> {
  const millrace = await Millrace.start();
  const tree = await WorkTree.create(millrace, 'admin/mill');
  const commands = [`touch ${markerIn(millrace.dir)}`, new Gate(millrace).wait];
  await tree.commit({ '.drone.yml': pipelineOf(commands) }, 'Wait');
  await tree.push();
  return millrace;
}
