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
            remedy: 'Leave it if it only shows what others do; its message flows send nothing.',
          })),
};
