import type { FileRule } from '../rule.ts';

export const otherPoolNotRun: FileRule = {
  name: 'other-pool-not-run',
  check: ({ id, processes, executable }) =>
    executable.length !== 1
      ? []
      : processes
          .filter((process) => !executable.includes(process))
          .map((process) => ({
            severity: 'warning',
            elementId: process.id ?? id,
            reason: `The process "${process.name ?? process.id}" is not executable and will not run.`,
            remedy: 'Fine where it only shows what others do; message flows from it carry nothing.',
          })),
};
