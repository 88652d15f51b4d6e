/**
 * `tsx test/bench/deploy-shapes.ts [nodes]` reads generated diagrams in shapes that are hard to analyse, as a deployment
 * does, and prints the processor time of each. None of 500 nodes, the default, may take more than a second; calls count
 * with what they draw in.
 */
import { lintFiles } from '../../src/model/index.ts';
import { callShapes } from './call-shapes.ts';
import { hardShapes } from './hard-shapes.ts';
import { largeShapes } from './large-shapes.ts';

const nodes = Number(process.argv[2] ?? 500);
const alone = Object.entries({ ...hardShapes(nodes), ...largeShapes(nodes) }).map(
  ([name, xml]) => [name, [xml]] as const,
);

for (const [name, texts] of [...alone, ...Object.entries(callShapes(nodes))]) {
  const before = process.cpuUsage();
  const { problems } = await lintFiles(texts);
  const { user, system } = process.cpuUsage(before);
  const errors = problems.filter(({ severity }) => severity === 'error');
  const rules = [...new Set(problems.map(({ rule }) => rule))].join(', ');
  const ms = String(Math.round((user + system) / 1000)).padStart(6);
  console.log(`${ms} ms  ${name}: ${errors.length} errors; ${rules}`);
}
