import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TempFolder extends AsyncDisposable {
  readonly path: string;
}

/** An empty folder that is removed with everything in it. */
export async function makeTempFolder(): Promise<TempFolder> {
  const path = await mkdtemp(join(await realpath(tmpdir()), 'bridge-e2e-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
