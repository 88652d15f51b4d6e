// Runs until it is told to stop; then closing takes as long as the argument says: `never`, or `soon`.
import { closeWithin, untilStopped } from '../../src/cli/stop.ts';

const [, , mostMs = '', takes = ''] = process.argv;
const stopped = untilStopped();
const alive = setInterval(() => undefined, 1_000);
console.log('ready');
await stopped;
console.log('closing');
await closeWithin(Number(mostMs), () => (takes === 'never' ? new Promise(() => undefined) : Promise.resolve()));
clearInterval(alive);
console.log('closed');
