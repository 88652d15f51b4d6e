#!/usr/bin/env node
import { runProgram } from './run-program.ts';

// Whoever reads the output may go away first, such as `head`.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);
process.exitCode = await runProgram(process.argv.slice(2), {
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
});
