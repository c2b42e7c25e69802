import type { StageDetails } from '@millrace/contract/runner';
import type { Contributed, StageInputs, StageOfBuild } from '../../contributions.ts';
import { askAll } from '../../shared/ask.ts';

/** Reads what all features give to a stage. Absent parts are those that nobody gives. */
export async function readStageInputs(
  { stageInputs }: Pick<Contributed, 'stageInputs'>,
  stage: StageOfBuild,
): Promise<StageInputs & Pick<StageDetails, 'secrets'>> {
  const given = await askAll(stageInputs, stage);
  const others = given.map(({ secrets, variables, outputs, registries, ...other }) => other);
  const variables = given.flatMap((inputs) => inputs.variables ?? []);
  const outputs = given.flatMap((inputs) => inputs.outputs ?? []);
  const registries = given.flatMap((inputs) => inputs.registries ?? []);
  return {
    ...Object.assign({}, ...others),
    secrets: given.flatMap((inputs) => inputs.secrets ?? []),
    ...(variables.length > 0 ? { variables } : {}),
    ...(outputs.length > 0 ? { outputs } : {}),
    ...(registries.length > 0 ? { registries } : {}),
  };
}
