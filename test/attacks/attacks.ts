import type { Attack } from './attack.ts';
import { CALL_ATTACKS } from './call-attacks.ts';
import { DIAGRAM_ATTACKS } from './diagram-attacks.ts';
import { EXPRESSION_ATTACKS } from './expression-attacks.ts';
import { STEP_ATTACKS } from './step-attacks.ts';

/** Everything that was tried, in the order of the table. */
export const ATTACKS: readonly Attack[] = [...EXPRESSION_ATTACKS, ...DIAGRAM_ATTACKS, ...STEP_ATTACKS, ...CALL_ATTACKS];
