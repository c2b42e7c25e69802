import { AppError } from '@millrace/contract/api-errors';

/** Reports that a pipeline file or template cannot be used, with file, line and reason. */
export class ConfigError extends AppError {
  constructor(file: string, line: number, reason: string) {
    super(400, line > 0 ? `${file}: line ${line}: ${reason}` : `${file}: ${reason}`);
    this.name = 'ConfigError';
  }
}
