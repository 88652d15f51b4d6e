/** Opens a bridge with the options of the first argument, sends it the calls of the second, and prints the answers. */
import { createBridge } from '../../../src/index.ts';

const [options = '', calls = ''] = process.argv.slice(2);
const bridge = await createBridge(JSON.parse(options));
const answers: unknown[] = [];
for (const { url, init } of JSON.parse(calls)) {
  const response = await bridge.fetch(new Request(url, init));
  answers.push({ status: response.status, ...((await response.json()) as object) });
}
await bridge.idle();
await bridge.close();
console.log(JSON.stringify(answers));
