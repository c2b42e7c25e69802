#!/usr/bin/env node
import { runRunner } from './runner-command.ts';

process.exit(await runRunner(process.env));
