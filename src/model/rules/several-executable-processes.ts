import type { FileRule } from './rule.ts';

export const severalExecutableProcesses: FileRule = {
  name: 'several-executable-processes',
  check: ({ id, executable }) =>
    executable.length < 2
      ? []
      : executable.map((process) => ({
          severity: 'error',
          elementId: process.id ?? id,
          reason: `The file has ${executable.length} executable processes, and this version runs one per file.`,
          remedy: 'Save each in a file of its own, or mark the others as not executable.',
        })),
};
