import type { ModdleElement } from '../../moddle/moddle-element.ts';
import { readWideTermination } from '../../read/read-termination.ts';

/** What authors call it, and what to do instead. */
interface WideTerminate {
  readonly kind: string;
  readonly remedy: string;
}

const REMEDY =
  'Move it into the multi-instance itself, behind an error boundary event on the sub-process that it is in now.';

/**
 * A terminate end event that should end a multi-instance from a sub-process inside it. Not supported: the multi-instance
 * would continue after the sub-process.
 */
export function findWideTerminate(end: ModdleElement): WideTerminate | undefined {
  const wide = readWideTermination(end);
  if (wide?.isDeep !== true) return undefined;
  const kind = `terminate end event that ends a multi-instance from a sub-process within it (${wide.from})`;
  return { kind, remedy: REMEDY };
}
