/**
 * The blind center in a process of its own, so that its processor time is not counted with that of the bridge. argv has the
 * milliseconds that it takes for an answer.
 */
import { startBlindCenter } from './blind-center.ts';

const center = await startBlindCenter(Number(process.argv[2] ?? 0));
process.send?.(center.origin);
process.on('disconnect', () => void center.close());
