/** The blind center in a process of its own, so that its processor time is not counted with that of the bridge. */
import { startBlindCenter } from './blind-center.ts';

const center = await startBlindCenter();
process.send?.(center.origin);
process.on('disconnect', () => void center.close());
