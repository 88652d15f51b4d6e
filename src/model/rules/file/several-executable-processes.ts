import type { FileRule } from '../rule.ts';

export const severalExecutableProcesses: FileRule = {
  name: 'several-executable-processes',
  check: ({ id, executable }) =>
    executable.length < 2
      ? []
      : executable.map((process) => ({
          severity: 'error',
          elementId: process.id ?? id,
          reason: `The file has ${executable.length} executable processes, but an instance runs only one of them.`,
          remedy: 'Say which one to deploy, or mark the others as not executable.',
        })),
};
