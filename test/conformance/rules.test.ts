/** Tries every rule of the interface in the center. The title of a test begins with the name of the rule. */
import { test } from 'vitest';
import type { Tried } from '../../src/conformance/rules/rule.ts';
import { RULES } from '../../src/conformance/rules/rules.ts';
import { Center } from '../support/inner/conformance.ts';
import { tryRule } from './look.ts';
import { useCenter } from './opened-center.ts';

declare module 'vitest' {
  interface TaskMeta extends Tried {}
}

const openedCenter = useCenter();

for (const rule of RULES) {
  test(`${rule.id}: ${rule.behaviour}`, async ({ task }) => {
    const { variables, access } = await openedCenter();
    Object.assign(task.meta, await tryRule(rule, new Center(variables), access));
  });
}
