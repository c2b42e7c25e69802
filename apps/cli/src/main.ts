#!/usr/bin/env node
import { clientCommands } from './client-commands.ts';
import { runProgram } from './command-line/run-program.ts';

await runProgram(clientCommands);
