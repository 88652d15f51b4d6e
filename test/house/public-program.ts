import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The doors of the package: sources of its `exports`. */
const DOORS: readonly string[] = ['', 'plugin/', 'model/', 'conformance/', 'testing/', 'sandbox/'].map(
  (folder) => `src/${folder}index.ts`,
);

const { config } = ts.readConfigFile(`${ROOT}.config/tsconfig.build.json`, ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, `${ROOT}.config`);

/** All that the doors export and what it refers to; parsed once for all tests of a process, which takes seconds. */
export const program = ts.createProgram(
  DOORS.map((path) => ROOT + path),
  options,
);
