import { type ModdleElement, nameOf } from '../../moddle/moddle-element.ts';
import type { ModelFile } from '../../read/read-definitions.ts';
import type { FileRule, Finding } from '../rule.ts';

function warnOfNoMark(process: ModdleElement): readonly Finding[] {
  if (process.get('isExecutable') === true) return [];
  return [
    {
      severity: 'warning',
      guess: true,
      elementId: process.id ?? 'definitions',
      reason: `The process "${nameOf(process) ?? process.id}" does not say whether it is executable; it is treated as executable, as in Activiti, Flowable, Camunda 7 and jBPM.`,
      remedy: 'Write isExecutable="true", or "false" if it is only a diagram.',
    },
  ];
}

export const processNotExecutable: FileRule = {
  name: 'process-not-executable',
  check({ id, processes, executable }: ModelFile): readonly Finding[] {
    if (executable.length > 0) return executable.length === 1 ? [] : executable.flatMap(warnOfNoMark);
    const [only, ...others] = processes;
    if (only === undefined) {
      const reason = 'The file has no process, so there is nothing to run.';
      return [{ severity: 'error', elementId: id, reason, remedy: 'Draw a process, or choose another file.' }];
    }
    const remedy = 'Mark it as executable in the modeler (isExecutable="true").';
    if (others.length === 0) {
      const reason = 'The process is marked as not executable: it was drawn to be read, not to be run.';
      return [{ severity: 'error', elementId: only.id ?? id, reason, remedy }];
    }
    const names = processes.map((process) => process.name ?? process.id).join(', ');
    const reason = `None of the ${processes.length} processes of the file is marked as executable: ${names}.`;
    return [{ severity: 'error', elementId: id, reason, remedy: `Choose the one to run. ${remedy}` }];
  },
};
