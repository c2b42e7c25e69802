import { afterAll } from 'vitest';
import { removeSampleWorkTrees } from './sample-work-tree.ts';
import { removeReturnedDatabases } from './test-database.ts';

afterAll(removeSampleWorkTrees);
afterAll(removeReturnedDatabases);
