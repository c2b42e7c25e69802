import type { StepOutput } from '@millrace/contract/step-outputs';
import { createSecretMask, type SecretMask } from './logs/secret-mask.ts';

/** Outputs that the steps of a stage get, from earlier steps and from the stages that it depends on. */
export class StageOutputs {
  private readonly outputs: Map<string, StepOutput>;
  private readonly secrets: readonly string[];
  private mask: SecretMask;

  /**
   * @param secrets that logs of the stage must not show
   * @param mask for these secrets and for masked outputs of other stages
   */
  constructor(outputs: readonly StepOutput[], secrets: readonly string[], mask: SecretMask) {
    this.outputs = new Map(outputs.map((output) => [output.name, output]));
    this.secrets = secrets;
    this.mask = mask;
  }

  get all(): StepOutput[] {
    return [...this.outputs.values()];
  }

  /** Secrets and masked outputs. */
  get allSecrets(): string[] {
    const masked = this.all.filter(({ isMasked }) => isMasked);
    return [...this.secrets, ...masked.map(({ data }) => data)];
  }

  /** Variables for the next step. */
  get environment(): Record<string, string> {
    return Object.fromEntries([...this.outputs.values()].map(({ name, data }) => [name, data]));
  }

  /** Masks the secrets and masked outputs in the log of the next step. */
  get maskSecrets(): SecretMask {
    return this.mask;
  }

  async add(outputs: readonly StepOutput[]): Promise<void> {
    for (const output of outputs) this.outputs.set(output.name, output);
    if (!outputs.some(({ isMasked }) => isMasked)) return;
    this.mask = await createSecretMask(this.allSecrets);
  }
}
