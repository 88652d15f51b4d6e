#!/usr/bin/env node
import { EXIT_CODES } from './command.ts';
import { runProgram } from './run-program.ts';

// The reader of the output has exited, for example `head`. Nothing is lost, because all answered calls are stored.
process.stdout.on('error', () => process.exit(EXIT_CODES.failed));
process.stderr.on('error', () => process.exit(EXIT_CODES.failed));
// `process.exit` keeps the listeners of signals to the end. Without it, Node.js removes them first, and the second
// signal of a Ctrl-C through npm would end a process that has already stopped in order.
process.once('beforeExit', () => process.exit());
process.exitCode = await runProgram(process.argv.slice(2), {
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
});
