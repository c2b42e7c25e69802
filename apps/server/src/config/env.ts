import { type Config, readConfig } from './config.ts';

/** The only reader of the environment. */
export function configFromEnv(): Config {
  return readConfig(process.env);
}
