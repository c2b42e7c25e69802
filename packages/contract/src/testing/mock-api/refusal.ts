import { errorMessages } from '../../errors.ts';

/** An error answer. The page shows its message. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const notFound = (): Refusal => new Refusal(404, errorMessages.notFound);
