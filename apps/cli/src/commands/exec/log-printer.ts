import { styleText } from 'node:util';

const colours = ['cyan', 'magenta', 'blue', 'yellow', 'green'] as const;

interface Named {
  number: number;
  name: string;
}

interface PrinterOptions {
  /** Writes text to the terminal or a file. */
  write: (text: string) => void;
  isColoured: boolean;
  /** True if the build has several stages, whose names then precede those of the steps. */
  hasStages: boolean;
}

/** Prints the lines of the logs of all steps, each after the name of its step. */
export class LogPrinter {
  private readonly options: PrinterOptions;

  constructor(options: PrinterOptions) {
    this.options = options;
  }

  print(stage: Named, step: Named, lines: readonly { out: string }[]): void {
    const { write, isColoured, hasStages } = this.options;
    const name = hasStages ? `${stage.name}/${step.name}` : step.name;
    const colour = colours[(stage.number + step.number) % colours.length] ?? 'cyan';
    const prefix = isColoured
      ? styleText(colour, `${name} |`, { validateStream: false })
      : `${name} |`;
    for (const { out } of lines) write(`${prefix} ${out.endsWith('\n') ? out : `${out}\n`}`);
  }
}
