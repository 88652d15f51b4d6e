// A service that fulfils requests, says so for each, and ends when nothing is left to do.
import { createBridge } from '../../../src/index.ts';
import { optionsFor } from '../../bridge/options-for.ts';

const [store = '', url = ''] = process.argv.slice(2);
const silent = () => undefined;
const bridge = await createBridge({
  ...optionsFor({ url }),
  store,
  logger: { debug: silent, info: silent, warn: silent, error: silent },
});
bridge.on('action', ({ instanceId }) => console.log(instanceId));
await bridge.idle();
await bridge.close();
