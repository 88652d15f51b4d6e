import type { FileRule } from './rule.ts';

export const filePartSkipped: FileRule = {
  name: 'file-part-skipped',
  check: ({ id, leftovers }) =>
    leftovers.skipped
      .filter((message) => !message.includes('duplicate ID'))
      .map((message) => ({
        severity: /unexpected body text|<dc:|<di:|<bpmndi:/.test(message) ? 'warning' : 'error',
        elementId: id,
        reason: `A part of the file is not BPMN 2.0 and was skipped: ${message}.`,
        remedy: 'Correct it in the XML, or delete it there and draw it again.',
      })),
};
