import { expect, test } from 'vitest';
import { end, exclusive, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import type { ModelOptions } from '../../support/inner/model.ts';
import { findProblems } from '../find-problems.ts';

/** A diagram or several, and what is found in each as `severity elementId: reason`; nothing if that is left out. */
type Case = readonly [title: string, xml: string | readonly string[], found?: unknown, options?: ModelOptions];

/** One test for each case. */
export function findsIn(rule: string, cases: readonly Case[]): void {
  for (const [title, xml, found = [], options = {}] of cases)
    test(`${rule}: ${title}`, async () => {
      for (const each of [xml].flat())
        expect(await findProblems(each, rule, options)).toEqual(Array.isArray(found) ? found : [found]);
    });
}

/** A user task `decide` before a gateway `g`, which leads to the ends `yes` and `no`. */
export function decides(flows: string): string {
  const nodes = [start(), userTask('decide'), exclusive('g'), end('yes'), end('no')];
  return processFile(nodes, `start > decide > g; ${flows}`);
}

/** The same, where several people sign the task, which is called `sign`. */
export function signs(flows: string): string {
  const people = { collection: '${people}', elementVariable: 'p' };
  const task = userTask('sign', { assignee: '${p}', multiInstance: people });
  return processFile([start(), task, exclusive('g'), end('yes'), end('no')], `start > sign > g; ${flows}`);
}
