import { register } from 'node:module';
import { DEFINITION } from './rows.ts';

/** As where the native code of the package does not fit the system. */
const HOOKS = `export async function resolve(name, context, next) {
  return name === '@photostructure/sqlite'
    ? { shortCircuit: true, url: 'data:text/javascript,throw new Error("version GLIBC_2.29 not found")' }
    : next(name, context);
}`;

register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
const [path] = process.argv.slice(2);
try {
  const { openStore } = await import('../../src/store/open-store.ts');
  const store = await openStore(`sqlite:${path}`);
  await store.putDefinitions([DEFINITION]);
  await store.backup?.(`${path}.copy`);
  await store.close();
  console.log('works');
} catch (error) {
  console.log(`${(error as { code?: string }).code}: ${(error as Error).message}`);
}
