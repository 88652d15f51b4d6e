#!/usr/bin/env node
import { EXIT_CODES } from './command.ts';
import { runProgram } from './run-program.ts';

// Whoever reads the output has gone away, such as `head`. Nothing that was answered is lost by ending here.
process.stdout.on('error', () => process.exit(EXIT_CODES.failed));
process.stderr.on('error', () => process.exit(EXIT_CODES.failed));
process.exitCode = await runProgram(process.argv.slice(2), {
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
});
