import { AppError } from '../../shared/errors.ts';

/** A pipeline file or template that cannot be used: which, where and why. */
export class ConfigError extends AppError {
  constructor(file: string, line: number, reason: string) {
    super(400, line > 0 ? `${file}: line ${line}: ${reason}` : `${file}: ${reason}`);
    this.name = 'ConfigError';
  }
}
