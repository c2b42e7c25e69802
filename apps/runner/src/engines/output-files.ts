/** Texts that a step has written to the files of its outputs. */
export interface OutputTexts {
  open: string;
  /** From the file whose values are masked. */
  masked: string;
}

/** Variables with the paths of these files. */
export const outputVariables: Record<keyof OutputTexts, string> = {
  open: 'DRONE_OUTPUT',
  masked: 'DRONE_OUTPUT_SECRET',
};

/** Maximum size of each of these files in bytes. */
export const maxOutputBytes = 64 * 1024;
