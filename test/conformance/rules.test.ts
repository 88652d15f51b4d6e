/** Tries every rule of the interface in the center. The title of a test begins with the rule, as the checklist names it. */
import { test } from 'vitest';
import type { Tried } from '../../src/conformance/rules/rule.ts';
import { RULES } from '../../src/conformance/rules/rules.ts';
import { Center } from '../support/inner/conformance.ts';
import { useCenter } from './opened-center.ts';

declare module 'vitest' {
  interface TaskMeta extends Tried {}
}

const openedCenter = useCenter();

for (const { id, behaviour, tryIn } of RULES) {
  test(`${id}: ${behaviour}`, async ({ task }) => {
    const { variables, access } = await openedCenter();
    Object.assign(task.meta, await tryIn(new Center(variables), access));
  });
}
