// Runs until it is told to stop; then closing takes as long as the argument says: `never`, `soon`, or
// `busy`: soon, after a second in which nothing else can run.
import { setTimeout } from 'node:timers/promises';
import { closeWithin, untilStopped } from '../../src/cli/stop.ts';

const [, , mostMs = '', takes = ''] = process.argv;
const stopped = untilStopped();
const alive = setInterval(() => undefined, 1_000);
console.log('ready');
await stopped;
console.log('closing');
await closeWithin(Number(mostMs), async () => {
  if (takes === 'never') await new Promise(() => undefined);
  if (takes === 'busy') {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
    await setTimeout(100);
  }
});
clearInterval(alive);
console.log('closed');
