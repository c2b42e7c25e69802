/** What is wrong in a template, and on which of its lines. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}
