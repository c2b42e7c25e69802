import { BuiltinStand } from './builtin-stand.ts';
import { describeBuiltinForge } from './situations.ts';

describeBuiltinForge('Built in', async () => new BuiltinStand());
