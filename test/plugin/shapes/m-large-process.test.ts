import { expect, test } from 'vitest';
import { end, exclusive, parallel, start } from '../../support/bpmn-xml.ts';
import { diagram } from '../../support/named-events.ts';
import { tasks } from './palette.ts';
import { begin } from './shape-driver.ts';

/** Task T, a decision whether R comes too, then L and M in parallel: eight nodes. */
const stage = (n: number) => [
  ...tasks(`T${n}`, `R${n}`, `L${n}`, `M${n}`),
  ...[exclusive(`x${n}`), exclusive(`y${n}`), parallel(`f${n}`), parallel(`j${n}`)],
];

test('m a process of 58 nodes runs to its end, and its snapshot does not grow with the tasks that are done', async () => {
  const stages = [0, 1, 2, 3, 4, 5, 6];
  const paths = stages.map(
    (n) =>
      `${n === 0 ? 'start' : `j${n - 1}`} > T${n} > x${n} >"go on" y${n} > f${n} > L${n} > j${n}
       x${n} >"rework" R${n} > y${n}; f${n} > M${n} > j${n}`,
  );
  const run = await begin(diagram([start(), ...stages.flatMap(stage), end()], `${paths.join('\n')}\nj6 > end`));
  const sizes = [run.snapshot?.length ?? 0];
  for (const n of stages) {
    const rework = n % 2 === 1;
    expect(await run.do(`press T${n} "${rework ? 'rework' : 'go on'}"`)).toBe(rework ? `R${n}` : `L${n}, M${n}`);
    if (rework) expect(await run.do(`press R${n}`)).toBe(`L${n}, M${n}`);
    expect(await run.do(`press M${n}`)).toBe(`L${n}`);
    expect(await run.do(`press L${n}`)).toBe(n === 6 ? 'END' : `T${n + 1}`);
    if (n < 6) sizes.push(run.snapshot?.length ?? 0);
  }
  expect(Math.max(...sizes)).toBeLessThan(2 * (sizes[0] ?? 0));
});
