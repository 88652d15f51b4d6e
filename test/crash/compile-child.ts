import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['src', 'test/crash', 'test/support'];

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ES2023,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
};

export interface CompiledChild {
  /** Of the child's JavaScript. */
  readonly path: string;
  delete(): void;
}

/**
 * Compiles the bridge and its child once, since many children load it: a loader of TypeScript in each of them would
 * take most of the time of the tests.
 */
export function compileChild(): CompiledChild {
  const directory = mkdtempSync(join(tmpdir(), 'bridge-child-'));
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'), 'junction');
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }');
  for (const folder of FOLDERS) {
    for (const name of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
      const { outputText } = ts.transpileModule(readFileSync(join(ROOT, folder, name), 'utf8'), {
        compilerOptions: OPTIONS,
      });
      const compiled = join(directory, folder, name.replace(/ts$/, 'js'));
      mkdirSync(dirname(compiled), { recursive: true });
      writeFileSync(compiled, outputText);
    }
  }
  return {
    path: join(directory, 'test/crash/bridge.child.js'),
    delete: () => rmSync(directory, { recursive: true, force: true }),
  };
}
