import type { ModdleElement } from '../../moddle/moddle-element.ts';
import { readWideTermination } from '../../read/read-termination.ts';

/** What it is called by the people who draw it, and what to do. */
interface WideTerminate {
  readonly kind: string;
  readonly remedy: string;
}

const REMEDY =
  'Move it into the multi-instance itself, behind an error boundary event on the sub-process that it is in now.';

/** A terminate end event that is to end a multi-instance from a scope within it, behind which that would go on. */
export function findWideTerminate(end: ModdleElement): WideTerminate | undefined {
  const wide = readWideTermination(end);
  if (wide?.isDeep !== true) return undefined;
  const kind = `terminate end event that ends a multi-instance from a sub-process within it (${wide.from})`;
  return { kind, remedy: REMEDY };
}
