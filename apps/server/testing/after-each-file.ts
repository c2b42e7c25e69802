import { afterAll } from 'vitest';
import { removeReturnedDatabases } from './test-database.ts';

afterAll(removeReturnedDatabases);
