import { AppError } from '@millrace/contract/api-errors';

export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'uniqueness';

/** An error with the detail type of RFC 7644, section 3.12. */
export class ScimError extends AppError {
  readonly scimType: ScimType;

  constructor(status: 400 | 409, scimType: ScimType, message: string) {
    super(status, message);
    this.scimType = scimType;
  }
}
