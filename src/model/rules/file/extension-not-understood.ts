import type { FileRule } from '../rule.ts';

/** BPMN 2.0, 8.2.3: an engine that does not understand an extension with `mustUnderstand` must not run the file. */
export const extensionNotUnderstood: FileRule = {
  name: 'extension-not-understood',
  check: ({ id, mustUnderstand }) =>
    mustUnderstand === 0
      ? []
      : [
          {
            severity: 'error',
            elementId: id,
            reason: `The file declares ${mustUnderstand === 1 ? 'an extension' : `${mustUnderstand} extensions`} with mustUnderstand="true", which the bridge does not understand.`,
            remedy: 'Remove mustUnderstand if the process means the same without the extension.',
          },
        ],
};
