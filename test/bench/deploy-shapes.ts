/**
 * `tsx test/bench/deploy-shapes.ts [nodes]` reads generated diagrams in shapes that are hard to analyse, as a deployment
 * does, and prints the processor time of each. None of 500 nodes, the default, may take more than a second.
 */
import { prepareDrawing } from '../../src/model/prepare/prepare-drawing.ts';
import { compileRead } from '../../src/plugin/definition.ts';
import { hardShapes } from './hard-shapes.ts';
import { largeShapes } from './large-shapes.ts';

const nodes = Number(process.argv[2] ?? 500);
for (const [name, xml] of Object.entries({ ...hardShapes(nodes), ...largeShapes(nodes) })) {
  const before = process.cpuUsage();
  const read = await prepareDrawing(xml, { calledProcesses: () => undefined });
  const errors = read.problems.filter(({ severity }) => severity === 'error');
  if (read.model) compileRead(read);
  const { user, system } = process.cpuUsage(before);
  const rules = [...new Set(read.problems.map(({ rule }) => rule))].join(', ');
  console.log(
    `${String(Math.round((user + system) / 1000)).padStart(6)} ms  ${name}: ${errors.length} errors; ${rules}`,
  );
}
