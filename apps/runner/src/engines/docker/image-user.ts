import { parseImageName } from '@millrace/pipeline/image-name';
import type Docker from 'dockerode';
import type { ContainerSpec } from '../engine.ts';
import type { StepUser } from '../enter-workspace.ts';
import { rootUser } from '../workspace-users.ts';

export interface ImageUser extends StepUser {
  /** `HOME` of the image. */
  home: string | undefined;
}

const rootNames = ['', 'root', rootUser];

/** Returns the user of a step: its own, or that of its image. */
export async function readImageUser(
  docker: Docker,
  { image, user }: Pick<ContainerSpec, 'image' | 'user'>,
): Promise<ImageUser> {
  const { Id, Config } = await docker.getImage(parseImageName(image).full).inspect();
  const [name = ''] = (user || Config?.User || '').split(':');
  const home = Config?.Env?.find((each) => each.startsWith('HOME='))?.slice('HOME='.length);
  if (rootNames.includes(name)) return { name: rootUser, id: rootUser, home };
  // The same name may have another number in another image.
  return { name, id: /^\d+$/.test(name) ? name : `${name} in ${Id}`, home };
}
