/** Asks the center what the interface leaves open. What it answers is for the page that is printed; none is wrong. */
import { expect, test } from 'vitest';
import type { Seen } from '../../src/conformance/probes/probe.ts';
import { PROBES } from '../../src/conformance/probes/probes.ts';
import { Center } from '../support/inner/conformance.ts';
import { useCenter } from './opened-center.ts';

declare module 'vitest' {
  interface TaskMeta {
    probe?: { readonly name: string; readonly seen: Seen };
  }
}

const openedCenter = useCenter();

for (const { name, question, readings, ask } of PROBES) {
  test(`probe ${name}: ${question}`, async ({ task }) => {
    const { variables } = await openedCenter();
    const seen = await ask(new Center(variables));
    task.meta.probe = { name, seen };
    if (seen.reading === undefined) expect(seen.look).toMatch(/./);
    else expect(Object.keys(readings)).toContain(seen.reading);
  });
}
