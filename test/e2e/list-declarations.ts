import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface Declaration {
  readonly file: string;
  /** The packages it imports from. */
  readonly packages: readonly string[];
}

/** A declaration file and all that can be reached from it by relative imports. */
export async function listDeclarations(entry: string): Promise<Declaration[]> {
  const found = new Map<string, Declaration>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    const text = await readFile(file, 'utf8');
    const specifiers = [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)['"]([^'"]+)['"]/g)].map(
      ([, name = '']) => name,
    );
    const isRelative = (name: string) => name.startsWith('.');
    found.set(file, { file, packages: specifiers.filter((name) => !isRelative(name)) });
    const folder = dirname(file);
    waiting.push(...specifiers.filter(isRelative).map((name) => join(folder, name.replace(/\.[jt]s$/, '.d.ts'))));
  }
  return [...found.values()];
}
