import { expect, test } from 'vitest';
import { prepareFiles } from '../../../src/bridge/definitions/prepare-files.ts';
import { bpmn, callActivity, end, process, start, userTask } from '../../support/bpmn-xml.ts';
import { prepare } from './prepare.ts';

const check = process('check', [start('s'), userTask('look'), end('e')], 's > look > e');
/** Nothing is deployed, and nothing else to say. */
const alone: Parameters<typeof prepareFiles>[1] = {
  options: {},
  deployed: () => undefined,
  judge: async (each) => each,
};

const calls = (id: string, ...targets: readonly string[]) => {
  const nodes = targets.map((target, index) => callActivity(`${id}-${index}`, target));
  const path = [`s-${id}`, ...nodes.map((call) => call.id), `e-${id}`].join(' > ');
  return process(id, [start(`s-${id}`), ...nodes, end(`e-${id}`)], path);
};
/** Each process calls the next twice, the last one nothing. */
const levels = (count: number) => [
  ...Array.from({ length: count - 1 }, (_, n) => calls(`p${n}`, `p${n + 1}`, `p${n + 1}`)),
  calls(`p${count - 1}`),
];
const TOO_MANY = 'The process p22 calls others more than 200 times, calls of calls counted.';

test('calls that multiply are refused once, whatever calls the process with too many', async () => {
  const refusal = await prepareFiles([{ xml: bpmn(...levels(30)) }], alone).catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    code: 'ERR_MODEL_REFUSED',
    details: { problems: [{ rule: 'too-many-calls', severity: 'error', elementId: 'p22', reason: TOO_MANY }] },
  });
});

test('calls that multiply are refused once over files that are deployed together', async () => {
  const files = levels(30).map((each, n) => ({ xml: bpmn(each), file: `p${n}.bpmn` }));
  const refusal = await prepareFiles(files, alone).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ details: { problems: [{ file: 'p22.bpmn', reason: TOO_MANY }] } });
});

test('calls are drawn up to 200, and what leads back to its caller counts once', async () => {
  const many = (count: number) => Array.from({ length: count }, () => 'check');
  const file = (count: number) => bpmn(calls('main', 'back', ...many(count)), calls('back', 'main'), check);
  expect(
    (await prepare(file(198), {}, { processId: 'main' })).problems.filter(({ severity }) => severity === 'error'),
  ).toEqual([]);
  expect((await prepare(file(200), {}, { processId: 'main' })).problems).toMatchObject([{ rule: 'too-many-calls' }]);
});
