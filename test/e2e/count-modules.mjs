// Prints the URLs of all modules that importing a package loads, as JSON; those of Node.js itself are left out.
import { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { MessageChannel } from 'node:worker_threads';

const LAST = 'data:text/javascript,';
const { port1: heard, port2: port } = new MessageChannel();
const modules = new Set();
const told = new Promise((resolve) => {
  heard.on('message', (url) => (url === LAST ? resolve() : modules.add(url)));
});
register('./count-modules-hooks.mjs', import.meta.url, { data: { port }, transferList: [port] });
await import(process.argv[2]);
// Comes after all that was told before.
await import(LAST);
await told;
heard.close();
for (const path of Object.keys(createRequire(import.meta.url).cache)) modules.add(pathToFileURL(path).href);
console.log(JSON.stringify([...modules].filter((url) => !url.startsWith('node:'))));
