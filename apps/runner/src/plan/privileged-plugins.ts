import type { PipelineStep } from '@millrace/contract/pipeline';

/** Plugins that build images, which existing pipelines use without asking for privileges. */
const images = new Set([
  'plugins/docker',
  'plugins/acr',
  'plugins/ecr',
  'plugins/gcr',
  'plugins/gar',
  'plugins/heroku',
]);

/** True for one of these plugins that only does what it was made for. */
export function isPrivilegedPlugin(step: PipelineStep): boolean {
  const isPlain = [step.commands, step.entrypoint, step.command, step.volumes].every(
    (list) => list.length === 0,
  );
  return isPlain && images.has(withoutTag(step.image));
}

function withoutTag(image: string): string {
  return image.replace(/^docker\.io\//, '').replace(/[:@].*$/, '');
}
