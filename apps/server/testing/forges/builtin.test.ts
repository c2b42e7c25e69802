import { BuiltinTestForge } from './builtin-test-forge.ts';
import { describeBuiltinForge } from './situations.ts';

describeBuiltinForge('Built in', async () => new BuiltinTestForge());
