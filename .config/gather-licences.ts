import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

/** The licences of all packages in a bundle, for the `THIRD-PARTY.txt` beside it. */
export async function gatherLicences(files: readonly Metafile[], root: string): Promise<string> {
  const folders = new Set(
    files.flatMap(({ inputs }) =>
      Object.keys(inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
    ),
  );
  const notices = await Promise.all([...folders].toSorted().map((folder) => describePackage(join(root, folder))));
  return `The files of this folder contain the packages below, each under its licence.\n\n${notices.join('\n')}`;
}

async function describePackage(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
    readonly license?: string;
  };
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined && license === undefined) throw new Error(`${name} has no licence`);
  const text = file === undefined ? `Licence: ${license}` : await readFile(join(folder, file), 'utf8');
  return `${'='.repeat(80)}\n${name} ${version}\n${'-'.repeat(80)}\n${text.trim()}\n`;
}
