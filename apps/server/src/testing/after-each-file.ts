import { afterAll } from 'vitest';
import { removeSampleWorkTrees } from './sample-work-tree.ts';

afterAll(removeSampleWorkTrees);
